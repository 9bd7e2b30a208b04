//! Reads a folder of result files as one run; their names give the sets.
//!
//! A file at the top is a drive alone and has its name: `C.txt`. A folder is a set that ran together,
//! with one file per drive: `C+D/C.txt` and `C+D/D.txt`. A single file with several drives, as DiskSpd
//! and fio write them, contains the sets itself. `C.2.txt`, `C#2.txt`, `C (2).txt` and `C+D.2/` are
//! repeats.

use std::collections::{BTreeMap, BTreeSet};

use narrows_messages::Message;
use narrows_record::run::{
    ImportSource, MeasuringMethod, RunDocument, TargetMeasurement, TargetStack, WorkloadParameters,
};
use narrows_record::schema;
use narrows_record::see::{DocumentNote, SeeDocument};
use narrows_record::word::{TargetSet, TransferDirection};
use narrows_units::Bytes;
use narrows_workload::Workload;

use crate::diskspd;
use crate::results::{self, ImportedFigure, ImportedResults, MOST_FIGURES};

/// A file with its path below the folder that was named; its name is the last part.
#[derive(Clone, Debug, Default)]
pub struct NamedFile {
    pub path: Vec<String>,
    pub bytes: Vec<u8>,
}

/// No file could be read: why the first of them could not.
#[derive(Clone, Debug, PartialEq)]
pub struct NoReadableFile {
    pub file: String,
    /// Why it could not be read.
    pub why: Message,
}

/// More drives in one set are named by their number.
const MOST_NAMES: usize = 8;
/// Names of drives that ran together, counted in every row that names them: a row takes them all, so that their
/// number grows with the square of a set. Seven hundred drives at once are as many.
const MOST_TOGETHER: usize = 500_000;
/// Tool name in files that Narrows' `export` wrote.
const OWN: &str = "Narrows";
/// A set that holds each drive by itself.
const EACH: [&str; 2] = ["alone", "each"];

/// The run that the files represent, without conclusions. `started` is empty if no file gives it.
///
/// # Errors
///
/// None of the files is a readable result.
pub fn run(files: &[NamedFile], source: &str) -> Result<RunDocument, NoReadableFile> {
    let mut rows = ImportedRounds::default();
    let (mut notes, mut first, mut started) = (Vec::new(), None, None);
    let mut tools = BTreeSet::new();
    for file in files {
        let name = file.path.join("/");
        match results::read_all(&file.bytes) {
            Ok(all) => {
                for found in &all {
                    let version = found.version.as_ref().map(|version| format!(" {version}"));
                    tools.insert(format!("{}{}", found.tool, version.unwrap_or_default()));
                    notes.extend(found.notes.iter().cloned());
                    started = earliest(started, found.started.clone());
                }
                notes.extend(rows.take_all(file, &all, files));
                // The readers apply this limit to each result; here it holds for all files.
                if rows.count > MOST_FIGURES {
                    return Err(NoReadableFile { file: name, why: results::too_many() });
                }
            }
            Err(why) => {
                let note = Message::new("import-left-out").with("file", &name);
                notes.push(note.text("why", &why));
                first = first.or(Some(NoReadableFile { file: name, why }));
            }
        }
    }
    let too_large = |why| NoReadableFile { file: source.to_owned(), why };
    let results = rows.measured().map_err(too_large)?;
    match first {
        Some(first) if results.is_empty() => return Err(first),
        _ if results.is_empty() => return Err(nothing(source)),
        _ => {}
    }
    let is_own = tools.iter().all(|tool| tool.starts_with(OWN));
    let tools = tools.into_iter().collect::<Vec<_>>().join(", ");
    let lacks = if is_own { "import-lacks-own" } else { "import-lacks" };
    let mut messages: Vec<Message> = vec![Message::new(lacks).with("tools", &tools)];
    let mut known = BTreeSet::new();
    messages.extend(notes.into_iter().filter(|note| known.insert(format!("{note:?}"))));
    Ok(RunDocument {
        schema: schema::RUN.to_owned(),
        narrows: env!("CARGO_PKG_VERSION").to_owned(),
        id: source.to_owned(),
        started: started.unwrap_or_default(),
        command: Vec::new(),
        machine: SeeDocument {
            schema: schema::SEE.to_owned(),
            narrows: env!("CARGO_PKG_VERSION").to_owned(),
            source: format!("{source} ({tools})"),
            ..SeeDocument::default()
        },
        context: None,
        simulation: None,
        watch: None,
        array: None,
        stripe: None,
        experiment: None,
        trial: None,
        predictions: Vec::new(),
        // Some may have run beside unknown others; nothing was cut short for that.
        partial: results.iter().any(|row| row.errors > 0),
        results,
        sharing: None,
        findings: Vec::new(),
        notes: messages.iter().map(|note| DocumentNote::of(None, note)).collect(),
    })
}

/// The source of results, and the meaning of its name.
struct SourceFile<'a> {
    path: &'a [String],
    /// Which of the file's results it is.
    part: usize,
    /// Its name is the drive's, since it is one of several files and holds one result.
    is_of_folder: bool,
    /// The name is of one drive although there is a `+` in it: `970 EVO+ 1TB.txt`.
    is_one: bool,
    /// Distinguishes these results from others in the file; empty if their drives do.
    label: String,
}

/// Distinguishes the results of one file, which are separate results and not repeats: empty if their drives do, else
/// the program, its version, the time, or their number.
fn apart(all: &[ImportedResults]) -> Vec<String> {
    let drives: Vec<BTreeSet<&Option<String>>> =
        all.iter().map(|it| it.figures.iter().map(|figure| &figure.target).collect()).collect();
    let properties: [fn(&ImportedResults) -> Option<String>; 3] = [
        |results| Some(results.tool.clone()),
        |results| results.version.clone(),
        |results| results.started.clone(),
    ];
    let label = |(at, own): (usize, &ImportedResults)| {
        let others = all.iter().zip(&drives).filter(|(_, its)| !its.is_disjoint(&drives[at]));
        let same: Vec<&ImportedResults> = others.map(|(other, _)| other).collect();
        if same.len() < 2 {
            return String::new();
        }
        let is_unique = |property: &&fn(&ImportedResults) -> Option<String>| {
            let told: BTreeSet<_> = same.iter().map(|results| property(results)).collect();
            told.len() == same.len()
        };
        let told = properties.iter().find(is_unique).and_then(|property| property(own));
        told.unwrap_or_else(|| format!("#{}", at + 1))
    };
    all.iter().enumerate().map(|(at, own)| label((at, own))).collect()
}

/// Whether a name with `+` is one drive's: its parts are neither drives as systems name them nor other files' names.
fn is_one_name(path: &[String], files: &[NamedFile]) -> bool {
    let Some((file, _)) = path.split_last() else { return false };
    let name = RoundName::of(stem(file));
    let others: BTreeSet<&str> =
        files.iter().filter_map(|other| Some(stem(other.path.last()?))).collect();
    let is_device = |part: &String| {
        let starts = ["nvme", "sd", "disk", "md", "vd", "loop"];
        part.len() == 1 || starts.iter().any(|start| part.starts_with(start))
    };
    name.drives.len() > 1
        && !name.drives.iter().all(|part| is_device(part) || others.contains(part.as_str()))
}

fn nothing(source: &str) -> NoReadableFile {
    NoReadableFile { file: source.to_owned(), why: Message::new("import-empty") }
}

fn earliest(known: Option<String>, other: Option<String>) -> Option<String> {
    match (known, other) {
        // RFC 3339 times in UTC sort as text.
        (Some(known), Some(other)) => Some(known.min(other)),
        (known, other) => known.or(other),
    }
}

/// One round: the set with its drives, its repeat, and its rows.
#[derive(Default)]
struct ImportedRound {
    drives: Vec<String>,
    /// The drives are all those in the set's name; otherwise those that have rows.
    is_named: bool,
    /// The repeat in the name; rounds of one name come in the order in which they were read.
    repeat: u32,
    rows: Vec<TargetMeasurement>,
    /// The same drives, by which they are found.
    known: BTreeSet<String>,
}

impl ImportedRound {
    fn of(drives: Vec<String>, repeat: u32) -> Self {
        Self { drives, is_named: true, repeat, ..Self::default() }
    }
}

/// All rounds, by folder or file, and repeat.
#[derive(Default)]
struct ImportedRounds {
    rounds: BTreeMap<(String, u32), EqualRounds>,
    count: usize,
}

/// Rounds that nothing keeps apart but that they hold the same.
#[derive(Default)]
struct EqualRounds {
    rounds: Vec<ImportedRound>,
    /// In how many of them, from the first, a drive has a row of a workload.
    taken: BTreeMap<(String, String), usize>,
}

impl ImportedRounds {
    /// Takes all results of one file, and reports those that could not be taken.
    fn take_all(
        &mut self,
        file: &NamedFile,
        all: &[ImportedResults],
        files: &[NamedFile],
    ) -> Vec<Message> {
        let is_folder = files.len() > 1 || files.iter().any(|file| file.path.len() > 1);
        let mut notes = Vec::new();
        for (part, (found, label)) in all.iter().zip(apart(all)).enumerate() {
            let source = SourceFile {
                path: &file.path,
                part,
                is_of_folder: is_folder && all.len() == 1,
                is_one: is_one_name(&file.path, files),
                label,
            };
            notes.extend(self.take(&source, found));
        }
        notes
    }

    /// Takes one result's figures.
    fn take(&mut self, source: &SourceFile<'_>, found: &ImportedResults) -> Vec<Message> {
        let path = source.path;
        let Some((file, folders)) = path.split_last() else { return Vec::new() };
        let mut name = RoundName::of(stem(file));
        if source.is_one {
            name.drives = vec![stem(file).to_owned()];
        }
        let folder = folders.last().filter(|name| !EACH.contains(&name.as_str()));
        let targets: BTreeSet<&Option<String>> =
            found.figures.iter().map(|it| &it.target).collect();
        let has_several = targets.len() > 1 || found.has_names;
        if !has_several && name.drives.len() > 1 {
            return vec![Message::new("import-one-for-several").with("file", path.join("/"))];
        }
        let own = name.drives.first().cloned().unwrap_or_default();
        let drive = |figure: &ImportedFigure| match &figure.target {
            Some(target) if has_several || !source.is_of_folder => short(target),
            _ => own.clone(),
        };
        // Jobs with other names are other results, whatever their requests. Narrows names its own
        // by their set.
        let mut labels: BTreeMap<(String, String), BTreeSet<Option<&str>>> = BTreeMap::new();
        for figure in found.figures.iter().filter(|_| found.tool != OWN) {
            let key = (drive(figure), workload(figure));
            labels.entry(key).or_default().insert(figure.label.as_deref());
        }
        let call = |figure: &ImportedFigure| {
            let name = drive(figure);
            let several = labels.get(&(name.clone(), workload(figure)));
            let job = several.filter(|labels| labels.len() > 1).and(figure.label.as_deref());
            match job.or(Some(source.label.as_str()).filter(|label| !label.is_empty())) {
                Some(label) => format!("{name} ({label})"),
                None => name,
            }
        };
        let mut of_rounds: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
        for figure in &found.figures {
            of_rounds.entry(figure.round).or_default().insert(call(figure));
        }
        // Another program's results of one drive alone that nothing else sets apart are numbered:
        // they are different results, unless a table says that they are repeats.
        let is_numbered = |figure: &ImportedFigure| {
            let is_alone = of_rounds.get(&figure.round).is_some_and(|drives| drives.len() == 1);
            found.tool != OWN && found.tool != results::TABLE && figure.set.is_none() && is_alone
        };
        let mut equal: BTreeMap<(String, String), (usize, usize)> = BTreeMap::new();
        for figure in found.figures.iter().filter(|figure| is_numbered(figure)) {
            equal.entry((call(figure), workload(figure))).or_default().0 += 1;
        }
        let mut calls = Vec::with_capacity(found.figures.len());
        for figure in &found.figures {
            let name = call(figure);
            let equal = equal.get_mut(&(name.clone(), workload(figure)));
            calls.push(match equal.filter(|equal| equal.0 > 1 && is_numbered(figure)) {
                Some((_, taken)) => {
                    *taken += 1;
                    match name.strip_suffix(')') {
                        Some(labelled) => format!("{labelled} #{taken})"),
                        None => format!("{name} (#{taken})"),
                    }
                }
                None => name,
            });
        }
        // Numbering has changed the names, so that the rounds' drives are collected again.
        of_rounds.clear();
        for (figure, name) in found.figures.iter().zip(&calls) {
            of_rounds.entry(figure.round).or_default().insert(name.clone());
        }
        let (set, whole) = (folder.map(|folder| RoundName::of(folder)), path.join("/"));
        let mut notes = Vec::new();
        for (figure, name_of_it) in found.figures.iter().zip(calls) {
            let row = measured(figure, found, name_of_it, whole.clone());
            let Some(set) = &set else {
                // Rounds stay in their order when their keys are sorted.
                let key = format!("{whole}\u{1}{:08}\u{1}{:08}", source.part, figure.round);
                let drives = || of_file(figure, &of_rounds);
                self.add((key, name.repeat), row, || ImportedRound::of(drives(), name.repeat));
                continue;
            };
            // The number is in the folder's name, `C+D.2/C.txt`, or in the file's, `C+D/C.2.txt`;
            // the other is 1.
            let repeat = name.repeat.max(set.repeat);
            let is_named = set.drives.len() > 1;
            if is_named && !set.drives.contains(&row.target) {
                notes.push(
                    Message::new("import-not-of-set")
                        .with("file", &whole)
                        .with("set", folder.map_or("", String::as_str)),
                );
                continue;
            }
            self.add((folders.join("/"), repeat), row, || match is_named {
                true => ImportedRound::of(set.drives.clone(), repeat),
                false => ImportedRound { repeat, ..ImportedRound::default() },
            });
        }
        notes.dedup();
        notes
    }

    /// Puts a row into the first round in which its drive has none of that workload yet; the rounds before it
    /// already have one.
    fn add(&mut self, key: (String, u32), row: TargetMeasurement, new: impl Fn() -> ImportedRound) {
        let equal = self.rounds.entry(key).or_default();
        let taken = equal.taken.entry((row.target.clone(), row.workload.clone())).or_default();
        if equal.rounds.len() <= *taken {
            equal.rounds.push(new());
        }
        let round = &mut equal.rounds[*taken];
        *taken += 1;
        if !round.is_named && round.known.insert(row.target.clone()) {
            round.drives.push(row.target.clone());
        }
        round.rows.push(row);
        self.count += 1;
    }

    /// The rows with their sets and repeats, in the order of names.
    ///
    /// # Errors
    /// So many drives ran together that no document holds their names.
    fn measured(self) -> Result<Vec<TargetMeasurement>, Message> {
        let mut rounds: Vec<ImportedRound> =
            self.rounds.into_values().flat_map(|equal| equal.rounds).collect();
        if rounds.iter().map(|it| it.rows.len() * it.drives.len()).sum::<usize>() > MOST_TOGETHER {
            return Err(Message::new("import-too-many-together").with("most", MOST_TOGETHER));
        }
        rounds.iter_mut().for_each(|round| round.drives.sort());
        let all: BTreeSet<&String> = rounds.iter().flat_map(|round| &round.drives).collect();
        let all = all.len();
        let mut repeats: BTreeMap<(Vec<String>, String), u32> = BTreeMap::new();
        // Stable: rounds that are equal in both stay in the order of their names.
        rounds.sort_by_key(|round| (round.drives.len(), round.repeat));
        let mut rows = Vec::with_capacity(self.count);
        for ImportedRound { drives, rows: own, .. } in rounds {
            let set = set(&drives, all);
            let names: BTreeSet<&String> = own.iter().map(|row| &row.workload).collect();
            let repeat = names.iter().map(|name| {
                let repeat = repeats.entry((drives.clone(), (*name).clone())).or_default();
                *repeat += 1;
                *repeat
            });
            // One number for all workloads of a round, even if an earlier round lacked some of
            // them.
            let repeat = repeat.max().unwrap_or(1);
            rows.extend(own.into_iter().map(|row| TargetMeasurement {
                set: set.clone(),
                together: drives.clone(),
                repeat,
                ..row
            }));
        }
        Ok(rows)
    }
}

fn set(drives: &[String], all: usize) -> TargetSet {
    match drives {
        [_] => TargetSet::Alone,
        _ if drives.len() == all => TargetSet::All,
        _ if drives.len() <= MOST_NAMES => drives.join("+").as_str().into(),
        _ => format!("{} of {all}", drives.len()).as_str().into(),
    }
}

/// Drives that ran with a figure of a self-contained file: its own set, or all of its round.
fn of_file(figure: &ImportedFigure, of_rounds: &BTreeMap<usize, BTreeSet<String>>) -> Vec<String> {
    match &figure.set {
        Some(set) => RoundName::of(set).drives,
        None => of_rounds.get(&figure.round).into_iter().flatten().cloned().collect(),
    }
}

/// The drives and the repeat that a file's or folder's name says.
struct RoundName {
    drives: Vec<String>,
    repeat: u32,
}

impl RoundName {
    fn of(text: &str) -> Self {
        let (name, repeat) = numbered(text).unwrap_or((text, 1));
        let mut drives: Vec<String> =
            name.split('+').map(short).filter(|it| !it.is_empty()).collect();
        drives.sort();
        drives.dedup();
        Self { drives, repeat }
    }
}

/// `C.2`, `C#2` and `C (2)`.
fn numbered(text: &str) -> Option<(&str, u32)> {
    let closed = text.strip_suffix(')').and_then(|text| text.rsplit_once(" ("));
    let (name, number) = closed.or_else(|| text.rsplit_once(['.', '#']))?;
    let number: u32 = number.parse().ok().filter(|number| (1..=9999).contains(number))?;
    (!name.is_empty()).then_some((name, number))
}

fn stem(file: &str) -> &str {
    const ENDINGS: [&str; 9] = ["txt", "json", "xml", "csv", "log", "out", "bmk", "md", "html"];
    match file.rsplit_once('.') {
        Some((stem, ending)) if ENDINGS.contains(&ending.to_ascii_lowercase().as_str()) => stem,
        _ => file,
    }
}

/// A target as people call it: `C` for `C:\test.dat` and `c:`, `nvme0n1` for `/dev/nvme0n1`, `disk1`
/// for DiskSpd's `#1` and Iometer's `PHYSICALDRIVE:1`; a test file that we named says whose it is.
fn short(target: &str) -> String {
    let target = target.trim();
    if let Some(named) = diskspd::target_of(target) {
        return named.to_owned();
    }
    let mut chars = target.chars();
    let letter = chars.next().filter(char::is_ascii_alphabetic);
    if let (Some(letter), None | Some(':')) = (letter, chars.next()) {
        return letter.to_ascii_uppercase().to_string();
    }
    let disk = target.strip_prefix('#').or_else(|| target.strip_prefix("PHYSICALDRIVE:"));
    if let Some(disk) = disk {
        return format!("disk{disk}");
    }
    let name = target.strip_prefix("/dev/").unwrap_or(target);
    name.chars().filter(|c| !c.is_control()).take(80).collect()
}

fn measured(
    figure: &ImportedFigure,
    found: &ImportedResults,
    target: String,
    file: String,
) -> TargetMeasurement {
    let workload = workload(figure);
    let mb_s = figure.mb_s();
    let per_request =
        figure.block.filter(|block| *block > 0).map(|block| mb_s * 1e6 / block as f64);
    // Readers enter a rate of unknown direction as reads.
    let share = figure.read_percent.unwrap_or(100);
    TargetMeasurement {
        target,
        workload,
        direction: if share == 0 { TransferDirection::Write } else { TransferDirection::Read },
        asked: asked(figure, share),
        mb_s,
        iops: figure.iops.or(per_request).unwrap_or_default(),
        latency_us: figure.latency,
        thread_cpu: figure.thread_cpu.unwrap_or_default(),
        window_s: figure.window_s.unwrap_or_default(),
        done_s: figure.window_s.unwrap_or_default(),
        read_mb_s: figure.read_mb_s,
        write_mb_s: figure.write_mb_s,
        ops: figure.ops.unwrap_or_default(),
        errors: figure.errors,
        simulated: figure.simulated,
        partial: figure.errors > 0 || figure.alone_unknown,
        method: MeasuringMethod { engine: found.tool.clone(), ..MeasuringMethod::default() },
        place: TargetStack { kind: "imported".into(), ..TargetStack::default() },
        imported: Some(ImportSource {
            tool: found.tool.clone(),
            version: found.version.clone(),
            file,
            statistic: found.statistic.clone(),
            passes: found.passes,
            average_latency_us: figure.average_us,
        }),
        ..TargetMeasurement::default()
    }
}

fn asked(figure: &ImportedFigure, share: u8) -> WorkloadParameters {
    WorkloadParameters {
        pattern: figure.pattern.map(Into::into).unwrap_or_default(),
        read_percent: share,
        block_bytes: figure.block.unwrap_or_default(),
        depth: figure.depth.unwrap_or_default(),
        jobs: figure.jobs.unwrap_or_default(),
        limit_mb_s: figure.limit_mb_s,
        amount_bytes: None,
        start_after_s: figure.start_after_s,
        shape: Vec::new(),
    }
}

/// The name that Narrows has for such requests; where a part of them is not known, the file's own.
fn workload(figure: &ImportedFigure) -> String {
    let known = || {
        let block = figure.block.filter(|block| *block > 0)?;
        let workload = Workload {
            name: String::new(),
            pattern: figure.pattern?,
            read_percent: figure.read_percent?,
            block: Bytes::new(block),
            depth: figure.depth?,
            jobs: figure.jobs?,
            interface: narrows_workload::IoInterface::default(),
            pool: None,
        };
        Some(workload.named_after_itself().name)
    };
    known().unwrap_or_else(|| {
        let label = figure.label.as_deref().unwrap_or_default().trim();
        let label: String = label.chars().filter(|c| !c.is_control()).take(60).collect();
        if label.is_empty() { "unnamed".to_owned() } else { label }
    })
}

#[cfg(test)]
mod tests;

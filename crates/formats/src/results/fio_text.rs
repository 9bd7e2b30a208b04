//! fio's default text output (`show_thread_status_normal` of `stat.c`), fio 2 and 3.
//!
//! Rates are `BW=3317MiB/s` of 2^20 bytes since 2.99, before that `bw=300052KB/s` of 1,024. The first lines
//! have each section's parameters, `name: (g=0): rw=read, bs=...`; files and `direct` are in neither part. If
//! `Disk stats` lists a single disk, it is the target.

use std::borrow::Cow;
use std::collections::BTreeSet;

use narrows_messages::Message;
use narrows_record::run::{ImportStatistic, Latency};
use narrows_workload::Pattern;

use super::figure::{ImportedFigure, ImportedResults, too_many};
use super::posted::count;
use crate::text::{number, size};

/// Whether a line has figures of fio's wherever it stands: `read: IOPS=26.5k, BW=3317MiB/s ...`, or a group's
/// `READ: bw=...`.
pub(super) fn is_piece(line: &str) -> bool {
    is_rate(bare(line)) || is_sum(bare(line))
}

/// A line without the mark of a list before it.
fn bare(line: &str) -> &str {
    line.trim().trim_start_matches(['*', '•', ' '])
}

/// A section's parameters are shorter.
const LONGEST: usize = 300;
/// Longer runs are not posted.
const MOST_JOBS: usize = 2_000;

struct FioTextSection {
    name: String,
    group: u32,
    rw: String,
    blocks: [Option<u64>; 2],
    depth: Option<u32>,
}

/// A section's figures, as they are read line by line.
#[derive(Default)]
struct FioTextJob {
    /// None if the text lacks the line that begins it.
    name: Option<String>,
    group: u32,
    clones: Option<u32>,
    errors: u64,
    read: f64,
    write: f64,
    iops: f64,
    window_s: f64,
    latency: Latency,
    /// Requests read and written, of the line `issued` behind both: without it the text may have been cut.
    issued: Option<[u64; 2]>,
}

pub(super) fn read(text: &str) -> Result<Vec<ImportedResults>, Message> {
    let mut all = Vec::new();
    let mut run: Vec<&str> = Vec::new();
    let (mut has_jobs, mut has_ended) = (false, false);
    let lines = whole(text);
    for line in lines.iter().map(|line| &**line) {
        // Parameters come before the figures, and the groups after them: then another run begins.
        if section(line).is_some() && has_jobs || job(line).is_some() && has_ended {
            all.extend(one(&run)?);
            run.clear();
            (has_jobs, has_ended) = (false, false);
        }
        has_jobs |= job(line).is_some();
        has_ended |= has_jobs && line.trim_start().starts_with("Run status group ");
        run.push(line);
    }
    all.extend(one(&run)?);
    Ok(all)
}

/// The lines with a section's parameters in one, which mail programs break.
fn whole(text: &str) -> Vec<Cow<'_, str>> {
    let mut lines: Vec<Cow<'_, str>> = Vec::new();
    for line in text.lines() {
        let is_open = |before: &str| section(before).is_some() && !before.contains("iodepth=");
        match lines.last_mut().filter(|before| before.len() < LONGEST && is_open(before)) {
            Some(before) if section(line).is_none() => {
                *before = format!("{} {}", before.trim_end(), line.trim()).into();
            }
            _ => lines.push(line.into()),
        }
    }
    lines
}

fn one(lines: &[&str]) -> Result<Option<ImportedResults>, Message> {
    let sections: Vec<FioTextSection> = lines.iter().filter_map(|line| section(line)).collect();
    let (mut jobs, mut groups) = jobs(lines);
    if jobs.is_empty() {
        // The sums are all that was posted.
        jobs = std::mem::take(&mut groups);
        jobs.retain(|group| group.read + group.write > 0.0);
    }
    if jobs.is_empty() {
        return Ok(None);
    }
    // Each is compared with all others of its run.
    if jobs.len() > MOST_JOBS || sections.len() > MOST_JOBS {
        return Err(too_many());
    }
    let version = lines.iter().find_map(|line| line.trim().strip_prefix("fio-"));
    let mut results = ImportedResults {
        tool: "fio".to_owned(),
        version: version.map(str::to_owned),
        statistic: ImportStatistic::Mean,
        notes: vec![Message::new("import-fio-text")],
        ..ImportedResults::default()
    };
    let target = only_disk(lines);
    for job in &jobs {
        let of_group = || sections.iter().filter(|section| section.group == job.group);
        let names: BTreeSet<&str> = of_group().map(|section| section.name.as_str()).collect();
        if job.clones.is_some_and(|clones| clones > 1) && names.len() > 1 {
            results.notes.push(Message::new("import-fio-group").with("job", job.called()));
            continue;
        }
        let beside = jobs.iter().filter(|other| other.group == job.group).count() > 1;
        let told = groups.iter().find(|group| group.group == job.group);
        let told = told.map(|group| group.read + group.write);
        if let (false, Some(told)) = (beside, told) {
            let all = job.read + job.write;
            // Both are rounded to three or four digits.
            if (told - all).abs() > all.max(told) * 0.02 {
                results.notes.push(Message::new("import-contradiction").with("what", job.called()));
                continue;
            }
        }
        let section = of_group().find(|section| job.name.as_ref() == Some(&section.name));
        let mixes =
            section.map(|section| matches!(section.rw.as_str(), "rw" | "readwrite" | "randrw"));
        let lacks = |at: usize, rate: f64| rate <= 0.0 && job.issued.is_some_and(|it| it[at] > 0);
        let has_both = job.read > 0.0 && job.write > 0.0;
        if lacks(0, job.read)
            || lacks(1, job.write)
            || job.issued.is_none() && mixes == Some(!has_both) && !has_both
        {
            results.notes.push(Message::new("import-contradiction").with("what", job.called()));
            continue;
        }
        let note = Message::new("import-fio-order-unknown");
        if beside && !results.notes.contains(&note) {
            results.notes.push(note);
        }
        results.add(ImportedFigure {
            target: target.clone(),
            round: results.figures.len(),
            alone_unknown: beside,
            ..figure(job, section)
        })?;
    }
    Ok(Some(results))
}

impl FioTextJob {
    fn called(&self) -> &str {
        self.name.as_deref().unwrap_or("fio")
    }

    /// What figures without a name are called.
    fn by_direction(&self) -> &'static str {
        match (self.read > 0.0, self.write > 0.0) {
            (true, false) => "fio read",
            (false, true) => "fio write",
            _ => "fio",
        }
    }
}

fn figure(job: &FioTextJob, section: Option<&FioTextSection>) -> ImportedFigure {
    let is_mix = job.read > 0.0 && job.write > 0.0;
    let [of_reads, of_writes] = section.map(|section| section.blocks).unwrap_or_default();
    let block = match (job.read > 0.0, job.write > 0.0) {
        (true, true) => of_reads.filter(|_| of_reads == of_writes),
        (false, true) => of_writes,
        _ => of_reads,
    };
    let pattern = section.and_then(|section| match section.rw.as_str() {
        "read" | "write" | "rw" | "readwrite" => Some(Pattern::Sequential),
        "randread" | "randwrite" | "randrw" => Some(Pattern::Random),
        _ => None,
    });
    let share = (job.read / (job.read + job.write) * 100.0).round();
    ImportedFigure {
        label: Some(job.name.clone().unwrap_or_else(|| job.by_direction().to_owned())),
        pattern,
        // The other direction may have stood behind the end of a text that was cut.
        read_percent: Some(share as u8)
            .filter(|_| is_mix || job.issued.is_some() || section.is_some()),
        block,
        depth: section.and_then(|section| section.depth),
        jobs: job.clones,
        read_mb_s: job.read / 1e6,
        write_mb_s: job.write / 1e6,
        iops: Some(job.iops).filter(|iops| *iops > 0.0),
        window_s: Some(job.window_s).filter(|window| *window > 0.0),
        // A mix's are of one direction each.
        latency: if is_mix { Latency::default() } else { job.latency },
        errors: job.errors,
        ..ImportedFigure::default()
    }
}

/// `name: (g=0): rw=randread, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) ..., ioengine=libaio, iodepth=32`,
/// or in fio 2 `bs=4K-4K/4K-4K/4K-4K`.
fn section(line: &str) -> Option<FioTextSection> {
    let (name, rest) = line.split_once(": (g=")?;
    let (group, rest) = rest.split_once("): rw=")?;
    let value = |key: &str| {
        let rest = rest.split_once(key)?.1;
        rest.split([',', ' ']).next().filter(|value| !value.is_empty())
    };
    let engine = value("ioengine=").unwrap_or_default();
    let is_sync = matches!(engine, "sync" | "psync" | "vsync" | "pvsync" | "pvsync2" | "mmap");
    let blocks = match rest.contains("(R) ") {
        true => [value("(R) "), value("(W) ")],
        false => {
            let mut parts = value("bs=").unwrap_or_default().split('/');
            [parts.next(), parts.next()]
        }
    };
    Some(FioTextSection {
        name: name.trim().to_owned(),
        group: group.parse().ok()?,
        rw: rest.split([',', ' ', ':']).next()?.to_owned(),
        blocks: blocks.map(|range| one_size(range?)),
        depth: if is_sync { Some(1) } else { value("iodepth=").and_then(|it| it.parse().ok()) },
    })
}

/// `4096B-4096B`; of two sizes none.
fn one_size(range: &str) -> Option<u64> {
    let (least, most) = range.split_once('-')?;
    (least == most).then(|| size(least, true)).flatten()
}

/// `name: (groupid=0, jobs=4): err= 0: pid=...`.
fn job(line: &str) -> Option<FioTextJob> {
    let (name, rest) = line.split_once(": (groupid=")?;
    let (group, rest) = rest.split_once(", jobs=")?;
    let (clones, rest) = rest.split_once("): err=")?;
    let errors: String = rest.trim_start().chars().take_while(char::is_ascii_digit).collect();
    Some(FioTextJob {
        name: Some(name.trim().to_owned()),
        group: group.trim().parse().ok()?,
        clones: Some(clones.trim().parse().ok()?),
        errors: errors.parse().ok()?,
        ..FioTextJob::default()
    })
}

fn is_rate(line: &str) -> bool {
    let begins = side(line, "read").or_else(|| side(line, "write"));
    begins.is_some_and(|rest| {
        rate(rest, ["BW=", "bw="]).is_some() && rest.to_uppercase().contains("IOPS=")
    })
}

fn is_sum(line: &str) -> bool {
    let begins = side(line, "READ").or_else(|| side(line, "WRITE"));
    begins.is_some_and(|rest| rest.contains("io=") && rate(rest, ["bw=", "aggrb="]).is_some())
}

/// What stands behind `read :`.
fn side<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.strip_prefix(name)?.trim_start().strip_prefix(':')
}

/// The jobs with their figures, and the groups' from the end.
fn jobs(lines: &[&str]) -> (Vec<FioTextJob>, Vec<FioTextJob>) {
    let (mut jobs, mut groups): (Vec<FioTextJob>, Vec<FioTextJob>) = (Vec::new(), Vec::new());
    // Those of completion count, in microseconds unless the heading differs.
    let mut unit_us = None;
    for line in lines.iter().map(|line| bare(line)) {
        if let Some(new) = job(line) {
            jobs.push(new);
            continue;
        }
        if let Some(rest) = line.strip_prefix("Run status group ") {
            let number: String = rest.chars().take_while(char::is_ascii_digit).collect();
            let group = number.parse().ok();
            groups.extend(group.map(|group| FioTextJob { group, ..FioTextJob::default() }));
            continue;
        }
        if let Some(group) = groups.last_mut() {
            let of = |name: &str| {
                let rest = line.strip_prefix(name)?;
                Some((rate(rest, ["bw=", "aggrb="])?, longest(rest).unwrap_or_default()))
            };
            let (read, read_s) = of("READ:").unwrap_or_default();
            let (write, write_s) = of("WRITE:").unwrap_or_default();
            (group.read, group.write) = (group.read + read, group.write + write);
            group.window_s = group.window_s.max(read_s).max(write_s);
            continue;
        }
        // Without the line that begins a job, reads and writes may be of one or of two.
        let is_named = jobs.last().is_some_and(|job| job.name.is_some());
        if !is_named && is_rate(line) || jobs.is_empty() && is_sum(line) {
            jobs.push(FioTextJob::default());
        }
        let is_only = jobs.len() == 1;
        let Some(now) = jobs.last_mut() else { continue };
        let side = |name: &str| side(line, name);
        // Of what grep left the group's lines follow its only job, without their heading.
        let of_group = |name: &str| side(name).filter(|rest| is_only && rest.ends_with("msec"));
        if let Some(rest) = of_group("READ").filter(|_| now.read <= 0.0) {
            now.read = rate(rest, ["bw=", "aggrb="]).unwrap_or_default();
            now.window_s = now.window_s.max(longest(rest).unwrap_or_default());
        } else if let Some(rest) = of_group("WRITE").filter(|_| now.write <= 0.0) {
            now.write = rate(rest, ["bw=", "aggrb="]).unwrap_or_default();
            now.window_s = now.window_s.max(longest(rest).unwrap_or_default());
        } else if let Some(rest) = side("read") {
            now.read += rate(rest, ["BW=", "bw="]).unwrap_or_default();
            take(now, rest);
        } else if let Some(rest) = side("write") {
            now.write += rate(rest, ["BW=", "bw="]).unwrap_or_default();
            take(now, rest);
        } else if let Some((_, rest)) =
            line.split_once("total=").filter(|_| is_named && line.starts_with("issued"))
        {
            let mut counts = rest.split([',', '/']).map(|part| {
                part.trim_start_matches(['r', 'w', '=']).trim().parse().unwrap_or_default()
            });
            now.issued =
                Some([counts.next().unwrap_or_default(), counts.next().unwrap_or_default()]);
        } else if line.contains("lat percentiles (") {
            // The heading of another latency (`slat`, `lat`) ends the table of completion.
            unit_us = line.strip_prefix("clat percentiles (").map(|rest| match () {
                () if rest.starts_with("nsec") => 1e-3,
                () if rest.starts_with("msec") => 1e3,
                () => 1.0,
            });
        } else if let (true, Some(unit_us)) = (line.starts_with('|'), unit_us) {
            quantiles(&mut now.latency, line, unit_us);
        }
    }
    jobs.retain(|job| job.read + job.write > 0.0);
    (jobs, groups)
}

fn take(job: &mut FioTextJob, rest: &str) {
    let value = |keys: [&str; 2]| keys.into_iter().find_map(|key| rest.split_once(key));
    let iops = value(["IOPS=", "iops="]).and_then(|(_, rest)| rest.split([',', ' ']).next());
    job.iops += iops.and_then(count).unwrap_or_default();
    let ms = match rest.rsplit_once("msec").map(|(before, _)| before) {
        Some(before) => before.rsplit(['/', '=']).next().and_then(number),
        None => None,
    };
    job.window_s = job.window_s.max(ms.unwrap_or_default() / 1e3);
}

/// Seconds of a group's longest job: `run=15163-15290msec`.
fn longest(rest: &str) -> Option<f64> {
    let (_, most) = rest.rsplit_once("msec")?.0.rsplit_once('-')?;
    Some(number(most)? / 1e3)
}

/// Bytes per second of `BW=3317MiB/s (3478MB/s)`, or of fio 2's `bw=300052KB/s`, whose KB are of 1,024.
fn rate(rest: &str, keys: [&str; 2]) -> Option<f64> {
    let (_, rest) = keys.into_iter().find_map(|key| rest.split_once(key))?;
    let text = rest.split_once("/s")?.0.trim();
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.'))?;
    let factor: f64 = match &text[end..] {
        "B" => 1.0,
        "KiB" | "KB" => 1024.0,
        "MiB" | "MB" => 1_048_576.0,
        "GiB" | "GB" => 1_073_741_824.0,
        _ => return None,
    };
    Some(number(&text[..end])? * factor)
}

/// `| 99.00th=[ 2057], 99.50th=[ 2212], ...`.
fn quantiles(latency: &mut Latency, line: &str, unit_us: f64) {
    for part in line.split("th=[").collect::<Vec<_>>().windows(2) {
        let name = part[0].rsplit([' ', '|', ',']).next().unwrap_or_default();
        let us = part[1].split_once(']').and_then(|(us, _)| number(us)).map(|us| us * unit_us);
        let us = us.filter(|us| *us > 0.0);
        match name {
            "50.00" => latency.p50 = us,
            "90.00" => latency.p90 = us,
            "99.00" => latency.p99 = us,
            "99.90" => latency.p999 = us,
            "99.99" => latency.p9999 = us,
            _ => {}
        }
    }
}

/// The disk below `Disk stats (read/write):` if there is one.
fn only_disk(lines: &[&str]) -> Option<String> {
    let below = lines.iter().skip_while(|line| !line.trim().starts_with("Disk stats")).skip(1);
    // Mail programs break these lines.
    let names: BTreeSet<&str> =
        below.filter_map(|line| line.trim().split_once(": ios=").map(|(name, _)| name)).collect();
    match names.len() {
        1 => names.first().map(|&name| name.to_owned()),
        _ => None,
    }
}

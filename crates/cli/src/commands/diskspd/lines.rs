//! `--dry-run`: the lines that would run, which any Windows can run without Narrows.

use std::collections::{BTreeMap, BTreeSet};

use narrows_formats::diskspd::{DiskspdFolder, answer_name, options};
use narrows_messages::Message;
use narrows_record::rounds::RoundTargetLocation;
use narrows_record::run::TargetLocationKind;
use narrows_units::Nanos;

use super::DiskspdRequest;
use crate::args::diskspd::DiskspdArgs;
use crate::failure::{ProgramExit, Result};
use crate::measuring::rounds::{RoundPlan, RoundSettings};
use crate::measuring::{duration, minutes, show_rounds};
use crate::output::CliOutput;

/// Default folder for the results of the printed lines.
const RESULTS: &str = "results";

/// Shows them: as lines, or as the document and page of planned rounds.
pub fn show(
    args: &DiskspdArgs,
    request: &DiskspdRequest,
    output: &CliOutput,
) -> Result<ProgramExit> {
    let how = RoundSettings { ramp: args.ramp, ..RoundSettings::default() };
    let certain = duration(&how, &request.rounds);
    let each = how.ramp + request.time;
    let most = request.most.map(|most| {
        Nanos::new(each.get().saturating_mul((most * request.workloads.len()) as u64)).max(certain)
    });
    if output.json || output.markdown || output.text {
        let location = |folder: &DiskspdFolder| RoundTargetLocation {
            target: folder.name.clone(),
            kind: TargetLocationKind::Scratch,
            path: Some(folder.path.clone()),
        };
        let locations: Vec<RoundTargetLocation> =
            request.used().into_iter().map(location).collect();
        show_rounds(&how, (&request.rounds, most), locations, &[], output)?;
        return Ok(ProgramExit::Ok);
    }
    output.lines(&lines(args, request).join("\n"))?;
    let what = Message::new("diskspd-lines").count("lines", request.rounds.len());
    output.remark(&what.with("time", minutes(certain)).with("folder", folder(args)));
    if let Some(most) = most {
        output.remark(&Message::new("diskspd-lines-chosen").with("time", minutes(most)));
    }
    Ok(ProgramExit::Ok)
}

fn folder(args: &DiskspdArgs) -> String {
    args.results.as_ref().map_or_else(|| RESULTS.to_owned(), |folder| folder.display().to_string())
}

/// A folder for the answers, a line for each set, and the files gone again.
fn lines(args: &DiskspdArgs, request: &DiskspdRequest) -> Vec<String> {
    let program = args
        .program
        .as_ref()
        .map_or_else(|| "diskspd".to_owned(), |program| quoted(&program.display().to_string()));
    let results = folder(args);
    let mut lines = vec![format!("mkdir {}", quoted(&results))];
    let mut made: BTreeSet<String> = BTreeSet::new();
    let mut before: BTreeMap<String, usize> = BTreeMap::new();
    for round in &request.rounds {
        let (words, files) = command(request, round, &|file| made.contains(file));
        let names: Vec<&str> = round.parts.iter().map(|part| part.drive.as_str()).collect();
        let count = before.entry(names.join("+")).or_default();
        let answer = quoted(&format!("{results}\\{}", answer_name(&names, *count)));
        *count += 1;
        let quoted: Vec<String> = files.iter().map(|file| quoted(file)).collect();
        lines.push(format!("{program} {} {} > {answer}", words.join(" "), quoted.join(" ")));
        made.extend(files);
    }
    lines.extend(made.iter().map(|file| format!("del {}", quoted(file))));
    lines
}

/// Paths may hold spaces, and no quotes.
fn quoted(path: &str) -> String {
    format!("\"{path}\"")
}

/// The options of a set and the files of its targets, created if one does not exist.
pub fn command(
    request: &DiskspdRequest,
    round: &RoundPlan,
    is_there: &dyn Fn(&str) -> bool,
) -> (Vec<String>, Vec<String>) {
    let folders = round.parts.iter().filter_map(|part| request.folder(&part.drive));
    let files: Vec<String> = folders.map(DiskspdFolder::file).collect();
    let makes_files = !files.iter().all(|file| is_there(file));
    let workload = round.parts.first().map(|part| &part.workload);
    let words = workload.map(|workload| options(workload, &request.test, makes_files));
    (words.unwrap_or_default(), files)
}

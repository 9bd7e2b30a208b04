use std::collections::BTreeMap;
use std::path::Path;

use super::*;

const MIB: u64 = 1 << 20;

fn play(job: TrialJobName, folder: &Path) -> Vec<TrialJobStep> {
    let (from, to) = (folder.to_owned(), folder.to_owned());
    let play = PlayRequest { job, phase: JobPhase::Make, from, to, size: 32 * MIB, seed: 7 };
    make(&play).unwrap();
    perform(&PlayRequest { phase: JobPhase::Do, ..play }).unwrap()
}

fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in next.read_dir().unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path)
            } else {
                let name = path.strip_prefix(folder).unwrap().to_owned();
                files.insert(name, std::fs::read(&path).unwrap());
            }
        }
    }
    files
}

#[test]
fn a_copied_folder_is_the_same_and_as_large_as_said() {
    let folder = tempfile::tempdir().unwrap();
    play(TrialJobName::Copy, folder.path());
    let source = files(&folder.path().join("source"));
    let total: usize = source.values().map(Vec::len).sum();
    assert_eq!(total as u64, 32 * MIB / FOLDER_SHARE);
    assert_eq!(source, files(&folder.path().join("copy")));
    let again = tempfile::tempdir().unwrap();
    fill::folder(&again.path().join("source"), 32 * MIB / FOLDER_SHARE, 7).unwrap();
    assert_eq!(source, files(&again.path().join("source")), "the same seed, the same content");
}

#[test]
fn a_file_cut_short_is_not_loaded() {
    let folder = tempfile::tempdir().unwrap();
    assert!(play(TrialJobName::Load, folder.path()).is_empty());
    let path = folder.path().join("large");
    assert!(copy::load(&path, 17 * MIB).is_err());
}

/// Each sequence must be at its origin, or the job fails.
#[test]
fn sequences_are_found_where_they_were_taken() {
    let folder = tempfile::tempdir().unwrap();
    let steps = play(TrialJobName::Search, folder.path());
    let names: Vec<&str> = steps.iter().map(|step| step.name.as_str()).collect();
    assert_eq!(names, ["build", "search"]);
    // With another text under the same index nothing matches any more.
    let text = folder.path().join("genome.fa");
    std::fs::remove_file(&text).unwrap();
    search::write_text(&text, 2 * MIB, 8).unwrap();
    std::fs::rename(folder.path().join("index"), folder.path().join("old")).unwrap();
    let wrong = search::run_with(&text, &folder.path().join("old"), 7);
    assert!(wrong.is_err());
}

#[test]
fn streams_are_what_the_rate_makes_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let steps = play(TrialJobName::Media, folder.path());
    let step = &steps[0];
    // Half of 32 MiB are read; a stream takes 12.5 MB each second.
    let expected = 16.0 * MIB as f64 / step.wall_s / 12.5e6;
    assert!((step.streams.unwrap() - expected).abs() < 1e-6 * expected, "{step:?}");
}

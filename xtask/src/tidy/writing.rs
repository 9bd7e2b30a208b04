//! Who may open, make, rename or remove files for good.
//!
//! Every file that a command writes goes through `destination` (requested output) or `whole_file`
//! (stored data). A command that opens files for writing by itself would not check whether a path is a
//! device, a link or a file that is not ours; so the few places that do are listed here, each with the
//! reason why it may. SAFETY.md, "What writes at all", says the same for people.

use super::slip::TidySlip;
use super::source::{RustSource, SourceToken};

/// Files, or folders of files, and why they may.
const ALLOWED: &[(&str, &str)] = &[
    ("crates/cli/src/platform/linux/whole_file.rs", "it is the way of all others"),
    ("crates/cli/src/platform/linux/input.rs", "opens for reading only"),
    ("crates/cli/src/platform/windows/whole_file.rs", "it is the way of all others"),
    ("crates/cli/src/platform/windows/forgotten.rs", "removes runs of its own"),
    ("crates/cli/src/run_directory.rs", "makes and removes folders of its own runs"),
    ("crates/hosts/src/measuring/marker.rs", "a new file of its own; removes what it wrote"),
    (
        "crates/cli/src/measuring/overrides/store.rs",
        "makes folders; forgets experiments of its own",
    ),
    ("crates/cli/src/measuring/overrides/owed.rs", "takes entries of its own out of root's index"),
    ("crates/cli/src/commands/trial/everyday/", "works on the file system that the trial made"),
    ("crates/cli/src/commands/bench/everyday/files.rs", "files without a name, of its own: C2"),
    ("crates/cli/src/commands/trial/inside/", "works on the file system that the trial made"),
    ("crates/cli/src/commands/diskspd/", "test files of its own, which are new: C36"),
    ("crates/cli/src/commands/build/records.rs", "makes the folder of records"),
    ("crates/cli/src/commands/build/execution.rs", "makes and removes the mount point: C32"),
    ("crates/cli/src/destination.rs", "makes the folder that an export needs"),
    ("crates/cli/src/store/file.rs", "opens for reading only"),
    ("crates/catalog/build.rs", "tables in cargo's folder, when the program is built"),
    ("crates/engine/src/", "scratch, kept and permitted files: C2, C13"),
    ("crates/host/src/", "locks, settings, loop devices and the permit: C11 to C13, C17, C21"),
];

/// Paths of two parts that open for writing, make or take away.
const CALLS: &[(&str, &str)] = &[
    ("fs", "write"),
    ("fs", "rename"),
    ("fs", "copy"),
    ("fs", "hard_link"),
    ("fs", "create_dir"),
    ("fs", "create_dir_all"),
    ("fs", "remove_file"),
    ("fs", "remove_dir"),
    ("fs", "remove_dir_all"),
    ("File", "create"),
    ("File", "create_new"),
    ("File", "options"),
    ("OpenOptions", "new"),
    ("OFlags", "WRONLY"),
    ("OFlags", "RDWR"),
    ("OFlags", "CREATE"),
];

/// A slip for each place that is not on the list, and for each entry of the list that is not needed.
pub fn check(sources: &[RustSource]) -> Vec<TidySlip> {
    let mut slips_of_writing = Vec::new();
    let mut used = vec![false; ALLOWED.len()];
    for source in sources
        .iter()
        .filter(|source| source.path.starts_with("crates/") && !source.path.contains("/examples/"))
    {
        let words = source.shipped_words();
        let slip = |at: usize| {
            let (first, second) = call_at(&words[at..])?;
            let what = format!("{first}::{second} past crates/cli/src/destination.rs");
            Some(TidySlip::new(&source.path, words[at].line, what))
        };
        let slips: Vec<TidySlip> = (0..words.len()).filter_map(slip).collect();
        match ALLOWED.iter().position(|(path, _)| source.path.starts_with(path)) {
            Some(at) => used[at] |= !slips.is_empty(),
            None => slips_of_writing.extend(slips),
        }
    }
    let idle = ALLOWED.iter().zip(used).filter(|(_, is_used)| !is_used);
    slips_of_writing.extend(idle.map(|((path, _), _)| {
        TidySlip::new("xtask/src/tidy/writing.rs", 0, format!("{path} writes nothing any more"))
    }));
    slips_of_writing
}

fn call_at(words: &[&SourceToken]) -> Option<(&'static str, &'static str)> {
    let text = |at: usize| words.get(at).map_or("", |word| word.text.as_str());
    let is_path = text(1) == ":" && text(2) == ":";
    let call = CALLS.iter().find(|(first, second)| text(0) == *first && text(3) == *second);
    call.copied().filter(|_| is_path)
}

#[cfg(test)]
mod tests {
    use super::super::{sources, texts};
    use super::*;

    fn slips(path: &str, text: &str) -> Vec<String> {
        let slips_of_writing = texts(&check(&sources(&[(path, text)])));
        slips_of_writing.into_iter().filter(|slip| !slip.contains("any more")).collect()
    }

    #[test]
    fn a_verb_that_writes_by_itself_is_found() {
        let text = "fn a() { std::fs::write(\"x\", \"\"); let b = File::create(\"y\"); }\n\
                    fn c() { open(OFlags::RDWR | OFlags::CLOEXEC) }";
        assert_eq!(
            slips("crates/cli/src/commands/see.rs", text),
            [
                "crates/cli/src/commands/see.rs:1: fs::write past crates/cli/src/destination.rs",
                "crates/cli/src/commands/see.rs:1: File::create past crates/cli/src/destination.rs",
                "crates/cli/src/commands/see.rs:2: OFlags::RDWR past crates/cli/src/destination.rs",
            ]
        );
        assert_eq!(slips("crates/cli/src/platform/linux/whole_file.rs", text), [""; 0]);
        assert_eq!(slips("crates/cli/tests/see.rs", text), [""; 0]);
        assert_eq!(slips("xtask/src/see.rs", text), [""; 0]);
        assert_eq!(
            slips("crates/cli/src/a.rs", "fn a() { fs::read(\"x\"); File::open(p) }"),
            [""; 0]
        );
    }

    #[test]
    fn an_entry_that_is_not_needed_is_found() {
        let slips_of_writing =
            texts(&check(&sources(&[("crates/cli/src/run_directory.rs", "fn a() {}")])));
        assert!(
            slips_of_writing
                .iter()
                .any(|slip| slip.contains("run_directory.rs writes nothing any more"))
        );
    }
}

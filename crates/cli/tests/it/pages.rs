//! Pages match the program: every command in them is run or at least parsed, their sample outputs are
//! its outputs, and their pictures are those that it draws.
//!
//! In a block marked `console` each line that begins with `$ ` is run by a shell in the page's own folder, and
//! the lines after it are its standard output; a line of `...` stands for omitted lines. Words after `console`:
//! `exit=4` for its commands' exit code, `captures` for a block that runs in the folder of captured machines
//! that `NARROWS_CAPTURES` names. A block `toml NAME` is a file of that name next to them. Commands in other
//! blocks need hardware or time: only whether the command line accepts them is checked.
//!
//! `NARROWS_RENEW=1 cargo test --workspace --test it pages` writes answers without `...`, and pictures, anew.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Arc, Mutex, OnceLock};

use crate::home::captures;

const FOLDERS: &[&str] = &["", "docs", "docs/examples"];
const PICTURES: &str = "docs/pictures";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A fenced block: the text after its backticks, and its lines with the number of the first.
struct Block {
    info: String,
    first: usize,
    lines: Vec<String>,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut is_open = false;
    for (at, line) in text.lines().enumerate() {
        if let Some(info) = line.strip_prefix("```") {
            if !is_open {
                blocks.push(Block { info: info.to_owned(), first: at + 1, lines: Vec::new() });
            }
            is_open = !is_open;
        } else if let Some(block) = blocks.last_mut().filter(|_| is_open) {
            block.lines.push(line.to_owned());
        }
    }
    blocks
}

/// A command of a block with its output as shown on the page, and its position.
struct Step {
    command: String,
    first: usize,
    shown: Vec<String>,
}

impl Block {
    fn word(&self, at: usize) -> &str {
        self.info.split(' ').nth(at).unwrap_or_default()
    }

    fn exit(&self) -> i32 {
        let code = self.info.split(' ').find_map(|word| word.strip_prefix("exit="));
        code.map_or(0, |code| code.parse().unwrap())
    }

    fn steps(&self) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        for (at, line) in self.lines.iter().enumerate() {
            let first = self.first + at + 1;
            match (line.strip_prefix("$ "), steps.last_mut()) {
                (Some(command), _) => {
                    steps.push(Step { command: command.into(), first, shown: Vec::new() });
                }
                (None, Some(step)) if step.shown.is_empty() && step.command.ends_with('\\') => {
                    step.command = format!("{}\n{line}", step.command);
                    step.first = first;
                }
                (None, Some(step)) => step.shown.push(line.clone()),
                (None, None) => panic!("{line}: an answer before any command"),
            }
        }
        steps
    }
}

/// Outputs of commands that need no file of their page and write none: several pages show them.
type FirstOutputs = Mutex<BTreeMap<String, Arc<OnceLock<Output>>>>;

/// Like [`shell`], or its first result.
fn shell_once(line: &str, folder: &Path, home: &Path, outputs: &FirstOutputs) -> Output {
    if line.contains(".toml") || line.contains(".svg") {
        return shell(line, folder, home);
    }
    let first = Arc::clone(outputs.lock().unwrap().entry(line.to_owned()).or_default());
    first.get_or_init(|| shell(line, folder, home)).clone()
}

/// Runs `line` as its reader would.
fn shell(line: &str, folder: &Path, home: &Path) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_narrows")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("sh");
    command.arg("-c").arg(line).current_dir(folder).env("PATH", path).env("LC_ALL", "C.UTF-8");
    command.env("HOME", home).env("XDG_STATE_HOME", home).env_remove("XDG_CONFIG_HOME");
    command.env_remove("COLUMNS").output().unwrap()
}

/// Whether `lines` match `shown`, where `...` is any number of lines: each part between two of them is at
/// its first place after the part before, the last one at the end.
fn is_shown(shown: &[String], lines: &[String]) -> bool {
    let mut parts: Vec<&[String]> = shown.split(|line| line == "...").collect();
    let last = parts.pop().unwrap_or_default();
    let Some((first, between)) = parts.split_first() else { return lines == last };
    let Some(mut rest) = lines.strip_prefix(*first) else { return false };
    for part in between {
        let from = (0..=rest.len()).find(|&from| rest[from..].starts_with(part));
        let Some(from) = from else { return false };
        rest = &rest[from + part.len()..];
    }
    rest.ends_with(last)
}

/// A page while it is checked.
struct Page<'a> {
    path: PathBuf,
    outputs: &'a FirstOutputs,
    lines: Vec<String>,
    folder: tempfile::TempDir,
    home: tempfile::TempDir,
    wrong: Vec<String>,
}

impl<'a> Page<'a> {
    fn read(path: &Path, outputs: &'a FirstOutputs) -> Self {
        let own = || tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let text = fs::read_to_string(path).unwrap();
        let lines = text.lines().map(str::to_owned).collect();
        Self {
            path: path.to_owned(),
            outputs,
            lines,
            folder: own(),
            home: own(),
            wrong: Vec::new(),
        }
    }

    fn blocks(&self) -> Vec<Block> {
        blocks(&self.lines.join("\n"))
    }

    fn slip(&mut self, line: usize, what: &str) {
        self.wrong.push(format!("{}:{line}: {what}", self.path.display()));
    }

    /// Runs the commands of every block that is for the folder of captures, or, without it, of every other
    /// block with the files of the page beside it. Renewed answers are put in from the last to the first, so
    /// that none moves another.
    fn check(&mut self, captures: Option<&Path>, renew: bool) {
        let blocks = self.blocks();
        for block in blocks.iter().filter(|block| block.word(0) == "toml") {
            if !block.word(1).is_empty() {
                let text = block.lines.join("\n") + "\n";
                fs::write(self.folder.path().join(block.word(1)), text).unwrap();
            }
        }
        let mut renewed = Vec::new();
        let is_meant = |block: &&Block| {
            let of_captures = block.info.split(' ').any(|word| word == "captures");
            block.word(0) == "console" && of_captures == captures.is_some()
        };
        let folder = captures.unwrap_or(self.folder.path()).to_owned();
        for block in blocks.iter().filter(is_meant) {
            for step in block.steps() {
                renewed.extend(self.step(&step, &folder, block.exit(), renew));
            }
        }
        for (range, lines) in renewed.into_iter().rev() {
            self.lines.splice(range, lines);
        }
        if renew {
            fs::write(&self.path, self.lines.join("\n") + "\n").unwrap();
        }
    }

    /// Runs a command; returns the lines to put below it, if wanted and different.
    fn step(
        &mut self,
        step: &Step,
        folder: &Path,
        exit: i32,
        renew: bool,
    ) -> Option<(std::ops::Range<usize>, Vec<String>)> {
        let output = shell_once(&step.command, folder, self.home.path(), self.outputs);
        // As a page can show them: without spaces at their ends, and empty lines around.
        let text = String::from_utf8_lossy(&output.stdout);
        let lines = text.trim_matches('\n').lines();
        let lines: Vec<String> = lines.map(|line| line.trim_end().to_owned()).collect();
        if output.status.code() != Some(exit) {
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            self.slip(
                step.first,
                &format!("{} ended with {}: {text}", step.command, output.status),
            );
        }
        let end = step.shown.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
        let shown = &step.shown[..end];
        if is_shown(shown, &lines) {
            return None;
        }
        if renew && !shown.iter().any(|line| line == "...") {
            return Some((step.first..step.first + end, lines));
        }
        self.slip(step.first, &format!("{} says\n{}", step.command, lines.join("\n")));
        None
    }

    /// Compares the pictures that its commands drew with those that it shows; returns their names.
    fn pictures(&mut self, renew: bool) -> BTreeSet<String> {
        let mut names = BTreeSet::new();
        for entry in fs::read_dir(self.folder.path()).unwrap().flatten() {
            let name = entry.file_name().into_string().unwrap();
            if !name.ends_with(".svg") {
                continue;
            }
            let kept = root().join(PICTURES).join(&name);
            if renew {
                fs::create_dir_all(root().join(PICTURES)).unwrap();
                fs::copy(entry.path(), &kept).unwrap();
            } else if fs::read(entry.path()).unwrap() != fs::read(&kept).unwrap_or_default() {
                self.slip(0, &format!("{name} is drawn otherwise; NARROWS_RENEW=1 renews it"));
            }
            names.insert(name);
        }
        names
    }
}

fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    for folder in FOLDERS {
        let entries = fs::read_dir(root().join(folder)).into_iter().flatten().flatten();
        pages.extend(entries.map(|entry| entry.path()).filter(|path| {
            path.extension().is_some_and(|it| it == "md") && !path.ends_with("CHANGELOG.md")
        }));
    }
    pages.sort();
    pages
}

/// Pages are renewed by one test at a time.
static RENEWED: Mutex<()> = Mutex::new(());

/// Checks every page and returns the errors in them, and the pictures that their commands drew.
fn checked(captures: Option<&Path>) -> (Vec<String>, BTreeSet<String>) {
    let renew = std::env::var_os("NARROWS_RENEW").is_some();
    let _alone = renew.then(|| RENEWED.lock());
    let outputs = FirstOutputs::default();
    let mut pages: Vec<Page> = pages().iter().map(|path| Page::read(path, &outputs)).collect();
    pages.retain(|page| page.blocks().iter().any(|block| block.word(0) == "console"));
    assert!(pages.len() >= 8, "{} pages", pages.len());
    std::thread::scope(|scope| {
        for page in &mut pages {
            scope.spawn(|| page.check(captures, renew));
        }
    });
    let drawn = pages.iter_mut().flat_map(|page| page.pictures(renew)).collect();
    (pages.into_iter().flat_map(|page| page.wrong).collect(), drawn)
}

#[test]
fn dots_stand_for_any_lines_and_nothing_else() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let says = lines("a\nb\nc\nd");
    for shown in ["a\nb\nc\nd", "...\nb\n...", "a\n...\nd", "...", "...\nd", "a\nb\n...\nc\nd"] {
        assert!(is_shown(&lines(shown), &says), "{shown}");
    }
    for shown in ["", "a", "b\n...", "...\nc", "...\nc\n...\nb\n...", "a\n...\ne", "a\nb\nc\nd\ne"]
    {
        assert!(!is_shown(&lines(shown), &says), "{shown}");
    }
}

#[test]
fn pages_show_what_the_program_says_and_draws() {
    let (wrong, drawn) = checked(None);
    let kept = fs::read_dir(root().join(PICTURES)).unwrap().flatten();
    let kept: BTreeSet<String> =
        kept.map(|entry| entry.file_name().into_string().unwrap()).collect();
    assert_eq!(kept, drawn, "each picture is drawn by a command of a page");
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n\n"));
}

#[test]
fn pages_show_what_the_program_says_of_captures() {
    let Some(captures) = captures() else { return };
    let (wrong, _) = checked(Some(&captures.join("lspci")));
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n\n"));
}

/// A page's command turned into a request for help instead of a run, without its shell syntax: this
/// checks whether the command line knows it.
fn asked_for_help(line: &str) -> Option<String> {
    let line = line.trim_start_matches("$ ").trim_start_matches("sudo ");
    let line = line.split(" #").next().unwrap_or_default();
    let command = line.strip_prefix("narrows ")?;
    let end = [" && ", " | ", " > ", " -- "].iter().filter_map(|mark| command.find(mark)).min();
    Some(format!("narrows {} --help", &command[..end.unwrap_or(command.len())]))
}

#[test]
fn the_command_line_takes_every_command_of_the_pages() {
    let mut wrong = Vec::new();
    let mut commands = BTreeSet::new();
    let home = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    for path in pages() {
        let text = fs::read_to_string(&path).unwrap().replace("\\\n", " ");
        let blocks = blocks(&text);
        let lines = blocks.iter().filter(|it| it.word(0) != "console").flat_map(|it| &it.lines);
        for command in lines.filter_map(|line| asked_for_help(line)) {
            if !commands.insert(command.clone()) {
                continue;
            }
            let output = shell(&command, home.path(), home.path());
            if !output.status.success() {
                let errors = String::from_utf8_lossy(&output.stderr).into_owned();
                wrong.push(format!("{}: {command}: {errors}", path.display()));
            }
        }
    }
    assert!(commands.len() > 50, "{} commands", commands.len());
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

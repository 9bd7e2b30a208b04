//! One of the two that are compared: a command and how its figures are read.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::figure::EngineFigures;
use xtask::{Fallible, shell};

#[derive(Clone)]
pub struct BenchSide {
    pub name: &'static str,
    program: String,
    words: Vec<String>,
    variables: Vec<(&'static str, String)>,
    cpu: Option<u32>,
    leaves: Vec<PathBuf>,
    read: fn(&str) -> Option<EngineFigures>,
}

impl BenchSide {
    /// Runs `program`; `read` finds the figures in its standard output.
    pub fn new(
        name: &'static str,
        program: &Path,
        read: fn(&str) -> Option<EngineFigures>,
    ) -> Self {
        let program = program.display().to_string();
        Self {
            name,
            program,
            words: Vec::new(),
            variables: Vec::new(),
            cpu: None,
            leaves: Vec::new(),
            read,
        }
    }

    /// With these arguments as well.
    #[must_use]
    pub fn with<W: Into<String>>(mut self, words: impl IntoIterator<Item = W>) -> Self {
        self.words.extend(words.into_iter().map(Into::into));
        self
    }

    /// With this in its environment.
    #[must_use]
    pub fn variable(mut self, name: &'static str, value: String) -> Self {
        self.variables.push((name, value));
        self
    }

    /// Every thread of it on one processor, so that a rate is a rate of one core.
    #[must_use]
    pub fn pinned(mut self, cpu: u32) -> Self {
        self.cpu = Some(cpu);
        self
    }

    /// It leaves these files, which are removed when a measurement is over.
    #[must_use]
    pub fn leaving(mut self, files: impl IntoIterator<Item = PathBuf>) -> Self {
        self.leaves.extend(files);
        self
    }

    pub fn measure(&self) -> Fallible<EngineFigures> {
        let text = shell::output(&mut self.command());
        for file in &self.leaves {
            // A run that failed may not have come so far.
            let _ = fs::remove_file(file);
        }
        let text = text?;
        let start: String = text.chars().take(200).collect();
        (self.read)(&text).ok_or_else(|| format!("{} gave no figure: {start}", self.name).into())
    }

    /// As one would type it in the project's root.
    pub fn spelled(&self, root: &Path) -> String {
        without_root(&shell::spelled(&self.command()), root)
    }

    fn command(&self) -> Command {
        let mut command = match self.cpu {
            Some(cpu) => {
                let mut taskset = Command::new("taskset");
                taskset.args(["--cpu-list", &cpu.to_string()]).arg(&self.program);
                taskset
            }
            None => Command::new(&self.program),
        };
        command.args(&self.words).envs(self.variables.iter().map(|(name, value)| (name, value)));
        command
    }
}

/// `text` with paths from the project's root on: no path of a machine goes into a record.
pub fn without_root(text: &str, root: &Path) -> String {
    text.replace(&format!("{}/", root.display()), "")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(words: &[&str]) -> BenchSide {
        let read = |text: &str| {
            let iops = text.trim().parse().ok()?;
            Some(EngineFigures { iops, ..EngineFigures::default() })
        };
        BenchSide::new("sh", Path::new("/bin/sh"), read).with(words.iter().copied())
    }

    #[test]
    fn figures_come_from_what_it_prints() {
        assert_eq!(side(&["-c", "echo 12"]).measure().unwrap().iops, 12.0);
        let error = side(&["-c", "echo none"]).measure().unwrap_err();
        assert_eq!(error.to_string(), "sh gave no figure: none\n");
    }

    #[test]
    fn what_it_leaves_is_gone_before_the_next() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new");
        let script = format!("test ! -e {0} && touch {0} && echo 1", file.display());
        let side = side(&["-c", &script]).leaving([file.clone()]);
        side.measure().unwrap();
        side.measure().unwrap();
        assert!(!file.exists());
    }

    #[test]
    fn a_record_names_no_folder_of_the_machine() {
        let side = side(&["--file", "/place/of/mine/target/x"]).pinned(1);
        let spelled = side.spelled(Path::new("/place/of/mine"));
        assert_eq!(spelled, "taskset --cpu-list 1 /bin/sh --file target/x");
    }
}

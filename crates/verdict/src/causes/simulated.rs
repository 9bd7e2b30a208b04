//! How to repeat a run on virtual hardware: the same machine, seed and faults.

use narrows_files::machine_file;
use narrows_record::run::RunDocument;

use super::subject::BottleneckSubject;

/// Name of the fault script in a run's directory, if the command does not name it.
const FAULTS: &str = "faults.toml";

/// The options with which another command uses the same machine; empty for hardware.
pub(super) fn options(subject: &BottleneckSubject<'_>) -> Vec<String> {
    if !subject.is_simulated() {
        return Vec::new();
    }
    let run = subject.run;
    let source = given(run, "--on").unwrap_or(&run.machine.source);
    let mut options = vec![format!("--on {}", quoted(source))];
    if let Some(simulation) = &run.simulation {
        options.push(format!("--seed {}", simulation.seed));
        let script = given(run, "--faults").unwrap_or(FAULTS);
        options.extend(simulation.faults.as_ref().map(|_| format!("--faults {}", quoted(script))));
        options.extend(simulation.behaves.iter().map(|it| format!("--behaves {}", quoted(it))));
    }
    options
}

/// The clock of a simulated machine's processors, GHz; `None` if it came from a capture.
pub(super) fn clock_ghz(run: &RunDocument) -> Option<f64> {
    let text = run.simulation.as_ref()?.machine.as_ref()?;
    let file = machine_file::read(text).ok()?;
    Some(file.machine.busy_clock().get())
}

/// An option's value in the run's command.
fn given<'a>(run: &'a RunDocument, option: &str) -> Option<&'a str> {
    let mut words = run.command.iter();
    words
        .find_map(|word| match word.strip_prefix(option)? {
            "" => Some(""),
            // Another option may begin with the same letters.
            rest => rest.strip_prefix('='),
        })
        .and_then(
            |value| if value.is_empty() { words.next().map(String::as_str) } else { Some(value) },
        )
}

pub(super) fn quoted(word: &str) -> String {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || "_@%+=:,./-".contains(it);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', "'\\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_a_shell_would_cut_them() {
        assert_eq!(quoted("catalog:a-b/2x.toml"), "catalog:a-b/2x.toml");
        assert_eq!(quoted("my box.toml"), "'my box.toml'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }
}

//! The live view in a real terminal: tmux, with simulated drives, so that no rights are needed.

use std::process::{Command, Output};
use std::time::{Duration, Instant};

use crate::home::{Home, Z170};

/// A machine that is very slow still draws a screen in this time.
const PATIENCE: Duration = Duration::from_secs(120);

struct Terminal {
    home: Home,
    /// Sockets have short paths only (unix(7)).
    socket: tempfile::TempDir,
}

impl Terminal {
    /// `None` if there is no tmux. Afterwards the terminal shows the state it was left in.
    fn run(size: (u16, u16), environment: &str, words: &str) -> Option<Self> {
        if Command::new("tmux").arg("-V").output().is_err() {
            println!("skipped: no tmux");
            return None;
        }
        let terminal = Self { home: Home::new(), socket: tempfile::tempdir().unwrap() };
        let binary = env!("CARGO_BIN_EXE_narrows");
        let state = terminal.home.path().display();
        // Ctrl-C reaches the shell, too, which then ends unless it has something to do about it.
        let line = format!(
            "trap : INT; LC_ALL=C.UTF-8 XDG_STATE_HOME='{state}' {environment} '{binary}' {words} \
             > '{state}/stdout'; code=$?; stty -a; echo END=$code; exec cat"
        );
        let (columns, lines) = (size.0.to_string(), size.1.to_string());
        let size = ["-x", &columns, "-y", &lines];
        let words = [&["-u", "new-session", "-d"], &size[..], &["sh", "-c", &line]].concat();
        terminal.tmux(&words);
        Some(terminal)
    }

    /// A measurement that takes hours, also in virtual time.
    fn measure(size: (u16, u16), environment: &str, more: &str) -> Option<Self> {
        let words =
            format!("measure --on {Z170} --set all --time 1h --repeat 900 --no-report {more}");
        Self::run(size, environment, &words)
    }

    fn tmux(&self, words: &[&str]) -> Output {
        let mut tmux = Command::new("tmux");
        tmux.args(["-f", "/dev/null", "-S"]).arg(self.socket.path().join("s")).args(words);
        tmux.env_remove("TMUX").env_remove("NO_COLOR").output().unwrap()
    }

    fn output_of(&self, words: &[&str]) -> String {
        String::from_utf8_lossy(&self.tmux(words).stdout).into_owned()
    }

    fn screen(&self) -> String {
        self.output_of(&["capture-pane", "-p"])
    }

    /// The first screen that is as wanted.
    fn until(&self, what: &str, is_so: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        loop {
            let screen = self.screen();
            if is_so(&screen) {
                return screen;
            }
            assert!(begun.elapsed() < PATIENCE, "never {what}:\n{screen}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn until_measuring(&self) -> String {
        self.until("a limit", |screen| screen.contains("m8pe1") && screen.contains("Bottleneck: "))
    }

    fn keys(&self, keys: &str) {
        self.tmux(&["send-keys", keys]);
    }

    fn resize(&self, columns: u16, lines: u16) {
        let (columns, lines) = (columns.to_string(), lines.to_string());
        self.tmux(&["resize-window", "-x", &columns, "-y", &lines]);
    }

    /// Signals the command itself: the child of the shell that runs in the terminal.
    fn kill(&self, signals: &str) {
        let shell = self.output_of(&["display-message", "-p", "#{pane_pid}"]);
        let shell = shell.trim();
        let children = std::fs::read_to_string(format!("/proc/{shell}/task/{shell}/children"));
        let child = children.unwrap().trim().to_owned();
        let line = signals.split(' ').map(|signal| format!("kill -{signal} {child}; "));
        Command::new("sh").args(["-c", &line.collect::<String>()]).output().unwrap();
    }

    /// It ended with this code and left the terminal as it was.
    fn assert_given_back(&self, code: u8) {
        let end = format!("END={code}");
        let screen = self.until(&end, |screen| screen.contains(&end));
        for mode in ["icanon", "echo", "isig", "ixon"] {
            assert!(screen.split_whitespace().any(|word| word == mode), "{mode}:\n{screen}");
        }
        for key in ["susp = ^Z", "quit = ^\\"] {
            assert!(screen.contains(key), "{key}:\n{screen}");
        }
        let state = self.output_of(&["display-message", "-p", "#{alternate_on} #{cursor_flag}"]);
        assert_eq!(state.trim(), "0 1", "the other screen, the cursor");
    }

    fn stdout(&self) -> String {
        std::fs::read_to_string(self.home.path().join("stdout")).unwrap()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.tmux(&["kill-server"]);
    }
}

fn assert_fits(screen: &str, columns: usize) {
    for line in screen.lines() {
        assert!(line.chars().count() <= columns, "{line:?} in\n{screen}");
    }
}

#[test]
fn a_screen_shows_what_runs_follows_the_window_and_ends_by_a_key() {
    let Some(terminal) = Terminal::measure((80, 24), "", "--live --json") else { return };
    // How long it takes is known a moment after the first figures.
    let shown = ["m8pe1", "m8pe3", "ssd750", "DMI 3.0 x4", "Bottleneck: ", "q quit", " left"];
    let screen = terminal.until("all of it", |screen| shown.iter().all(|it| screen.contains(it)));
    assert_fits(&screen, 80);
    terminal.keys("s");
    terminal.until("a sorted column", |screen| screen.contains('▼'));
    terminal.keys("p");
    terminal.until("a pause", |screen| screen.contains("[paused]"));
    terminal.resize(20, 12);
    let narrow = terminal.until("a narrow screen", |screen| {
        screen.lines().all(|line| line.chars().count() <= 20) && screen.contains("q quit")
    });
    assert!(narrow.contains("MB/s") && narrow.contains("m8pe1"), "{narrow}");
    terminal.resize(120, 40);
    terminal.until("a wide screen", |screen| screen.contains("freeze order"));
    terminal.keys("q");
    terminal.assert_given_back(130);
    let run: serde_json::Value = serde_json::from_str(&terminal.stdout()).unwrap();
    assert_eq!(run["partial"], true, "what was cut short says so");
    assert!(run["results"].as_array().is_some_and(|rows| !rows.is_empty()));
}

#[test]
fn colours_are_only_where_they_are_wanted() {
    let coloured = |environment: &str, more: &str| {
        let terminal = Terminal::measure((80, 24), environment, more)?;
        terminal.until_measuring();
        let drawn = terminal.output_of(&["capture-pane", "-p", "-e"]);
        Some(drawn.split('\x1b').any(|part| part.starts_with("[3") && !part.starts_with("[39m")))
    };
    let Some(usual) = coloured("", "--live") else { return };
    assert!(usual);
    assert_eq!(coloured("NO_COLOR=1", "--live"), Some(false));
    assert_eq!(coloured("NO_COLOR=1", "--live --color always"), Some(true));
    assert_eq!(coloured("", "--live --color never"), Some(false));
}

#[test]
fn signals_give_the_terminal_back() {
    let Some(terminal) = Terminal::measure((80, 24), "", "--live") else { return };
    terminal.until_measuring();
    terminal.kill("TERM");
    terminal.assert_given_back(130);
    assert!(terminal.stdout().contains("m8pe1"), "what it had is shown");
}

/// The second of two signals ends at once, without an orderly end.
#[test]
fn a_hard_end_gives_the_terminal_back_too() {
    let Some(terminal) = Terminal::measure((80, 24), "", "--live") else { return };
    terminal.until_measuring();
    terminal.kill("INT INT INT");
    terminal.assert_given_back(130);
}

#[test]
fn ctrl_c_ends_as_ever_and_a_screen_that_is_unwanted_stays_away() {
    let Some(terminal) = Terminal::measure((80, 24), "", "--live=never") else { return };
    terminal.until("a bar", |screen| screen.contains("m8pe1"));
    assert_eq!(terminal.output_of(&["display-message", "-p", "#{alternate_on}"]).trim(), "0");
    let Some(terminal) = Terminal::measure((80, 20), "", "") else { return };
    // By itself, as soon as it lasts.
    terminal.until_measuring();
    assert_eq!(terminal.output_of(&["display-message", "-p", "#{alternate_on}"]).trim(), "1");
    terminal.keys("C-c");
    terminal.assert_given_back(130);
}

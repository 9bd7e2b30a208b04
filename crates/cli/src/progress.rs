//! A command's current activity, on stderr: a screen, a bar or lines.
//!
//! A reader at a terminal sees measurements on a screen (`live`), and small work as a bar; who
//! reads a file or a pipe gets a line now and then with the figures of the moment.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use narrows_engine::Gauge;
use narrows_messages::{Language, Localizer};
use narrows_topology::Id;
use narrows_units::Nanos;

use crate::bar::ProgressBarGuard;
use crate::live::{LiveBoard, RunningRound, line};
use crate::measuring::watch::TargetReadings;
use crate::output::{self, CliOutput, TerminalChoice};
use crate::platform::{screen, streams};

pub struct ProgressReporter {
    shown: ProgressDisplay,
}

enum ProgressDisplay {
    Nowhere,
    Bar(ProgressBarGuard),
    Screen(Arc<LiveBoard>),
    Lines(Box<ProgressLines>),
}

struct ProgressLines {
    board: LiveBoard,
    language: Language,
    last: Mutex<Instant>,
}

/// Between two lines.
const PACE: Duration = Duration::from_secs(10);

impl ProgressReporter {
    /// Of small work: a bar.
    pub fn new(output: &CliOutput) -> Self {
        Self {
            shown: ProgressBarGuard::new(output)
                .map_or(ProgressDisplay::Nowhere, ProgressDisplay::Bar),
        }
    }

    /// For measuring: a screen on a terminal, unless unwanted; lines without a terminal.
    pub fn measuring(output: &CliOutput) -> Self {
        if output.quiet {
            return Self { shown: ProgressDisplay::Nowhere };
        }
        if !io::stderr().is_terminal() {
            return Self { shown: ProgressDisplay::Lines(Box::new(ProgressLines::new(output))) };
        }
        let screen = || screen::open(output.live == TerminalChoice::Always, output);
        match (output.live.or(|| !streams::is_stdout_pipe())
            && !output::is_dumb()
            && screen::can_open())
        .then(screen)
        .flatten()
        {
            Some(board) => Self { shown: ProgressDisplay::Screen(board) },
            None => Self::new(output),
        }
    }

    pub fn is_seen(&self) -> bool {
        matches!(self.shown, ProgressDisplay::Bar(_) | ProgressDisplay::Screen(_))
    }

    pub fn say(&self, what: String) {
        match &self.shown {
            ProgressDisplay::Bar(bar) => bar.say(what),
            _ => self.board().into_iter().for_each(|board| board.say(what.clone())),
        }
    }

    /// Which share of all there is to do is done, 0 to 1.
    pub fn at(&self, share: f64) {
        self.left(share, None);
    }

    /// The same, with how long the rest takes.
    pub fn left(&self, share: f64, left: Option<Nanos>) {
        if let ProgressDisplay::Bar(bar) = &self.shown {
            bar.at(share);
        }
        if let Some(board) = self.board() {
            board.at(share, left);
        }
        if let ProgressDisplay::Lines(lines) = &self.shown {
            lines.board.sample();
            let Ok(mut last) = lines.last.lock() else { return };
            if last.elapsed() >= PACE {
                *last = Instant::now();
                let localizer = Localizer::new(lines.language);
                let _ = writeln!(io::stderr(), "{}", line(&lines.board.view(), &localizer));
            }
        }
    }

    pub fn end(&self) {
        self.board().into_iter().for_each(LiveBoard::end);
    }

    pub fn run(&self, running: impl FnOnce() -> RunningRound) {
        if let Some(board) = self.board() {
            board.run(running());
        }
    }

    /// The gauge in which the threads of a target count; `None` without an observer.
    pub fn gauge(&self, target: &Id) -> Option<Gauge> {
        self.board()?.gauge(target)
    }

    /// Whether events around targets are shown.
    pub fn shows_surroundings(&self) -> bool {
        matches!(self.shown, ProgressDisplay::Screen(_))
    }

    pub fn readings(&self, target: &Id, readings: TargetReadings) {
        self.board().into_iter().for_each(|board| board.readings(target, readings));
    }

    fn board(&self) -> Option<&LiveBoard> {
        match &self.shown {
            ProgressDisplay::Screen(board) => Some(board),
            ProgressDisplay::Lines(lines) => Some(&lines.board),
            ProgressDisplay::Nowhere | ProgressDisplay::Bar(_) => None,
        }
    }
}

impl Drop for ProgressReporter {
    fn drop(&mut self) {
        match &self.shown {
            // It stays until there is something to print: the next round may begin at once.
            ProgressDisplay::Screen(board) => board.say(String::new()),
            ProgressDisplay::Bar(_) | ProgressDisplay::Lines(_) | ProgressDisplay::Nowhere => {}
        }
    }
}

impl ProgressLines {
    fn new(output: &CliOutput) -> Self {
        let language = output.localizer.language();
        Self { board: LiveBoard::default(), language, last: Mutex::new(Instant::now()) }
    }
}

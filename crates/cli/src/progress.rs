//! What a command is doing, on stderr: a screen, a bar or lines.
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

use crate::bar::Bar;
use crate::live::{Board, Running, line};
use crate::measuring::watch::Seen;
use crate::output::{self, Output, When};
use crate::platform::{screen, streams};

/// Tells what is being done and how much of it.
pub struct Progress {
    shown: Shown,
}

enum Shown {
    Nowhere,
    Bar(Bar),
    Screen(Arc<Board>),
    Lines(Box<Lines>),
}

/// A line now and then.
struct Lines {
    board: Board,
    language: Language,
    last: Mutex<Instant>,
}

/// Between two lines.
const PACE: Duration = Duration::from_secs(10);

impl Progress {
    /// Of small work: a bar.
    pub fn new(output: &Output) -> Self {
        Self { shown: Bar::new(output).map_or(Shown::Nowhere, Shown::Bar) }
    }

    /// Of measuring: a screen, where there is a terminal and it is not unwanted; lines, where there
    /// is none.
    pub fn measuring(output: &Output) -> Self {
        if output.quiet {
            return Self { shown: Shown::Nowhere };
        }
        if !io::stderr().is_terminal() {
            return Self { shown: Shown::Lines(Box::new(Lines::new(output))) };
        }
        let screen = || screen::open(output.live == When::Always, output);
        match wants_screen(output).then(screen).flatten() {
            Some(board) => Self { shown: Shown::Screen(board) },
            None => Self::new(output),
        }
    }

    /// The output is watched.
    pub fn is_seen(&self) -> bool {
        matches!(self.shown, Shown::Bar(_) | Shown::Screen(_))
    }

    /// What is being done now.
    pub fn say(&self, what: String) {
        match &self.shown {
            Shown::Bar(bar) => bar.say(what),
            _ => self.board().into_iter().for_each(|board| board.say(what.clone())),
        }
    }

    /// Which share of all there is to do is done, 0 to 1.
    pub fn at(&self, share: f64) {
        self.left(share, None);
    }

    /// The same, with how long the rest takes.
    pub fn left(&self, share: f64, left: Option<Nanos>) {
        if let Shown::Bar(bar) = &self.shown {
            bar.at(share);
        }
        if let Some(board) = self.board() {
            board.at(share, left);
        }
        if let Shown::Lines(lines) = &self.shown {
            lines.tell();
        }
    }

    /// The end was requested.
    pub fn end(&self) {
        self.board().into_iter().for_each(Board::end);
    }

    /// A round begins.
    pub fn run(&self, running: impl FnOnce() -> Running) {
        if let Some(board) = self.board() {
            board.run(running());
        }
    }

    /// Where the threads of a target write down what they count; none without an observer.
    pub fn gauge(&self, target: &Id) -> Option<Gauge> {
        self.board()?.gauge(target)
    }

    /// Whether anybody sees what happens around targets.
    pub fn shows_surroundings(&self) -> bool {
        matches!(self.shown, Shown::Screen(_))
    }

    /// What was seen last around a target.
    pub fn seen(&self, target: &Id, seen: Seen) {
        self.board().into_iter().for_each(|board| board.seen(target, seen));
    }

    fn board(&self) -> Option<&Board> {
        match &self.shown {
            Shown::Screen(board) => Some(board),
            Shown::Lines(lines) => Some(&lines.board),
            Shown::Nowhere | Shown::Bar(_) => None,
        }
    }
}

/// Whether a measurement is shown on a screen of stderr's terminal. By itself not where stdout is a
/// pipe: at its other end may be a pager, which wants the terminal, too.
fn wants_screen(output: &Output) -> bool {
    output.live.or(|| !streams::is_stdout_pipe()) && !output::is_dumb() && screen::can_open()
}

impl Drop for Progress {
    fn drop(&mut self) {
        match &self.shown {
            // It stays until there is something to print: the next round may begin at once.
            Shown::Screen(board) => board.say(String::new()),
            Shown::Bar(_) | Shown::Lines(_) | Shown::Nowhere => {}
        }
    }
}

impl Lines {
    fn new(output: &Output) -> Self {
        let language = output.localizer.language();
        Self { board: Board::default(), language, last: Mutex::new(Instant::now()) }
    }

    fn tell(&self) {
        self.board.sample();
        let Ok(mut last) = self.last.lock() else { return };
        if last.elapsed() >= PACE {
            *last = Instant::now();
            let localizer = Localizer::new(self.language);
            let _ = writeln!(io::stderr(), "{}", line(&self.board.view(), &localizer));
        }
    }
}

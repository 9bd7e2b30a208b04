//! A progress bar on stderr, when somebody is looking.

use std::io::{self, IsTerminal};

use crate::output::{self, Output};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Tells what is being done and how much of it.
pub struct Progress {
    bar: ProgressBar,
}

const STEPS: u64 = 1000;

impl Progress {
    pub fn new(output: &Output) -> Self {
        let bar = ProgressBar::new(STEPS);
        let visible = !output.quiet && io::stderr().is_terminal() && !output::is_dumb();
        bar.set_draw_target(if visible {
            ProgressDrawTarget::stderr()
        } else {
            ProgressDrawTarget::hidden()
        });
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {percent:>3} %  {msg}") {
            bar.set_style(style.progress_chars(if output.style.unicode {
                "█▌ "
            } else {
                "#> "
            }));
        }
        Self { bar }
    }

    /// Somebody is looking.
    pub fn is_seen(&self) -> bool {
        !self.bar.is_hidden()
    }

    /// What is being done now.
    pub fn say(&self, what: String) {
        self.bar.set_message(what);
    }

    /// Which share of all there is to do is done, 0 to 1.
    pub fn at(&self, share: f64) {
        self.bar.set_position((share.clamp(0.0, 1.0) * STEPS as f64) as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

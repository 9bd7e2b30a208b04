//! Small work as a bar on stderr, at a terminal.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::output::{self, CliOutput};
use crate::platform::streams;

const STEPS: u64 = 1000;

/// A bar, which goes when this is dropped.
pub struct ProgressBarGuard(ProgressBar);

impl ProgressBarGuard {
    /// `None` if it would not be visible.
    pub fn new(output: &CliOutput) -> Option<Self> {
        let visible = !output.quiet && io::stderr().is_terminal() && !output::is_dumb();
        visible.then(|| Self(bar(output)))
    }

    pub fn say(&self, what: String) {
        self.0.set_message(what);
    }

    /// Which share of all there is to do is done, 0 to 1.
    pub fn at(&self, share: f64) {
        self.0.set_position((share.clamp(0.0, 1.0) * STEPS as f64) as u64);
    }
}

impl Drop for ProgressBarGuard {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

fn bar(output: &CliOutput) -> ProgressBar {
    streams::close_screen();
    let bar = ProgressBar::new(STEPS);
    bar.set_draw_target(ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:24} {percent:>3} %  {msg}") {
        let letters = if output.style.unicode { "█▌ " } else { "#> " };
        bar.set_style(style.progress_chars(letters));
    }
    bar
}

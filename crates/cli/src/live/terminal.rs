//! The terminal: taking it over, and giving it back whatever happens.
//!
//! It is given back when the screen is dropped, by a panic before it says anything, and by the second of
//! two signals before it ends the process.

use std::io::{self, IsTerminal, Stderr};
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Once, OnceLock};

use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::terminal::Terminal;
use ratatui_crossterm::CrosstermBackend;
use ratatui_crossterm::crossterm::cursor::Hide;
use ratatui_crossterm::crossterm::execute;
use ratatui_crossterm::crossterm::style::force_color_output;
use ratatui_crossterm::crossterm::terminal::EnterAlternateScreen;
use rustix::termios::{
    InputModes, LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcgetpgrp,
    tcgetwinsize, tcsetattr,
};

/// Leaves the other screen, shows the cursor, ends colours (xterm, "Control Sequences": DECRST 1049,
/// DECTCEM, SGR 0).
const BACK: &[u8] = b"\x1b[0m\x1b[?1049l\x1b[?25h";

/// How the terminal was before; it does not change between two screens of one process.
static BEFORE: OnceLock<Termios> = OnceLock::new();
static IS_OPEN: AtomicBool = AtomicBool::new(false);
static HOOK: Once = Once::new();

/// A terminal that is ours alone until this is dropped.
pub struct LiveScreen {
    terminal: Terminal<CrosstermBackend<Stderr>>,
}

impl LiveScreen {
    /// Takes the terminal over. Whether there are colours was decided by the command line, too, and not
    /// by the environment alone.
    pub fn open(colour: bool) -> io::Result<Self> {
        force_color_output(colour);
        let now = tcgetattr(io::stderr())?;
        let before = BEFORE.get_or_init(|| now);
        // Otherwise a panic's message is lost with the screen; where panics abort, nothing is
        // dropped.
        HOOK.call_once(|| {
            let usual = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                restore();
                usual(panic);
            }));
        });
        let terminal = Terminal::new(CrosstermBackend::new(io::stderr()))?;
        // Before the first change, so that a signal in between gives the terminal back.
        IS_OPEN.store(true, Ordering::SeqCst);
        // From here on an error drops the screen, which does the same.
        let screen = Self { terminal };
        tcsetattr(io::stderr(), OptionalActions::Now, &quiet(before))?;
        execute!(io::stderr(), EnterAlternateScreen, Hide)?;
        Ok(screen)
    }

    /// Whether it has not been given back meanwhile.
    pub fn is_open() -> bool {
        IS_OPEN.load(Ordering::SeqCst)
    }

    /// Draws anew, in the size that the terminal has now.
    pub fn draw(&mut self, paint: impl FnOnce(Rect, &mut Buffer)) -> io::Result<()> {
        self.terminal.draw(|frame| paint(frame.area(), frame.buffer_mut())).map(drop)
    }
}

impl Drop for LiveScreen {
    fn drop(&mut self) {
        restore();
    }
}

/// Keys arrive one by one without echo. Ctrl-C stays a signal, so that it works whatever this
/// process does; those that stop or abort would leave the screen as it is, and are keys like others.
fn quiet(before: &Termios) -> Termios {
    let mut quiet = before.clone();
    quiet.local_modes -= LocalModes::ICANON | LocalModes::ECHO | LocalModes::IEXTEN;
    quiet.input_modes -= InputModes::IXON | InputModes::ICRNL;
    // 0 disables the key (termios(3), _POSIX_VDISABLE on Linux).
    quiet.special_codes[SpecialCodeIndex::VSUSP] = 0;
    quiet.special_codes[SpecialCodeIndex::VQUIT] = 0;
    quiet
}

/// Gives the terminal back, if it was taken. Makes system calls only, so that a signal handler may call
/// it (signal-safety(7): write, tcsetattr).
pub fn restore() {
    if IS_OPEN.swap(false, Ordering::SeqCst) {
        let _ = rustix::io::write(io::stderr(), BACK);
        if let Some(before) = BEFORE.get() {
            let _ = tcsetattr(io::stderr(), OptionalActions::Now, before);
        }
    }
}

/// Whether a screen can be opened: standard error is a terminal with a size, and this process may
/// use it. A job in the background would be stopped for it.
pub fn can_open() -> bool {
    let stderr = io::stderr();
    let has_size = || tcgetwinsize(&stderr).is_ok_and(|size| size.ws_col > 0 && size.ws_row > 0);
    let is_foreground =
        || tcgetpgrp(stderr.as_fd()).is_ok_and(|group| group == rustix::process::getpgrp());
    stderr.is_terminal() && has_size() && is_foreground()
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::time::{Duration, Instant};

    use super::*;

    const INSIDE: &str = "NARROWS_TEST_PANICS";

    /// This very test, run in a terminal, takes it over and panics.
    #[test]
    fn a_panic_gives_the_terminal_back() {
        if std::env::var_os(INSIDE).is_some() {
            let _screen = LiveScreen::open(true).unwrap();
            panic!("on the screen");
        }
        let folder = tempfile::tempdir().unwrap();
        let tmux = |words: &[&str]| {
            let mut tmux = Command::new("tmux");
            tmux.args(["-f", "/dev/null", "-S"]).arg(folder.path().join("s")).args(words);
            tmux.env(INSIDE, "1").output()
        };
        let own = std::env::current_exe().unwrap();
        let name = "live::terminal::tests::a_panic_gives_the_terminal_back";
        let line = format!("'{}' --exact {name} --nocapture; exec cat", own.display());
        if tmux(&["new-session", "-d", "-x", "200", "-y", "40", "sh", "-c", &line]).is_err() {
            return println!("skipped: no tmux");
        }
        let tmux_output = |words: &[&str]| String::from_utf8(tmux(words).unwrap().stdout).unwrap();
        let begun = Instant::now();
        let mut screen = String::new();
        while !screen.contains("test result") && begun.elapsed() < Duration::from_secs(60) {
            std::thread::sleep(Duration::from_millis(50));
            screen = tmux_output(&["capture-pane", "-p"]);
        }
        let state = tmux_output(&["display-message", "-p", "#{alternate_on} #{cursor_flag}"]);
        let _ = tmux(&["kill-server"]);
        assert!(screen.contains("on the screen"), "{screen}");
        assert_eq!(state.trim(), "0 1");
    }
}

//! The thread that draws and reads keys.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{JoinHandle, sleep};
use std::time::{Duration, Instant};

use narrows_messages::{Language, Localizer};
use ratatui_crossterm::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, poll, read};
use rustix::process::{Signal, getpid, kill_process};

use super::board::LiveBoard;
use super::draw::{ScreenStyle, draw};
use super::hand::{KeyAction, LiveKey, ViewSettings};
use super::terminal::LiveScreen;
use super::view::LiveView;
use crate::output::CliOutput;

/// Shorter activities would flash by; they get no screen unless requested.
const WAIT: Duration = Duration::from_millis(700);
/// Between two screens.
const PACE: Duration = Duration::from_millis(200);
/// Between two looks at whether to end.
const STEP: Duration = Duration::from_millis(50);

static SESSION: Mutex<Option<Session>> = Mutex::new(None);

struct Session {
    board: Arc<LiveBoard>,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

/// The board for the state to show; one screen at a time, which stays until [`close`]. `None` if no
/// thread could be started. With `at_once` it opens without waiting whether this lasts.
pub fn open(at_once: bool, output: &CliOutput) -> Option<Arc<LiveBoard>> {
    let mut session = SESSION.lock().ok()?;
    if session.as_ref().is_none_or(|it| it.thread.is_finished()) {
        *session = Session::start(at_once, output);
    }
    session.as_ref().map(|session| Arc::clone(&session.board))
}

/// Gives the terminal back, for whoever wants to say something there.
pub fn close() {
    let session = SESSION.lock().ok().and_then(|mut session| session.take());
    if let Some(session) = session {
        session.stop.store(true, Ordering::SeqCst);
        let _ = session.thread.join();
    }
}

impl Session {
    fn start(at_once: bool, output: &CliOutput) -> Option<Self> {
        let (board, stop) = (Arc::new(LiveBoard::default()), Arc::new(AtomicBool::new(false)));
        let wait = if at_once { Duration::ZERO } else { WAIT };
        let drawing = ScreenThread {
            board: Arc::clone(&board),
            stop: Arc::clone(&stop),
            look: ScreenStyle { colour: output.stderr_colour, unicode: output.style.unicode },
            language: output.localizer.language(),
        };
        let thread = std::thread::Builder::new().name("narrows-live".into());
        let thread = thread.spawn(move || drawing.run(wait)).ok()?;
        Some(Self { board, stop, thread })
    }
}

struct ScreenThread {
    board: Arc<LiveBoard>,
    stop: Arc<AtomicBool>,
    look: ScreenStyle,
    language: Language,
}

impl ScreenThread {
    fn run(&self, wait: Duration) {
        let begun = Instant::now();
        while begun.elapsed() < wait && !self.ends() {
            self.board.sample();
            sleep(STEP);
        }
        if self.ends() {
            return;
        }
        if let Ok(screen) = LiveScreen::open(self.look.colour) {
            self.show(screen);
        }
    }

    fn ends(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    fn show(&self, mut screen: LiveScreen) {
        let localizer = Localizer::new(self.language);
        let (mut hand, mut view) = (ViewSettings::default(), LiveView::default());
        while !self.ends() && LiveScreen::is_open() {
            self.board.sample();
            if !hand.is_paused {
                view = self.board.view();
            }
            let drawn = screen.draw(|area, buffer| {
                draw(&view, &hand, self.look, &localizer, area, buffer);
            });
            if drawn.is_err() {
                return;
            }
            self.keys(&mut hand, &view);
        }
    }

    /// Takes keys until it is time to draw again, which a key makes it.
    fn keys(&self, hand: &mut ViewSettings, view: &LiveView) {
        let until = Instant::now() + PACE;
        while !self.ends() && Instant::now() < until {
            match poll(STEP) {
                Ok(true) => {}
                Ok(false) => continue,
                // No keys can be read here; the screen is worth having all the same.
                Err(_) => {
                    sleep(STEP);
                    continue;
                }
            }
            match read() {
                Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => {
                    if let Some(KeyAction::Quit) = key_of(key).and_then(|key| hand.press(key, view))
                    {
                        // As Ctrl-C does: the first time an orderly end, the second time at once.
                        self.board.end();
                        let _ = kill_process(getpid(), Signal::INT);
                    }
                    return;
                }
                // Another size is drawn at once, as after a key.
                _ => return,
            }
        }
    }
}

fn key_of(key: KeyEvent) -> Option<LiveKey> {
    Some(match key.code {
        KeyCode::Char(letter) => LiveKey::Letter(letter),
        KeyCode::Up => LiveKey::Up,
        KeyCode::Down => LiveKey::Down,
        KeyCode::PageUp => LiveKey::PageUp,
        KeyCode::PageDown => LiveKey::PageDown,
        KeyCode::Home => LiveKey::Home,
        _ => return None,
    })
}

//! The thread that draws and reads keys.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{JoinHandle, sleep};
use std::time::{Duration, Instant};

use narrows_messages::{Language, Localizer};
use ratatui_crossterm::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, poll, read};
use rustix::process::{Signal, getpid, kill_process};

use super::board::Board;
use super::draw::{Look, draw};
use super::hand::{Act, Hand, Key};
use super::terminal::Screen;
use super::view::View;
use crate::output::Output;

/// What is over sooner flashes by; it has no screen unless one is asked for.
const WAIT: Duration = Duration::from_millis(700);
/// Between two screens.
const PACE: Duration = Duration::from_millis(200);
/// Between two looks at whether to end.
const STEP: Duration = Duration::from_millis(50);

static SESSION: Mutex<Option<Session>> = Mutex::new(None);

/// A thread with what it draws.
struct Session {
    board: Arc<Board>,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

/// Where to write down what runs, so that it is shown; one screen at a time, which stays until
/// [`close`]. None where no thread could be started. With `at_once` it opens without waiting
/// whether this lasts.
pub fn open(at_once: bool, output: &Output) -> Option<Arc<Board>> {
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
    fn start(at_once: bool, output: &Output) -> Option<Self> {
        let (board, stop) = (Arc::new(Board::default()), Arc::new(AtomicBool::new(false)));
        let wait = if at_once { Duration::ZERO } else { WAIT };
        let drawing = Drawing {
            board: Arc::clone(&board),
            stop: Arc::clone(&stop),
            look: Look { colour: output.stderr_colour, unicode: output.style.unicode },
            language: output.localizer.language(),
        };
        let thread = std::thread::Builder::new().name("narrows-live".into());
        let thread = thread.spawn(move || drawing.run(wait)).ok()?;
        Some(Self { board, stop, thread })
    }
}

/// What runs in the thread.
struct Drawing {
    board: Arc<Board>,
    stop: Arc<AtomicBool>,
    look: Look,
    language: Language,
}

impl Drawing {
    fn run(&self, wait: Duration) {
        let begun = Instant::now();
        while begun.elapsed() < wait && !self.ends() {
            self.board.sample();
            sleep(STEP);
        }
        if self.ends() {
            return;
        }
        if let Ok(screen) = Screen::open(self.look.colour) {
            self.show(screen);
        }
    }

    fn ends(&self) -> bool {
        self.stop.load(Ordering::SeqCst)
    }

    fn show(&self, mut screen: Screen) {
        let localizer = Localizer::new(self.language);
        let (mut hand, mut view) = (Hand::default(), View::default());
        while !self.ends() && Screen::is_open() {
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
    fn keys(&self, hand: &mut Hand, view: &View) {
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
                    if let Some(Act::Quit) = key_of(key).and_then(|key| hand.press(key, view)) {
                        self.quit();
                    }
                    return;
                }
                _ => return,
            }
        }
    }

    /// As Ctrl-C does: the first time an orderly end, the second time at once.
    fn quit(&self) {
        self.board.end();
        let _ = kill_process(getpid(), Signal::INT);
    }
}

fn key_of(key: KeyEvent) -> Option<Key> {
    Some(match key.code {
        KeyCode::Char(letter) => Key::Letter(letter),
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Home => Key::Home,
        _ => return None,
    })
}

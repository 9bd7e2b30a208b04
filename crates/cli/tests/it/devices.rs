//! Things that must not even be opened where a file is expected: opening alone arms a watchdog or
//! rewinds a tape, and a pipe without a writer waits for ever.

use std::fs;

use rustix::fs::inotify::{self, CreateFlags, Reader, WatchFlags};
use rustix::fs::{CWD, FileType, Mode, makedev, mknodat};
use rustix::io::Errno;

use crate::home::{Home, text_of};

/// Commands that take a file, which follows the words.
const COMMANDS: [&[&str]; 17] = [
    &["measure"],
    &["measure", "--file"],
    &["measure", "--raw-write", "--rehearse"],
    &["explain"],
    &["stripe", "/dev/zero"],
    &["bench"],
    &["see"],
    &["predict"],
    &["plan"],
    &["lanes"],
    &["check"],
    &["learn"],
    &["import"],
    &["history"],
    &["verify"],
    &["catalog", "--catalog"],
    &["see", "--html"],
];

#[test]
fn no_command_opens_a_character_device() {
    let home = Home::new();
    let node = home.path().join("watchdog");
    // The number of /dev/null, which has no effects of its own.
    let made = mknodat(CWD, &node, FileType::CharacterDevice, Mode::RUSR, makedev(1, 3));
    if let Err(errno) = made {
        return println!("skipped: no device node can be made ({errno})");
    }
    let watch = inotify::init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).unwrap();
    inotify::add_watch(&watch, &node, WatchFlags::OPEN).unwrap();
    let mut buffer = [const { std::mem::MaybeUninit::uninit() }; 4096];
    for words in COMMANDS {
        let output = home.narrows(&[words, &[node.to_str().unwrap()]].concat());
        assert!(!output.status.success(), "{words:?}");
        let event = Reader::new(&watch, &mut buffer).next().map(|event| event.events());
        assert_eq!(event, Err(Errno::AGAIN), "{words:?}: {}", text_of(&output));
    }
    // The watch itself works.
    drop(fs::File::open(&node));
    assert!(Reader::new(&watch, &mut buffer).next().is_ok());
}

#[test]
fn settings_that_are_a_pipe_are_not_waited_for() {
    let home = Home::new();
    let settings = home.path().join("narrows");
    fs::create_dir(&settings).unwrap();
    rustix::fs::mkfifoat(CWD, settings.join("slots.toml"), Mode::RUSR).unwrap();
    let output = home.command(&["see"]).env("XDG_CONFIG_HOME", home.path()).output().unwrap();
    assert!(text_of(&output).contains("slots.toml"), "{}", text_of(&output));
}

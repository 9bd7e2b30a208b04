//! Questions from public threads, as people would type them: the thread's conclusion is in the answer's
//! first screen.

use serde::Deserialize;

use crate::home::{program, text_of};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Threads {
    thread: Vec<Thread>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Thread {
    page: String,
    question: String,
    came_to: String,
    ask: Vec<String>,
    must: Vec<String>,
    must_not: Vec<String>,
}

/// Lines that a terminal shows without scrolling.
const SCREEN: usize = 24;

#[test]
fn what_a_thread_came_to_stands_in_the_first_screen() {
    let threads: Threads = toml::from_str(include_str!("forum.toml")).unwrap();
    let mut wrong = Vec::new();
    for thread in &threads.thread {
        assert!(!thread.question.is_empty() && !thread.came_to.is_empty(), "{}", thread.page);
        let mut command = program(&[]);
        command.args(&thread.ask).env("COLUMNS", "80");
        let output = command.env("NO_COLOR", "1").output().expect("the binary runs");
        let page = String::from_utf8_lossy(&output.stdout);
        let screen: Vec<&str> = page.lines().take(SCREEN).collect();
        // Sentences are broken over lines.
        let screen = screen.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
        let missing = thread.must.iter().filter(|it| !screen.contains(it.as_str()));
        let there = thread.must_not.iter().filter(|it| screen.contains(it.as_str()));
        let slips: Vec<&String> = missing.chain(there).collect();
        if !slips.is_empty() {
            let said = text_of(&output);
            wrong.push(format!("{}\n{:?}\n{slips:?}\n{page}\n{said}", thread.page, thread.ask));
        }
    }
    let (wrong, all) = (wrong.join("\n\n"), threads.thread.len());
    assert!(wrong.is_empty(), "of {all} threads these are answered otherwise:\n{wrong}");
}

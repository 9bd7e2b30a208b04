//! `narrows web`: who is served, what never is, and where the page may be written.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use narrows_web::Desk;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

fn narrows(words: &[&str]) -> Command {
    let mut narrows = Command::new(env!("CARGO_BIN_EXE_narrows"));
    narrows.arg("web").args(words).env("LC_ALL", "C.UTF-8").env("NARROWS_CATALOG", "");
    narrows.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    narrows
}

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

/// A server that runs until this is dropped.
struct Served {
    child: Child,
    /// `127.0.0.1:PORT`.
    host: String,
    /// `/TOKEN/`.
    path: String,
}

impl Served {
    fn of(words: &[&str]) -> Self {
        let mut child =
            narrows(words).current_dir(fixtures()).stdout(Stdio::piped()).spawn().unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        let rest = url.trim().strip_prefix("http://").unwrap();
        let (host, path) = rest.split_once('/').unwrap();
        Self { child, host: host.to_owned(), path: format!("/{path}") }
    }

    /// The head and the body of what a request brings.
    fn ask(&self, method: &str, path: &str, host: &str) -> (String, Vec<u8>) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        write!(stream, "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n")
            .unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        (String::from_utf8(bytes[..end].to_vec()).unwrap(), bytes[end + 4..].to_vec())
    }

    fn get(&self, name: &str) -> (String, Vec<u8>) {
        self.ask("GET", &format!("{}{name}", self.path), &self.host)
    }

    fn status(&self, method: &str, path: &str, host: &str) -> u16 {
        self.ask(method, path, host).0.split(' ').nth(1).unwrap().parse().unwrap()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn only_who_knows_the_address_is_served() {
    let served = Served::of(&["--no-open", "catalog:asus-z170-a"]);
    let port = served.host.rsplit(':').next().unwrap();
    let (head, body) = served.get("");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(
        head.contains("frame-ancestors 'none'") && head.contains("default-src 'none'"),
        "{head}"
    );
    assert!(head.contains("Referrer-Policy: no-referrer"), "{head}");
    assert!(String::from_utf8_lossy(&body).contains("<title>Narrows</title>"));
    let path = served.path.as_str();
    assert_eq!(served.status("GET", path, &format!("localhost:{port}")), 200);
    for host in ["evil.example", "127.0.0.1", "evil.example:80", &format!("evil.example:{port}")] {
        assert_eq!(served.status("GET", path, host), 421, "{host}");
    }
    // The last digit is another one.
    let other = if path.ends_with("0/") { '1' } else { '0' };
    let almost = format!("{}{other}/", &path[..path.len() - 2]);
    for path in ["/", "/index.html", "/0/", &almost, "//", "/../", "/%2e%2e/"] {
        assert_eq!(served.status("GET", path, &served.host), 403, "{path}");
    }
    assert_eq!(served.status("POST", path, &served.host), 405);
    for missing in ["source", "../", "etc/passwd", "index.html/"] {
        assert_eq!(
            served.status("GET", &format!("{path}{missing}"), &served.host),
            404,
            "{missing}"
        );
    }
}

#[test]
fn a_capture_is_served_without_serial_numbers_and_shows_the_same_machine() {
    let name = "z170-trio.tar.gz";
    let see = Command::new(env!("CARGO_BIN_EXE_narrows"))
        .args(["see", name, "--json"])
        .current_dir(fixtures())
        .output()
        .unwrap();
    let see: Value = serde_json::from_slice(&see.stdout).unwrap();
    let drives = see["drives"].as_array().unwrap();
    let serials: Vec<&str> = drives.iter().filter_map(|drive| drive["serial"].as_str()).collect();
    assert!(!serials.is_empty(), "the fixture has serial numbers");
    let served = Served::of(&["--no-open", name]);
    let start: Value = serde_json::from_slice(&served.get("start.json").1).unwrap();
    assert_eq!(start["files"][0]["name"], name);
    let (head, source) = served.get(start["files"][0]["url"].as_str().unwrap());
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let mut desk = Desk::default();
    let told = desk.put(name, &source);
    assert!(!told.contains("\"error\""), "{told}");
    let state = start["state"].to_string();
    let shown = desk.document(&state, "see", narrows_answer::Time::UNLIMITED);
    for serial in serials {
        assert!(!shown.contains(serial), "{serial}");
    }
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(shown["drives"].as_array().unwrap().len(), drives.len());
    assert_eq!(shown["ports"], see["ports"]);
}

#[test]
fn it_ends_when_asked_to() {
    let mut served = Served::of(&["--no-open", "catalog:asus-z170-a"]);
    let pid = Pid::from_child(&served.child);
    kill_process(pid, Signal::INT).unwrap();
    assert_eq!(served.child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_port_that_is_taken_and_a_source_that_is_none_are_told() {
    let served = Served::of(&["--no-open", "catalog:asus-z170-a"]);
    let port = served.host.rsplit(':').next().unwrap();
    let said = |output: Output| String::from_utf8(output.stderr).unwrap();
    let taken = narrows(&["--no-open", "--port", port, "catalog:asus-z170-a"]).output().unwrap();
    assert_eq!(taken.status.code(), Some(1));
    assert!(said(taken).contains(port));
    let none = narrows(&["--no-open", "no-such-file"]).output().unwrap();
    assert_eq!(none.status.code(), Some(1));
    assert!(said(none).contains("no-such-file"));
}

fn export(folder: &Path, more: &[&str]) -> Output {
    let words = [&["--export", folder.to_str().unwrap()], more].concat();
    narrows(&words).output().unwrap()
}

#[test]
fn an_export_is_written_over_an_earlier_one_and_over_nothing_else() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let ours = folder.path().join("planner");
    for _ in 0..2 {
        let output = export(&ours, &[]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let module = fs::read(ours.join("narrows.wasm")).unwrap();
    assert!(module.starts_with(b"\0asm"));
    let other = folder.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("style.css"), "body { color: red }").unwrap();
    let refused = export(&other, &[]);
    assert_eq!(refused.status.code(), Some(5));
    assert!(!other.join("index.html").exists(), "nothing is written where one file is refused");
    assert_eq!(fs::read_to_string(other.join("style.css")).unwrap(), "body { color: red }");
    assert!(export(&other, &["--force"]).status.success());
}

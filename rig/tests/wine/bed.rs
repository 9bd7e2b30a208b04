//! Runs the programs for Linux and for Windows on the same words. If one of them or Wine is missing, a test says so
//! and skips.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use tempfile::TempDir;
use xtask::{binary, shell, windows};

const WINE: &str = "/usr/lib/wine/wine64";
const SERVER: &str = "/usr/lib/wine/wineserver64";

/// Where Windows has PowerShell, of which Wine has an empty one.
const SHELL: &str = "drive_c/windows/system32/WindowsPowerShell/v1.0/powershell.exe";
/// PowerShell's output, if it has any: one drive, which is Wine's `C:`.
const MACHINE: &str = "rig/windows/machine.json";
const PAGE: &str = "rig/windows/page";

/// Both programs, or why there are none; and a prefix of Wine's, whose making takes seconds.
static PROGRAMS: OnceLock<Result<[PathBuf; 2], String>> = OnceLock::new();

/// Runs are kept in one place of the prefix, which belongs to one test at a time.
static KEPT: Mutex<()> = Mutex::new(());

pub struct Bed {
    programs: [PathBuf; 2],
    folder: TempDir,
}

pub fn text_of(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()
}

fn prefix() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("wine")
}

fn wine(words: &[&str]) -> Command {
    let mut wine = Command::new(WINE);
    wine.args(words).env("WINEPREFIX", prefix()).env("WINEDEBUG", "-all");
    // No desktop, no menus and no other engines are wanted.
    wine.env("WINEDLLOVERRIDES", "winemenubuilder.exe,mscoree,mshtml=").env_remove("DISPLAY");
    wine.stdin(Stdio::null()).current_dir(root());
    wine
}

/// Wine's server ends when its last client has, and resets the connection of one that comes at that
/// moment; it stays for a minute without any.
fn stay() -> Result<(), String> {
    let mut server = Command::new(SERVER);
    server.arg("-p60").env("WINEPREFIX", prefix()).stdin(Stdio::null());
    let server = server.stdout(Stdio::null()).stderr(Stdio::null());
    std::fs::create_dir_all(prefix()).map_err(|error| error.to_string())?;
    match server.status() {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("{SERVER}: {error}")),
    }
}

fn programs() -> Result<[PathBuf; 2], String> {
    if !Path::new(WINE).is_file() {
        return Err("no wine64".to_owned());
    }
    let windows = match std::env::var_os(windows::BINARY) {
        Some(path) => path.into(),
        None => windows::built(root(), shell::cargo).map_err(|why| why.to_string())?,
    };
    let linux = binary::narrows(root()).map_err(|why| why.to_string())?;
    stay()?;
    // Processes it starts live as long as the server, with the pipes that it was given.
    let mut boot = wine(&["wineboot", "--init"]);
    let made = boot.stdout(Stdio::null()).stderr(Stdio::null()).status();
    let made = made.map_err(|error| error.to_string())?;
    if !made.success() {
        return Err(format!("wineboot: {made}"));
    }
    let shell = windows.with_file_name("powershell.exe");
    std::fs::copy(shell, prefix().join(SHELL)).map_err(|error| error.to_string())?;
    Ok([linux, windows])
}

impl Bed {
    pub fn new() -> Option<Self> {
        let folder = || tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        match PROGRAMS.get_or_init(programs) {
            Ok(programs) => Some(Self { programs: programs.clone(), folder: folder() }),
            Err(why) => {
                println!("skipped: {why}");
                None
            }
        }
    }

    /// The place where runs are kept, for this test alone.
    pub fn kept(&self) -> MutexGuard<'_, ()> {
        KEPT.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A folder for written files, as Wine sees it too: `/` is its drive Z.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The program that replaces DiskSpd, in a separate folder and under its own name.
    pub fn diskspd(&self) -> PathBuf {
        let folder = self.folder().join("tools");
        let program = folder.join("diskspd.exe");
        if !program.is_file() {
            std::fs::create_dir(&folder).unwrap();
            let built = self.programs[1].with_file_name("diskspd-of-rig.exe");
            std::fs::copy(built, &program).unwrap();
        }
        program
    }

    /// The files that Narrows made below a folder and that are there now.
    pub fn scratch_files(folder: &Path) -> Vec<PathBuf> {
        let Ok(entries) = folder.read_dir() else { return Vec::new() };
        let below = |entry: std::fs::DirEntry| {
            let (path, name) = (entry.path(), entry.file_name());
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => Self::scratch_files(&path),
                _ if name.to_string_lossy().starts_with(".narrows-") => vec![path],
                _ => Vec::new(),
            }
        };
        entries.flatten().flat_map(below).collect()
    }

    pub fn drive_c() -> PathBuf {
        prefix().join("drive_c")
    }

    /// Where runs are kept: Wine takes `LOCALAPPDATA` from its registry, whatever the environment says.
    pub fn runs(&self) -> PathBuf {
        let listed = self.windows(&["history", "--json"]).stdout;
        let listed: serde_json::Value = serde_json::from_slice(&listed).unwrap();
        let folder = listed["directory"].as_str().unwrap().replace('\\', "/");
        Self::drive_c().join(folder.trim_start_matches("C:/"))
    }

    /// Removes runs kept by earlier tests.
    pub fn forget_all(&self) {
        let runs = self.runs();
        if runs.exists() {
            std::fs::remove_dir_all(runs.parent().unwrap()).unwrap();
        }
    }

    pub fn linux(&self, words: &[&str]) -> Output {
        let mut linux = Command::new(&self.programs[0]);
        linux.args(words).current_dir(root()).stdin(Stdio::null());
        linux.env("LC_ALL", "C.UTF-8").env_remove("COLUMNS").output().unwrap()
    }

    /// Wine that cannot reach its server ends with 1 and without a word before the program begins (seen once, on a
    /// busy machine); the program itself never fails without a word.
    pub fn windows(&self, words: &[&str]) -> Output {
        let done = self.of_windows(words).output().unwrap();
        if done.status.code() != Some(1) || !done.stdout.is_empty() || !done.stderr.is_empty() {
            return done;
        }
        println!("Wine did not start the program for {words:?}, tried once more");
        self.of_windows(words).output().unwrap()
    }

    /// The same on a machine whose PowerShell shows something.
    pub fn on_machine(&self, words: &[&str]) -> Output {
        self.of_machine(words).output().unwrap()
    }

    /// The same, which runs on.
    pub fn begin(&self, words: &[&str]) -> Child {
        let mut begun = self.of_machine(words);
        begun.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    fn of_machine(&self, words: &[&str]) -> Command {
        let mut wine = self.of_windows(words);
        wine.env("NARROWS_CAPTURE", MACHINE);
        wine
    }

    /// The program for Windows with these words, not started yet.
    pub fn of_windows(&self, words: &[&str]) -> Command {
        let mut wine = wine(&[&[self.programs[1].to_str().unwrap()], words].concat());
        wine.env("LC_ALL", "C.UTF-8").env("NARROWS_PAGE", PAGE).env_remove("COLUMNS");
        wine
    }

    /// A program that serves the page until this is dropped.
    pub fn serve(&self, words: &[&str]) -> Page {
        let mut child = self.of_windows(words).stdout(Stdio::piped()).spawn().unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        let url = url.trim().strip_prefix("http://").expect("an address").to_owned();
        Page { child, url }
    }
}

pub struct Page {
    child: Child,
    url: String,
}

impl Page {
    /// The answer to a request for a file of it, with its head.
    pub fn get(&self, file: &str) -> String {
        let (host, path) = self.url.split_once('/').unwrap();
        let mut server = TcpStream::connect(host).unwrap();
        let request =
            format!("GET /{path}{file} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        server.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        server.read_to_end(&mut answer).unwrap();
        text_of(&answer)
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

//! `narrows web`: permitted and refused requests, and permitted folders for the page.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;

use narrows_web::PageService;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use crate::home::program;

/// A folder with files that stand in for the built page, which these tests do not run. The module is larger than a
/// MiB, the other files are smaller than half of one.
fn page() -> &'static Path {
    static PAGE: OnceLock<PathBuf> = OnceLock::new();
    PAGE.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page");
        fs::create_dir_all(&folder).unwrap();
        let module =
            [b"\0asm\x01\0\0\0\0\x12\x11Narrows: the page".as_slice(), &[0; 2 << 20]].concat();
        fs::write(folder.join("narrows.wasm"), module).unwrap();
        let index = "<head><!-- Narrows: the page --><title>Narrows</title>";
        fs::write(folder.join("index.html"), index).unwrap();
        for name in ["app.js", "worker.js", "style.css", "offline.js"] {
            fs::write(folder.join(name), "/* Narrows: the page */").unwrap();
        }
        folder
    })
}

fn narrows(words: &[&str]) -> Command {
    let mut narrows = program(&[&["web"], words].concat());
    narrows.env("NARROWS_PAGE", page()).env("NARROWS_CATALOG", "");
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

    /// Returns the head and body of the response.
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
    let mut desk = PageService::default();
    let answer = desk.put(name, &source);
    assert!(!answer.contains("\"error\""), "{answer}");
    let state = start["state"].to_string();
    let shown = desk.document(&state, "see", narrows_verdict::answer::TimeBudget::UNLIMITED);
    for serial in serials {
        assert!(!shown.contains(serial), "{serial}");
    }
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(shown["drives"].as_array().unwrap().len(), drives.len());
    assert_eq!(shown["ports"], see["ports"]);
}

/// The most memory that a process had, KiB (proc(5), `VmHWM`).
fn most_memory(child: &Child) -> u64 {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    most.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Any process of this machine may connect: whatever it sends, the page is served all the same.
#[test]
fn no_connection_takes_the_page_or_the_memory_from_others() {
    let served = Served::of(&["--no-open", "catalog:asus-z170-a"]);
    let connect = || TcpStream::connect(&served.host).unwrap();
    let is_well = |after: &str| {
        assert_eq!(served.status("GET", &served.path, &served.host), 200, "{after}");
    };
    let head = format!("POST {} HTTP/1.1\r\nHost: {}\r\n", served.path, served.host);
    // Lengths that exceed memory, and lengths whose data never comes.
    for length in ["999999999999", "18446744073709551616", "100", "-1"] {
        let mut stream = connect();
        write!(stream, "{head}Content-Length: {length}\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 4"), "{length}: {answer}");
    }
    is_well("promises");
    let mut open = Vec::new();
    for _ in 0..200 {
        let mut stream = connect();
        let _ = write!(stream, "{head}Content-Length: 100\r\nX: ");
        open.push(stream);
    }
    is_well("silent connections");
    // 256 MiB of one field, and of many.
    for field in ["x", "X: y\r\n"] {
        let (mut stream, some) = (connect(), field.repeat(1 << 18));
        let _ = write!(stream, "{head}X: ");
        for _ in 0..(256 << 20) / some.len() {
            if stream.write_all(some.as_bytes()).is_err() {
                break;
            }
        }
        is_well("endless heads");
    }
    let most = most_memory(&served.child);
    assert!(most < 100 << 10, "{most} KiB");
}

/// Stands for whatever identifies a machine or its owner.
const SECRET: &str = "S5H9ANNSBOX";

/// All that is served for a source.
fn served_of(words: &[&str]) -> Vec<u8> {
    let served = Served::of(&[&["--no-open"], words].concat());
    let start = served.get("start.json").1;
    let named: Value = serde_json::from_slice(&start).unwrap();
    let (head, source) = served.get(named["files"][0]["url"].as_str().unwrap());
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let mut desk = PageService::default();
    let answer = desk.put("source", &source);
    assert!(!answer.contains("\"error\""), "{answer}");
    [start, unpacked(source)].concat()
}

fn unpacked(bytes: Vec<u8>) -> Vec<u8> {
    let mut plain = Vec::new();
    match flate2::read::GzDecoder::new(bytes.as_slice()).read_to_end(&mut plain) {
        Ok(_) => plain,
        Err(_) => bytes,
    }
}

fn is_clean(bytes: &[u8], what: &str) {
    let text = String::from_utf8_lossy(bytes).to_lowercase();
    for secret in [SECRET, "/home/ann", "00:1b:21:3c:4d:5e", "001b213c4d5e"] {
        assert!(!text.contains(&secret.to_lowercase()), "{secret} in {what}: {text}");
    }
}

/// A machine's files, with secrets in those that are read and in others.
fn put_secrets(root: &Path) {
    let function = "sys/devices/pci0000:00/0000:00:17.0";
    let disk = format!("{function}/ata1/host0/target0:0:0/0:0:0:0");
    let own = |path: &str| format!("{disk}/{path}");
    for (path, text) in [
        (format!("{function}/class"), "0x010601"),
        (format!("{function}/vendor"), "0x8086"),
        (format!("{function}/device"), "0xa102"),
        (format!("{function}/uevent"), SECRET),
        (format!("{function}/vpd"), SECRET),
        (format!("{function}/net/enx001b213c4d5e/address"), "00:1b:21:3c:4d:5e"),
        (own("model"), "Samsung SSD 860"),
        (own("serial"), SECRET),
        (own("wwid"), &format!("t10.ATA     Samsung SSD 860   {SECRET}")),
        (own("unknown"), SECRET),
        (own("block/sda/size"), "1000215216"),
        (own("block/sda/dev"), "8:0"),
        (own("block/sda/queue/rotational"), "0"),
        ("proc/mounts".to_owned(), "/dev/sda1 /home/ann xfs rw 0 0"),
        ("proc/cpuinfo".to_owned(), "processor\t: 0\nmodel name\t: Intel i7\n"),
        ("etc/hostname".to_owned(), SECRET),
        ("home/ann/notes".to_owned(), SECRET),
        ("sys/class/dmi/id/product_serial".to_owned(), SECRET),
        ("sys/class/dmi/id/product_name".to_owned(), SECRET),
    ] {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, format!("{text}\n")).unwrap();
    }
    let link = |name: &str, to: &str| {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::os::unix::fs::symlink(to, path).unwrap();
    };
    link("sys/bus/pci/devices/0000:00:17.0", "../../../devices/pci0000:00/0000:00:17.0");
    link("sys/class/block/sda", &format!("../../../{disk}/block/sda"));
    link(&own("block/sda/device"), "../../../0:0:0:0");
    link("sys/class/net/enx001b213c4d5e", &format!("../../../{function}/net/enx001b213c4d5e"));
}

#[test]
fn what_identifies_is_served_of_no_kind_of_source() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let here = |name: &str| folder.path().join(name).display().to_string();
    let texts = [
        (
            "lspci.txt",
            format!(
                "ann@{SECRET}:~$ lspci -vvv\n00:17.0 SATA controller: Intel\n\tSubsystem: Intel\n\
             01:00.0 Non-Volatile memory controller: Samsung\n\tCapabilities: [d0] Vital Product Data\n\
             \t\tRead-only fields:\n\t\t\t[SN] Serial number: {SECRET}\n\t\t\t[V0] Vendor specific: {SECRET}\n\
             \t\t\t[EC] Engineering changes: {SECRET}\n\tKernel driver in use: nvme\nann@{SECRET}:~$ ip l\n\
             \x20   link/ether 00:1b:21:3c:4d:5e\nnvme-Samsung_{SECRET} -> ../../nvme0n1\n"
            ),
        ),
        (
            "hwloc.xml",
            format!(
                "<?xml version=\"1.0\"?><topology version=\"2.0\"><object type=\"Machine\" os_index=\"0\">\
             <info name=\"HostName\" value=\"{SECRET}\"/><object type=\"PU\" os_index=\"0\"/>\
             <object type=\"Bridge\" bridge_pci=\"0000:[00-01]\"><object type=\"PCIDev\" pci_busid=\"0000:00:17.0\" \
             pci_type=\"0106 [8086:a102] [0000:0000] 31\"><object type=\"OSDev\" name=\"sda\" subtype=\"Disk\" \
             osdev_type=\"0\"><info name=\"SerialNumber\" value=\"{SECRET}\"/></object></object></object></object></topology>"
            ),
        ),
        (
            "machine.toml",
            format!(
                "# of {SECRET}\nschema = \"narrows.machine/1\"\nname = \"{SECRET}\"\n[[drive]]\nid = \"d\"\non = \"cpu\"\n\
             link = \"4.0 x4\"\nread = \"6900 MB/s\"\nwrite = \"5000 MB/s\"\nserial = \"{SECRET}\"\n\
             by_id = \"nvme-{SECRET}\"\nmount = \"/home/ann\"\n"
            ),
        ),
    ];
    for (name, text) in texts {
        fs::write(here(name), text).unwrap();
        is_clean(&served_of(&[&here(name)]), name);
    }
    let tree = folder.path().join("tree");
    put_secrets(&tree);
    is_clean(&served_of(&["--root", tree.to_str().unwrap()]), "--root");
    let mut tar = Command::new("tar");
    tar.args(["-C", tree.to_str().unwrap(), "-czf", &here("tree.tar.gz"), "."]);
    match tar.status() {
        Ok(status) if status.success() => {
            is_clean(&served_of(&[&here("tree.tar.gz")]), "an archive");
        }
        _ => println!("skipped: no tar for an archive"),
    }
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
    let text_of = |output: Output| String::from_utf8(output.stderr).unwrap();
    let taken = narrows(&["--no-open", "--port", port, "catalog:asus-z170-a"]).output().unwrap();
    assert_eq!(taken.status.code(), Some(1));
    assert!(text_of(taken).contains(port));
    let none = narrows(&["--no-open", "no-such-file"]).output().unwrap();
    assert_eq!(none.status.code(), Some(1));
    assert!(text_of(none).contains("no-such-file"));
}

/// Whoever built the program without the page learns how to get it.
#[test]
fn without_the_page_it_says_how_to_get_it() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    fs::write(folder.path().join("index.html"), "another page").unwrap();
    for words in [&["--no-open", "catalog:asus-z170-a"][..], &["--export", "planner"]] {
        let mut narrows = narrows(words);
        let output = narrows.env("NARROWS_PAGE", folder.path()).current_dir(folder.path()).output();
        let output = output.unwrap();
        assert_eq!(output.status.code(), Some(1));
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains("cargo xtask page") && error.contains("NARROWS_PAGE"), "{error}");
        assert!(error.contains(folder.path().to_str().unwrap()), "{error}");
        assert!(!folder.path().join("planner").exists());
    }
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

/// All of it or nothing, even if the last file has no room.
#[test]
fn an_export_without_room_leaves_nothing_and_changes_nothing() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let export = |to: &Path| {
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' XFSZ; ulimit -f 1024; exec \"$@\"", "sh"]);
        shell.arg(env!("CARGO_BIN_EXE_narrows")).args(["web", "--export"]).arg(to);
        shell.env("LC_ALL", "C.UTF-8").env("NARROWS_PAGE", page()).output().unwrap()
    };
    let new = folder.path().join("new");
    let output = export(&new);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(!new.exists(), "a folder of its own goes again");
    let old = folder.path().join("old");
    fs::create_dir(&old).unwrap();
    fs::write(old.join("style.css"), "/* Narrows: the page */").unwrap();
    assert_eq!(export(&old).status.code(), Some(1));
    assert_eq!(fs::read_dir(&old).unwrap().count(), 1);
    assert_eq!(fs::read_to_string(old.join("style.css")).unwrap(), "/* Narrows: the page */");
    // Only the page is exported, whichever machine is named.
    let named = self::export(&folder.path().join("named"), &["catalog:asus-z170-a"]);
    assert_eq!(named.status.code(), Some(2));
    assert!(!folder.path().join("named").exists());
}

//! The judge of the no-op rate: `t/io_uring` of fio's sources, which Debian's package lacks.
//!
//! It is built from Debian's source package below `target/`; nothing of it is kept in the project,
//! and the system's package lists stay as they are.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::figure::EngineFigures;
use super::side::BenchSide;
use xtask::{Fallible, packages, shell};

/// No polled queue, no device, batches of this size submitted and reaped. Registered buffers and files and
/// random offsets, which matter in its other runs, do not apply to a no-op.
const BATCHES: [&str; 3] = ["-s32 -c32 -p0 -N1", "-s64 -c64 -p0 -N1", "-s128 -c128 -p0 -N1"];

/// Flags to try at this queue depth: batches are no larger.
pub fn flags(depth: u32) -> &'static [&'static str] {
    if depth < 128 { &BATCHES[..1] } else { &BATCHES }
}

/// The program in `folder`, built when it is not there yet.
pub fn build(folder: &Path) -> Fallible<PathBuf> {
    fs::create_dir_all(folder)?;
    if let Some(built) = unpacked(folder)?.map(|it| it.join("t/io_uring")).filter(|it| it.is_file())
    {
        return Ok(built);
    }
    packages::install_all(&packages::FOR_BUILDING)?;
    let listed = folder.join("sources.list.d");
    fs::create_dir_all(&listed)?;
    for file in system_lists()? {
        let name = file.file_name().unwrap_or_default();
        fs::write(listed.join(name), of_sources(&fs::read_to_string(&file)?))?;
    }
    for part in ["lists/partial", "cache/archives/partial"] {
        fs::create_dir_all(folder.join(part))?;
    }
    shell::run(apt_get(folder).args(["update", "-qq"]))?;
    shell::run(apt_get(folder).args(["source", "-qq", "fio"]).current_dir(folder))?;
    let source = unpacked(folder)?.ok_or("apt-get unpacked no fio")?;
    // Quietly: configuring prints 200 lines.
    shell::output(Command::new("./configure").current_dir(&source))?;
    shell::output(Command::new("make").args(["-s", "t/io_uring"]).current_dir(&source))?;
    Ok(source.join("t/io_uring"))
}

/// Runs it for this many seconds that count; the first does not.
pub fn side(program: &Path, cpu: u32, depth: u32, time_s: u32) -> BenchSide {
    // It prints nothing in its last second, and the first one is not counted.
    let flags = [format!("-r{}", time_s + 2), format!("-d{depth}")];
    BenchSide::new("t/io_uring", program, figure).with(flags).pinned(cpu)
}

/// Uses its own lists and cache, so that the system's stay unchanged.
fn apt_get(folder: &Path) -> Command {
    let mut command = Command::new("apt-get");
    let at = |name: &str| folder.join(name).display().to_string();
    let settings = [
        "Dir::Etc::sourcelist=/dev/null".to_owned(),
        format!("Dir::Etc::sourceparts={}", at("sources.list.d")),
        format!("Dir::State::lists={}", at("lists")),
        format!("Dir::Cache={}", at("cache")),
        // Its own user may not write below a project.
        "APT::Sandbox::User=root".to_owned(),
    ];
    for setting in settings {
        command.args(["-o", &setting]);
    }
    command
}

fn unpacked(folder: &Path) -> std::io::Result<Option<PathBuf>> {
    let mut tool = None;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() && path.join("t/io_uring.c").is_file() {
            tool = Some(path);
        }
    }
    Ok(tool)
}

/// Files that list the system's package sources (sources.list(5)).
fn system_lists() -> std::io::Result<Vec<PathBuf>> {
    let one = PathBuf::from("/etc/apt/sources.list");
    let mut lists: Vec<PathBuf> = one.is_file().then_some(one).into_iter().collect();
    for entry in fs::read_dir("/etc/apt/sources.list.d")? {
        let path = entry?.path();
        if path.extension().is_some_and(|it| it == "list" || it == "sources") {
            lists.push(path);
        }
    }
    Ok(lists)
}

/// The same list for source packages; handles both formats.
fn of_sources(list: &str) -> String {
    let line = |line: &str| match (line.strip_prefix("deb "), line.strip_prefix("Types:")) {
        (Some(rest), _) => format!("deb-src {rest}\n"),
        (_, Some(_)) => "Types: deb-src\n".to_owned(),
        _ => format!("{line}\n"),
    };
    list.lines().map(line).collect()
}

/// It prints a line at each second but the last: `IOPS=20.77M, IOS/call=32/32`. In the first it
/// makes its ring.
fn figure(text: &str) -> Option<EngineFigures> {
    let rates: Vec<f64> = text.lines().filter_map(rate).collect();
    let whole = rates.get(1..).filter(|rates| !rates.is_empty())?;
    let iops = whole.iter().sum::<f64>() / whole.len() as f64;
    Some(EngineFigures { iops, ..EngineFigures::default() })
}

fn rate(line: &str) -> Option<f64> {
    let word = line.strip_prefix("IOPS=")?.split(',').next()?;
    let (number, factor) = match word.strip_suffix('M') {
        Some(millions) => (millions, 1e6),
        None => (word.strip_suffix('K')?, 1e3),
    };
    number.parse::<f64>().ok().map(|it| it * factor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_second_and_the_maximum_do_not_count() {
        let text = "polled=0, nop=1\nIOPS=1.00M, IOS/call=32/32\nIOPS=20.00M, IOS/call=32/32\n\
                    IOPS=22.00M, IOS/call=32/32\nExiting on timeout\nMaximum IOPS=22.00M\n";
        assert_eq!(figure(text).unwrap().iops, 21e6);
        assert_eq!(rate("IOPS=950K, BW=1MiB/s"), Some(950e3));
        assert_eq!(figure("IOPS=1.00M\n"), None);
    }

    #[test]
    fn lists_of_packages_become_lists_of_their_sources() {
        let old = "# Debian\ndeb mirror:/list bookworm main\ndeb-src mirror:/list bookworm main\n";
        let new = of_sources(old);
        assert_eq!(new, old.replace("deb mirror", "deb-src mirror"));
        let deb822 = "Types: deb\nURIs: mirror:/list\nSuites: bookworm\nComponents: main\n";
        assert_eq!(of_sources(deb822), deb822.replace("Types: deb", "Types: deb-src"));
    }
}

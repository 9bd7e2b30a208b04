//! Packages as people get them: the same bytes from another folder; installed, used and removed in a clean Debian.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The project's folder.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// What `command` prints, which must end well.
#[track_caller]
fn output(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{said}", output.status);
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Makes the packages of the project in `folder`; gives the list of their sums.
fn sums(folder: &Path) -> String {
    let mut dist = Command::new(env!("CARGO"));
    dist.args(["run", "--quiet", "--package", "xtask", "--", "dist"]).current_dir(folder);
    dist.env_remove("CARGO_TARGET_DIR").env_remove("CARGO_MANIFEST_DIR");
    output(&mut dist)
}

#[test]
fn packages_are_the_same_bytes_wherever_they_are_made() {
    let elsewhere = tempfile::tempdir_in(root().join("target")).unwrap();
    let copy = elsewhere.path().join("another/place");
    output(Command::new("git").arg("clone").args([&root(), &copy]));
    // The programs that make packages are others' and need no building twice.
    fs::create_dir_all(copy.join("target")).unwrap();
    std::os::unix::fs::symlink(root().join("target/tools"), copy.join("target/tools")).unwrap();
    let [here, there] = [root(), copy].map(|folder| sums(&folder));
    for wanted in ["amd64.deb", "arm64.deb", "x86_64.rpm", "aarch64-linux.tar.gz", "web.tar.gz"] {
        assert!(here.contains(wanted), "no {wanted}:\n{here}");
    }
    assert_eq!(here, there);
}

/// Whatever is there by name and kind, but for what dpkg itself writes down.
fn listing(tree: &Path) -> BTreeSet<String> {
    let mut find = Command::new("find");
    find.current_dir(tree).args([".", "-xdev", "-path", "./proc", "-prune", "-o"]);
    let printed = output(find.args(["-printf", "%P %y %s\n"]));
    let is_dpkg = |line: &str| line.starts_with("var/lib/dpkg") || line.starts_with("var/log");
    // A folder's size tells how many names were in it at most.
    let line = |line: &str| match line.split_once(" d ") {
        Some((name, _)) => name.to_owned(),
        None => line.to_owned(),
    };
    printed.lines().filter(|line| !is_dpkg(line)).map(line).collect()
}

#[test]
fn the_debian_package_is_used_and_removed_without_a_trace() {
    let elsewhere = tempfile::tempdir_in(root().join("target")).unwrap();
    let tree = elsewhere.path().join("debian");
    let mut bootstrap = Command::new("mmdebstrap");
    bootstrap.args(["--quiet", "--variant=minbase", "bookworm"]).arg(&tree);
    match bootstrap.output() {
        Ok(made) if made.status.success() => {}
        Ok(made) => {
            return println!("skipped: mmdebstrap: {}", String::from_utf8_lossy(&made.stderr));
        }
        Err(why) => return println!("skipped: mmdebstrap does not start: {why}"),
    }
    sums(&root());
    let packages = fs::read_dir(root().join("dist")).unwrap().map(|it| it.unwrap().path());
    let package = packages.filter(|it| it.to_string_lossy().ends_with("_amd64.deb")).next();
    fs::copy(package.unwrap(), tree.join("opt/narrows.deb")).unwrap();
    let inside = |words: &[&str]| output(Command::new("chroot").arg(&tree).args(words));
    let before = listing(&tree);

    inside(&["dpkg", "--install", "/opt/narrows.deb"]);
    let version: serde_json::Value =
        serde_json::from_str(&inside(&["narrows", "--version", "--json"])).unwrap();
    assert_eq!(version["target"], "x86_64-linux-musl");
    assert_eq!(version["optimized"], true);
    assert!(inside(&["narrows", "casebook"]).contains("S000"));
    let on = "catalog:asrock-z170-oc-formula/3x-m8pe";
    assert!(inside(&["narrows", "--on", on, "--quick", "--no-report"]).contains("DMI 3.0"));
    // A clean Debian leaves manual pages out of what it installs; the package has them.
    let held = inside(&["dpkg", "--listfiles", "narrows"]);
    for wanted in ["man1/narrows.1", "completions/narrows", "narrows-watch.service", "copyright"] {
        assert!(held.contains(wanted), "no {wanted}:\n{held}");
    }
    let enabled = tree.join("etc/systemd/system/multi-user.target.wants/narrows-watch.service");
    assert!(!enabled.exists(), "started although nobody asked for it");

    inside(&["dpkg", "--purge", "narrows"]);
    let after = listing(&tree);
    assert_eq!(after.difference(&before).collect::<Vec<_>>(), Vec::<&String>::new());
    assert_eq!(before.difference(&after).collect::<Vec<_>>(), Vec::<&String>::new());
}

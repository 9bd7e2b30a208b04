//! Packages as people get them: the same bytes from another folder; installed, used and removed in a clean Debian;
//! verdicts of the distributions' own programs; the binary for ARM beside the one for x86-64.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

#[track_caller]
fn output(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{text}", output.status);
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Makes the packages of the project in `folder`; gives the list of their sums.
fn sums(folder: &Path) -> String {
    let mut dist = Command::new(env!("CARGO"));
    dist.args(["xtask", "dist"]).current_dir(folder);
    dist.env_remove("CARGO_TARGET_DIR").env_remove("CARGO_MANIFEST_DIR");
    output(&mut dist)
}

/// How the names of all packages end.
const WANTED: [&str; 13] = [
    "x86_64-linux.tar.gz",
    "aarch64-linux.tar.gz",
    "x86_64-windows.zip",
    "amd64.deb",
    "arm64.deb",
    "x86_64.rpm",
    "aarch64.rpm",
    "x86_64-image.tar",
    "aarch64-image.tar",
    "web.tar.gz",
    "sbom.cdx.json",
    "PKGBUILD",
    "RELEASE.md",
];

/// The list of sums of the project's own packages, which are made once.
fn here() -> &'static str {
    static SUMS: OnceLock<String> = OnceLock::new();
    SUMS.get_or_init(|| sums(&root()))
}

fn package(end: &str) -> PathBuf {
    let names = here().lines().filter_map(|line| line.split("  ").nth(1));
    let mut named = names.filter(|name| name.ends_with(end));
    let name = named.next().unwrap_or_else(|| panic!("no {end}:\n{}", here()));
    root().join("dist").join(name)
}

#[test]
fn packages_are_the_same_bytes_wherever_they_are_made() {
    let elsewhere = tempfile::tempdir_in(root().join("target")).unwrap();
    let copy = elsewhere.path().join("another/place");
    output(Command::new("git").arg("clone").args([&root(), &copy]));
    // The programs that make packages are others' and need no building twice.
    fs::create_dir_all(copy.join("target")).unwrap();
    std::os::unix::fs::symlink(root().join("target/tools"), copy.join("target/tools")).unwrap();
    for wanted in WANTED {
        assert!(here().contains(wanted), "no {wanted}:\n{}", here());
    }
    assert_eq!(here(), sums(&copy));
}

/// All files by name and kind, except dpkg's own records.
fn listing(tree: &Path) -> BTreeSet<String> {
    let mut find = Command::new("find");
    find.current_dir(tree).args([".", "-xdev", "-path", "./proc", "-prune", "-o"]);
    let printed = output(find.args(["-printf", "%P %y %s\n"]));
    let is_dpkg = |line: &str| line.starts_with("var/lib/dpkg") || line.starts_with("var/log");
    // A folder's size shows how many names were in it at most.
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
    fs::copy(package("_amd64.deb"), tree.join("opt/narrows.deb")).unwrap();
    let inside = |words: &[&str]| output(Command::new("chroot").arg(&tree).args(words));
    let before = listing(&tree);

    inside(&["dpkg", "--install", "/opt/narrows.deb"]);
    let version: serde_json::Value =
        serde_json::from_str(&inside(&["narrows", "--version", "--json"])).unwrap();
    assert_eq!(version["target"], "x86_64-linux-musl");
    assert_eq!(version["optimized"], true);
    assert!(inside(&["narrows", "casebook"]).contains("S000"));
    assert!(inside(&["narrows", "hosts", "man"]).contains(".TH narrows-hosts 1"));
    let on = "catalog:asrock-z170-oc-formula/3x-m8pe";
    assert!(inside(&["narrows", "--on", on, "--quick", "--no-report"]).contains("DMI 3.0"));
    // A clean Debian does not install manual pages; the package has them.
    let held = inside(&["dpkg", "--listfiles", "narrows"]);
    for wanted in [
        "man1/narrows.1",
        "man1/narrows-hosts.1",
        "completions/narrows",
        "narrows-watch.service",
        "narrows-check.timer",
        "copyright",
    ] {
        assert!(held.contains(wanted), "no {wanted}:\n{held}");
    }
    let wanted = [
        "multi-user.target.wants/narrows-watch.service",
        "timers.target.wants/narrows-check.timer",
    ];
    for enabled in wanted.map(|unit| tree.join("etc/systemd/system").join(unit)) {
        assert!(!enabled.exists(), "started without being enabled: {}", enabled.display());
    }

    inside(&["dpkg", "--purge", "narrows"]);
    let after = listing(&tree);
    assert_eq!(after.difference(&before).collect::<Vec<_>>(), Vec::<&String>::new());
    assert_eq!(before.difference(&after).collect::<Vec<_>>(), Vec::<&String>::new());
}

/// Output of an outside judge; `None`, with a remark, if it is not installed.
fn judge(command: &mut Command) -> Option<Output> {
    let output = command.output();
    if let Err(why) = &output {
        println!("skipped: {}: {why}", command.get_program().display());
    }
    output.ok()
}

#[track_caller]
fn assert_no_objection(command: &mut Command) {
    let Some(output) = judge(command) else { return };
    let text = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{command:?}:\n{}", String::from_utf8_lossy(&text));
}

fn unpacked(processor: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let archive = package(&format!("{processor}-linux.tar.gz"));
    output(Command::new("tar").arg("xf").arg(archive).arg("-C").arg(folder.path()));
    let inside = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    (folder, inside)
}

#[test]
fn debian_has_no_objection_to_its_package() {
    for end in ["amd64.deb", "arm64.deb"] {
        let mut lintian = Command::new("lintian");
        lintian.args(["--allow-root", "--profile", "debian", "--fail-on", "error,warning"]);
        assert_no_objection(lintian.arg(package(end)));
    }
}

#[test]
fn what_is_in_the_package_of_fedora_is_what_is_in_that_of_debian() {
    let files = |command: &mut Command| judge(command).map(|output| output.stdout);
    let rpm = files(Command::new("rpm").args(["-qpl", "--nosignature"]).arg(package("x86_64.rpm")));
    let deb = files(Command::new("dpkg-deb").arg("--contents").arg(package("amd64.deb")));
    let (Some(rpm), Some(deb)) = (rpm, deb) else { return };
    let [rpm, deb] = [rpm, deb].map(|bytes| String::from_utf8(bytes).unwrap());
    for wanted in [
        "/usr/bin/narrows",
        "/usr/bin/narrows-hosts",
        "/usr/share/man/man1/narrows.1",
        "/usr/lib/systemd/system/narrows-watch.service",
        "/usr/lib/systemd/system/narrows-check.timer",
        "/usr/share/narrows/prometheus/narrows.rules.yml",
        "/usr/share/applications/narrows.desktop",
        "/usr/share/bash-completion/completions/narrows",
    ] {
        assert!(rpm.lines().any(|line| line.starts_with(wanted)), "no {wanted}:\n{rpm}");
        assert!(deb.contains(wanted), "no {wanted}:\n{deb}");
    }
    assert_no_objection(
        Command::new("rpm").args(["-K", "--nosignature"]).arg(package("x86_64.rpm")),
    );
}

/// Recipes of package managers that do not run here, as far as linters know their languages.
#[test]
fn recipes_are_what_their_languages_allow() {
    let mut ruby = Command::new("rubocop");
    assert_no_objection(ruby.args(["--only", "Lint"]).arg(package("narrows.rb")));
    let mut yaml = Command::new("yamllint");
    yaml.args(["-d", "{extends: default, rules: {line-length: disable, document-start: disable}}"]);
    for name in ["Narrows.yaml", "Narrows.installer.yaml", "Narrows.locale.en-US.yaml"] {
        yaml.arg(package(&format!("Narrows.{name}")));
    }
    assert_no_objection(&mut yaml);
    let mut nix = Command::new("nix-instantiate");
    assert_no_objection(nix.arg("--parse").arg(root().join("flake.nix")));
}

#[test]
fn the_desktop_systemd_and_arch_understand_what_they_are_given() {
    let (_folder, inside) = unpacked("x86_64");
    assert_no_objection(Command::new("desktop-file-validate").arg(inside.join("narrows.desktop")));
    // It checks whether the program exists.
    let unit = fs::read_to_string(inside.join("narrows-watch.service")).unwrap();
    let program = inside.join("narrows");
    let placed = inside.join("placed.service");
    fs::write(&placed, unit.replace("/usr/bin/narrows", program.to_str().unwrap())).unwrap();
    assert_no_objection(Command::new("systemd-analyze").args(["verify", "--man=no"]).arg(placed));
    let Some(made) = made_by_makepkg() else { return };
    for wanted in [
        "usr/bin/narrows",
        "usr/bin/narrows-hosts",
        "usr/share/man/man1/narrows.1.gz",
        "narrows-watch.service",
    ] {
        assert!(made.contains(wanted), "no {wanted}:\n{made}");
    }
}

/// Contents of the package that Arch's own program makes; it does not run as root.
fn made_by_makepkg() -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let beside = |name: &str| folder.path().join(name);
    fs::copy(package("PKGBUILD"), beside("PKGBUILD")).unwrap();
    let archive = package("x86_64-linux.tar.gz");
    fs::copy(&archive, beside(archive.file_name().unwrap().to_str().unwrap())).unwrap();
    let nobody = Some(65534);
    std::os::unix::fs::chown(folder.path(), nobody, nobody).unwrap();
    judge(Command::new("makepkg").arg("--version"))?;
    let mut make = Command::new("setpriv");
    make.args(["--reuid", "65534", "--regid", "65534", "--clear-groups", "makepkg", "--nodeps"]);
    make.current_dir(folder.path()).env("HOME", folder.path());
    assert_no_objection(make.env("PKGEXT", ".pkg.tar.gz").env("CARCH", "x86_64"));
    let mut made = fs::read_dir(folder.path()).unwrap().map(|it| it.unwrap().path());
    let made = made.find(|path| path.to_string_lossy().ends_with(".pkg.tar.gz")).unwrap();
    Some(output(Command::new("tar").arg("tf").arg(made)))
}

/// CycloneDX 1.5, as far as readers of such lists need it.
#[test]
fn the_list_of_parts_names_each_library_once_with_version_and_licence() {
    let text = fs::read_to_string(package("sbom.cdx.json")).unwrap();
    let list: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&list["bomFormat"], &list["specVersion"]), (&"CycloneDX".into(), &"1.5".into()));
    assert!(!text.contains(root().to_str().unwrap()), "a path of this machine");
    let parts = list["components"].as_array().unwrap();
    let mut named = BTreeSet::new();
    for part in parts {
        assert!(part["version"].is_string() && part["licenses"].is_array(), "{part}");
        assert!(named.insert(part["bom-ref"].to_string()), "twice: {part}");
    }
    for wanted in ["rusqlite", "serde", "clap"] {
        assert!(parts.iter().any(|part| part["name"] == wanted), "no {wanted}");
    }
}

#[test]
fn a_program_for_containers_loads_the_image_and_runs_it() {
    let folder = tempfile::tempdir().unwrap();
    let buildah = |words: &[&str]| {
        let mut buildah = Command::new("buildah");
        buildah.args(["--storage-driver", "vfs"]);
        for place in ["root", "runroot"] {
            buildah.arg(format!("--{place}")).arg(folder.path().join(place));
        }
        judge(buildah.args(words)).map(|output| {
            let text = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{words:?}: {text}");
            String::from_utf8(output.stdout).unwrap().trim().to_owned()
        })
    };
    for kind in ["oci-archive", "docker-archive"] {
        let image = format!("{kind}:{}", package("x86_64-image.tar").display());
        let Some(container) = buildah(&["from", "--pull-never", &image]) else { return };
        let run = ["run", "--isolation", "chroot", &container, "--", "/usr/bin/narrows"];
        let version = buildah(&[&run[..], &["--version"]].concat()).unwrap();
        assert!(version.starts_with("narrows "), "{version}");
    }
}

#[test]
fn the_binary_for_arm_says_what_that_for_x86_says() {
    let [(_one, x86), (_other, arm)] = ["x86_64", "aarch64"].map(unpacked);
    let text_of = |command: &mut Command, words: &[&str]| {
        command.args(words).current_dir(root().join("fixtures")).env("COLUMNS", "100");
        judge(command).map(|output| {
            assert!(output.status.success(), "{command:?}");
            String::from_utf8(output.stdout).unwrap()
        })
    };
    let emulator = || {
        let mut emulator = Command::new("qemu-aarch64-static");
        emulator.arg(arm.join("narrows"));
        emulator
    };
    for words in [
        &["see", "z170-trio.tar.gz"][..],
        &["see", "--json", "two-socket-8.tar.gz"],
        &["predict", "--lang", "ja", "two-socket-8.tar.gz"],
        &["lanes", "x2-slot.tar.gz"],
    ] {
        let Some(of_arm) = text_of(&mut emulator(), words) else { return };
        let of_x86 = text_of(&mut Command::new(x86.join("narrows")), words).unwrap();
        assert_eq!(of_arm, of_x86, "{words:?}");
    }
    let version = output(emulator().args(["--version", "--json"]));
    let version: serde_json::Value = serde_json::from_str(&version).unwrap();
    assert_eq!(version["target"], "aarch64-linux-musl");
}

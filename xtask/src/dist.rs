//! `cargo xtask dist`: what is given to people, into `dist/`: a static binary for each processor, in an archive and as
//! packages of the distributions, and what was used to make it.
//!
//! The same sources make the same bytes, wherever they lie: times are those of the last commit, paths are left out.

mod archive;
mod binary;
mod contents;
mod packages;
mod release;
mod tools;

use std::fs;
use std::path::{Path, PathBuf};

use crate::{Done, shell};

use self::binary::Processor;
pub use self::binary::{build, needs_loader};
use self::contents::Contents;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Marks a folder as this chore's own, which may be emptied.
const MARK: &str = ".narrows-dist";

/// What everything in the folder is made of.
struct Release {
    /// `0.1.0`.
    version: String,
    /// Seconds since 1970 of the last commit, for whatever keeps a time (reproducible-builds.org,
    /// SOURCE_DATE_EPOCH).
    epoch: u64,
    /// Where the project lies.
    root: PathBuf,
    /// Where it goes.
    folder: PathBuf,
}

/// `dist` makes everything, `dist binary` only this processor's binary, whose path and size it prints.
pub fn run(root: &Path, words: &[String]) -> Done {
    match words {
        [] => all(root),
        [word] if word == "binary" => {
            let path = build(root)?;
            println!("{}  {:.1} MB", path.display(), fs::metadata(&path)?.len() as f64 / 1e6);
            Ok(())
        }
        _ => Err("cargo xtask dist [binary]".into()),
    }
}

fn all(root: &Path) -> Done {
    let release = Release::of(root)?;
    release.empty()?;
    let here = binary::build_for(root, Processor::X86_64, release.epoch)?;
    let contents = Contents::of(&release, &here)?;
    for processor in Processor::ALL {
        let binary = binary::build_for(root, processor, release.epoch)?;
        archive::write(&release, processor, &contents.with(&binary)?)?;
        packages::write(&release, processor, &binary)?;
    }
    release.parts_list()?;
    release::page(&release, &here)?;
    release::recipes(&release)?;
    release::image(&release, &here)?;
    release::notes(&release)?;
    release::sums(&release)?;
    for line in fs::read_to_string(release.folder.join("SHA256SUMS"))?.lines() {
        println!("{line}");
    }
    Ok(())
}

impl Release {
    fn of(root: &Path) -> Result<Self> {
        let text = fs::read_to_string(root.join("Cargo.toml"))?;
        let manifest: toml::Table = text.parse()?;
        let version = manifest["workspace"]["package"]["version"].as_str();
        let mut log = std::process::Command::new("git");
        let epoch = shell::output(log.current_dir(root).args(["log", "-1", "--format=%ct"]))?;
        Ok(Self {
            version: version.ok_or("Cargo.toml names no version")?.to_owned(),
            epoch: epoch.trim().parse()?,
            root: root.to_owned(),
            folder: root.join("dist"),
        })
    }

    /// Makes the folder; what an earlier run left in it goes.
    fn empty(&self) -> Done {
        if self.folder.exists() {
            if !self.folder.join(MARK).exists() {
                return Err(format!("{} is not of this chore", self.folder.display()).into());
            }
            fs::remove_dir_all(&self.folder)?;
        }
        fs::create_dir(&self.folder)?;
        Ok(fs::write(self.folder.join(MARK), "")?)
    }

    /// `narrows-0.1.0-WHAT` in the folder.
    fn file(&self, what: &str) -> PathBuf {
        self.folder.join(format!("narrows-{}-{what}", self.version))
    }

    /// All libraries with their versions and licences (CycloneDX 1.5). Its serial number would be another with each
    /// run; documents may do without one.
    fn parts_list(&self) -> Done {
        let program = tools::cyclonedx(&self.root)?;
        let name = "narrows-sbom";
        let mut list = std::process::Command::new(program);
        list.args(["cyclonedx", "--manifest-path", "crates/cli/Cargo.toml", "--format", "json"]);
        list.args(["--spec-version", "1.5", "--no-build-deps", "--override-filename", name]);
        list.current_dir(&self.root).env("SOURCE_DATE_EPOCH", self.epoch.to_string());
        shell::run(&mut list)?;
        let written = self.root.join(format!("crates/cli/{name}.json"));
        let text = fs::read_to_string(&written)?;
        fs::remove_file(written)?;
        // Paths of this machine stand in the identifiers of the project's own parts.
        let own = format!("path+file://{}", self.root.display());
        let mut document: serde_json::Value =
            serde_json::from_str(&text.replace(&own, "path+file://"))?;
        document.as_object_mut().ok_or("no object")?.remove("serialNumber");
        let text = serde_json::to_string_pretty(&document)? + "\n";
        Ok(fs::write(self.file("sbom.cdx.json"), text)?)
    }
}

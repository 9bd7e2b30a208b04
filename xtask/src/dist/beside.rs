//! Parts of a release beside packages: the page, recipes, notes, sums.

use std::fs;
use std::path::Path;
use std::process::Command;

use sha2::{Digest, Sha256};

use super::release::Release;
use super::{archive, tools};
use crate::{Fallible, shell, write_schemas};

/// All libraries with their versions and licences (CycloneDX 1.5). Its serial number would be another with each
/// run; documents may do without one.
pub fn parts_list(release: &Release) -> Fallible {
    let program = tools::cyclonedx(&release.root)?;
    let name = "narrows-sbom";
    let mut list = Command::new(program);
    list.args(["cyclonedx", "--manifest-path", "crates/cli/Cargo.toml", "--format", "json"]);
    list.args(["--spec-version", "1.5", "--no-build-deps", "--override-filename", name]);
    list.current_dir(&release.root).env("SOURCE_DATE_EPOCH", release.epoch.to_string());
    shell::run(&mut list)?;
    let text = fs::read_to_string(release.root.join(format!("crates/cli/{name}.json")))?;
    // It leaves one beside every part of the project, whichever was requested.
    let crates = fs::read_dir(release.root.join("crates"))?.map(|it| it.map(|it| it.path()));
    for folder in
        crates.chain(["bench", "fuzz", "rig", "xtask"].map(|it| Ok(release.root.join(it))))
    {
        let _ = fs::remove_file(folder?.join(format!("{name}.json")));
    }
    // Identifiers of the project's own parts contain paths of this machine.
    let own = format!("path+file://{}", release.root.display());
    let mut document: serde_json::Value =
        serde_json::from_str(&text.replace(&own, "path+file://"))?;
    document.as_object_mut().ok_or("no object")?.remove("serialNumber");
    let text = serde_json::to_string_pretty(&document)? + "\n";
    Ok(fs::write(release.file("sbom.cdx.json"), text)?)
}

/// The planner as a static site.
pub fn page(release: &Release, binary: &Path) -> Fallible {
    let folder = release.root.join("target/packaging/web");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let mut export = Command::new(binary);
    shell::run(export.args(["web", "--quiet", "--export"]).arg(&folder))?;
    let files = archive::files_of(&folder)?;
    let named =
        files.iter().map(|(name, bytes)| (format!("narrows-web/{name}"), &bytes[..], false));
    archive::pack(&release.file("web.tar.gz"), named, release.epoch)
}

pub fn schemas(release: &Release) -> Fallible {
    let folder = release.root.join("target/packaging/schema");
    let _ = fs::remove_dir_all(&folder);
    write_schemas(&folder)?;
    let files = archive::files_of(&folder)?;
    let named =
        files.iter().map(|(name, bytes)| (format!("narrows-schema/{name}"), &bytes[..], false));
    archive::pack(&release.file("schema.tar.gz"), named, release.epoch)
}

/// Recipes of package managers, in `packaging`: Arch's, Homebrew's, winget's.
const RECIPES: [&str; 5] = [
    "PKGBUILD",
    "homebrew/narrows.rb",
    "winget/Narrows.Narrows.yaml",
    "winget/Narrows.Narrows.installer.yaml",
    "winget/Narrows.Narrows.locale.en-US.yaml",
];

/// Recipes that others build from, with the release's version, places and sums.
pub fn recipes(release: &Release) -> Fallible {
    let sum_of = |what: &str| Ok::<_, std::io::Error>(sum(&fs::read(release.file(what))?));
    let marks = [
        ("@DOWNLOADS@", format!("{}/releases/download/v@VERSION@", release.repository)),
        ("@REPOSITORY@", release.repository.clone()),
        ("@VERSION@", release.version.clone()),
        ("@X86_64@", sum_of("x86_64-linux.tar.gz")?),
        ("@AARCH64@", sum_of("aarch64-linux.tar.gz")?),
        ("@WINDOWS@", sum_of("x86_64-windows.zip")?.to_uppercase()),
    ];
    for recipe in RECIPES {
        let text = fs::read_to_string(release.root.join("packaging").join(recipe))?;
        let name = Path::new(recipe).file_name().ok_or("no name")?;
        fs::write(release.folder.join(name), filled(text, &marks))?;
    }
    let image = release.root.join("packaging/Containerfile");
    fs::copy(image, release.folder.join("Containerfile"))?;
    Ok(())
}

fn filled(text: String, marks: &[(&str, String)]) -> String {
    marks.iter().fold(text, |text, (mark, value)| text.replace(mark, value))
}

/// The newest part of the list of changes.
pub fn notes(release: &Release) -> Fallible {
    let text = fs::read_to_string(release.root.join("CHANGELOG.md"))?;
    let newest = newest(&text).ok_or("CHANGELOG.md has no part")?;
    Ok(fs::write(release.folder.join("RELEASE.md"), newest)?)
}

/// From the first heading of a version to the next one.
fn newest(changes: &str) -> Option<String> {
    let start = changes.find("\n## ")? + 1;
    let rest = &changes[start..];
    // One for the letter that was skipped, one for the line break that stays.
    let end = rest[1..].find("\n## ").map_or(rest.len(), |at| at + 2);
    Some(rest[..end].to_owned())
}

/// As sha256sum(1) checks them.
pub fn sums(release: &Release) -> Fallible {
    let files = archive::files_of(&release.folder)?;
    let shown = files.iter().filter(|(name, _)| !name.starts_with('.'));
    let lines: Vec<String> =
        shown.map(|(name, bytes)| format!("{}  {name}\n", sum(bytes))).collect();
    Ok(fs::write(release.folder.join("SHA256SUMS"), lines.concat())?)
}

pub fn sum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No mark is left in a recipe, and YAML files are still YAML with these keys.
    #[test]
    fn recipes_are_filled_in() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../packaging");
        let of = |value: &str| value.to_owned();
        let marks = [
            ("@DOWNLOADS@", of("https://example.invalid/v@VERSION@")),
            ("@REPOSITORY@", of("https://example.invalid")),
            ("@VERSION@", of("1.2.3")),
            ("@X86_64@", "a".repeat(64)),
            ("@AARCH64@", "b".repeat(64)),
            ("@WINDOWS@", "C".repeat(64)),
        ];
        for recipe in RECIPES {
            let text = filled(fs::read_to_string(root.join(recipe)).unwrap(), &marks);
            assert!(text.contains("1.2.3"), "{recipe}");
            let is_mark = |word: &&str| {
                word.len() > 2 && word.chars().all(|it| it.is_ascii_uppercase() || it == '_')
            };
            let left = text.split('@').skip(1).step_by(2).find(is_mark);
            assert_eq!(left, None, "{recipe}");
        }
        let winget = filled(fs::read_to_string(root.join(RECIPES[3])).unwrap(), &marks);
        assert!(winget.contains("https://example.invalid/v1.2.3/narrows-1.2.3-x86_64-windows.zip"));
    }

    #[test]
    fn notes_are_the_newest_part() {
        let text = "# Changes\n\n## Unreleased\n\n- new\n\n## 0.1.0\n\n- old\n";
        assert_eq!(newest(text).unwrap(), "## Unreleased\n\n- new\n\n");
        assert_eq!(newest("# Changes\n\n## 0.1.0\n\n- old\n").unwrap(), "## 0.1.0\n\n- old\n");
        assert_eq!(newest("# Changes\n"), None);
    }
}

//! `cargo xtask docs [FOLDER]`: the site made of the pages in `docs/`, by mdBook.
//!
//! For: readers outside the repository. Pages are written for both: a link to a page of the site stays one,
//! a file outside `docs/` is included as text, and nothing is loaded from elsewhere. The planner is put
//! beside the pages if the program can export it.
//!
//! Not here: whether pages agree with the program (`crates/cli/tests/it/pages.rs`).

mod links;
mod source;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Fallible;
use crate::{binary, shell, tree, write_schemas};

/// The builder of the site. Licence: MPL-2.0, which its style sheets and scripts in the site keep.
const MDBOOK: &str = "0.5.4";

/// Stands in a folder that this chore made, which it may therefore empty.
const MARK: &str = ".made-by-xtask-docs";

const PLANNER: &str = "planner";

/// Builds the site into the folder that is named, else into `target/docs`.
pub fn run(root: &Path, args: &[String]) -> Fallible {
    let folder = match args {
        [] => root.join("target/docs"),
        [folder] => std::env::current_dir()?.join(folder),
        _ => return Err("docs takes one folder".into()),
    };
    may_be_emptied(&folder)?;
    let mdbook = mdbook(root)?;
    let narrows = binary::narrows(root)?;
    // Whether the program writes the planner as a separate page.
    let help = shell::output(Command::new(&narrows).args(["web", "--help"]));
    let has_planner = help.is_ok_and(|help| help.contains("--export"));
    let staged = root.join("target/docs-source");
    if staged.exists() {
        fs::remove_dir_all(&staged)?;
    }
    source::write(&tree::files(root)?, root, &staged, has_planner)?;
    add_schemas(&staged.join("src"))?;
    shell::run(Command::new(&mdbook).arg("build").arg("--dest-dir").arg(&folder).arg(&staged))?;
    fs::write(folder.join(MARK), "cargo xtask docs empties this folder and fills it anew\n")?;
    if has_planner {
        let planner = folder.join(PLANNER);
        shell::run(Command::new(&narrows).args(["web", "--export"]).arg(planner))?;
    } else {
        println!("without the planner: this binary has no `narrows web --export`");
    }
    let wrong = links::check(&folder)?;
    if !wrong.is_empty() {
        return Err(format!("{} links lead nowhere\n{}", wrong.len(), wrong.join("\n")).into());
    }
    println!("{}", folder.join("index.html").display());
    Ok(())
}

/// The page of the documents goes on with their fields, beside their schemas.
fn add_schemas(pages: &Path) -> Fallible {
    let (page, schemas) = (pages.join("json.md"), pages.join("schema"));
    write_schemas(&schemas)?;
    let fields = schemas.join("fields.md");
    fs::write(&page, fs::read_to_string(&page)? + &fs::read_to_string(&fields)?)?;
    Ok(fs::remove_file(fields)?)
}

/// mdBook empties the folder that it writes to, so that it must be new, empty or ours.
fn may_be_emptied(folder: &Path) -> Fallible {
    let is_ours = folder.join(MARK).exists();
    let holds_nothing =
        || fs::read_dir(folder).map_or(!folder.exists(), |mut it| it.next().is_none());
    if is_ours || holds_nothing() {
        return Ok(());
    }
    let folder = folder.display();
    Err(format!("{folder} holds files that are not of this site: name a new or empty folder")
        .into())
}

/// The pinned mdBook, installed below `target` if missing. Only this chore runs it, a few times a
/// day: unoptimised, it is ready in a third of the time.
fn mdbook(root: &Path) -> Fallible<PathBuf> {
    let tools = root.join("target/tools");
    let program = tools.join("bin/mdbook");
    let version = shell::output(Command::new(&program).arg("--version"));
    if version.is_ok_and(|version| version.trim() == format!("mdbook v{MDBOOK}")) {
        return Ok(program);
    }
    let mut install = shell::cargo(&["install", "--locked", "--debug", "--root"]);
    install.arg(&tools).args(["--version", &format!("={MDBOOK}"), "--no-default-features"]);
    shell::run(install.args(["--features", "search", "mdbook"]))?;
    Ok(program)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_folder_of_this_chore_is_emptied() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join("site");
        assert!(may_be_emptied(&folder).is_ok());
        fs::create_dir(&folder).unwrap();
        assert!(may_be_emptied(&folder).is_ok());
        fs::write(folder.join("mine.txt"), "").unwrap();
        assert!(may_be_emptied(&folder).is_err());
        fs::write(folder.join(MARK), "").unwrap();
        assert!(may_be_emptied(&folder).is_ok());
        assert!(may_be_emptied(&home.path().join("site/mine.txt")).is_err());
    }
}

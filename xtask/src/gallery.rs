//! `cargo xtask gallery FOLDER`: every shape of picture and report on one page, to be looked at, wide and narrow, light and
//! dark, in both languages.
//!
//! For: whoever changes the layout. The pictures are the program's: of machines of the catalogue, of
//! machine files beside this one, and of captures if a folder of them is named.
//!
//! Not here: correctness of pictures as far as a test can check it (`crates/report/tests/it/flows.rs`).

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Fallible;
use crate::binary;

/// Command and source of every picture from the catalogue.
const OF_CATALOGUE: &[(&str, &str)] = &[
    ("predict", "asrock-z170-oc-formula/3x-m8pe"),
    ("see", "asrock-z170-oc-formula/3x-m8pe"),
    ("plan", "asrock-z170-oc-formula/3x-m8pe"),
    ("predict", "asrock-z170-oc-formula/full"),
    ("predict", "gigabyte-ga-z170x-ud5/2x-950pro"),
    ("predict", "gigabyte-ga-z170mx-gaming-5/2x-ssd750"),
    ("predict", "asus-z170-a/sm961"),
    ("predict", "asus-z170-a/2x-960pro"),
    ("predict", "asus-z170-pro-gaming/sm961"),
    ("predict", "msi-x99s-sli-plus/3x-hg6"),
    ("predict", "published/amd4rc-30-all"),
    ("predict", "published/cm4-4qvo-raid0-read"),
];

/// Commands that keep a report of what they measure, here of machines in virtual time.
const MEASURED: &[(&str, &str)] = &[
    ("measure", "catalog:asrock-z170-oc-formula/3x-m8pe"),
    ("bench cdm8", "catalog:asrock-z170-oc-formula/3x-m8pe"),
    ("stripe", "catalog:asrock-z170-oc-formula/3x-m8pe"),
    ("explain", "catalog:asrock-z170-oc-formula/3x-m8pe"),
    ("measure", "laptop.toml"),
    ("bench cdm8", "laptop.toml"),
    ("measure", "names.toml"),
    ("measure", "two-sockets.toml"),
    ("measure", "switches.toml"),
];

/// Machine files for shapes that the catalogue does not have.
const SHAPES: &[(&str, &str)] = &[
    ("laptop", include_str!("gallery/laptop.toml")),
    ("raid-sets", include_str!("gallery/raid-sets.toml")),
    ("two-sockets", include_str!("gallery/two-sockets.toml")),
    ("switches", include_str!("gallery/switches.toml")),
    ("network", include_str!("gallery/network.toml")),
    ("names", include_str!("gallery/names.toml")),
];

const STYLE: &str = "body{margin:24px;font-family:system-ui,sans-serif;color-scheme:light dark}\
img{display:block;max-width:100%;margin:6px 0;border:1px solid #8888}h2{font-size:15px;margin:28px 0 4px}\
div{display:flex;gap:12px;align-items:start}div img{width:720px}iframe{width:380px;height:640px;flex:none}";

/// Draws everything into a folder, with a page that shows it.
pub fn run(root: &Path, args: &[String]) -> Fallible {
    let [folder, captures @ ..] = args else {
        return Err("gallery takes a folder, and captures after it".into());
    };
    let folder = PathBuf::from(folder);
    fs::create_dir_all(&folder)?;
    let narrows = binary::narrows(root)?;
    let mut page = format!(
        "<!DOCTYPE html><meta charset=\"utf-8\"><title>Gallery</title><style>{STYLE}</style>"
    );
    for (command, source) in sources(&folder, captures)? {
        for language in ["en", "ja"] {
            let name = format!("{command}-{}-{language}", file_name(&source));
            draw(&narrows, (command, &source, language), &folder.join(&name))?;
            let _ = write!(
                page,
                "<h2>{command} {} ({language})</h2><img src=\"{name}.svg\" alt=\"\">\
                 <img src=\"{name}.png\" alt=\"\"><div><img src=\"{name}-card.png\" alt=\"\">\
                 <iframe src=\"{name}.html\" loading=\"lazy\"></iframe></div>",
                file_name(&source)
            );
        }
    }
    for (command, source) in MEASURED {
        for language in ["en", "ja"] {
            let name = format!("{}-{}-{language}", file_name(command), file_name(source));
            measure(&narrows, (command, source, language), &folder, &name)?;
            let _ = write!(page, "<h2>{command} {source} ({language})</h2><div>");
            for (theme, width) in [("light", 1000), ("light", 390), ("dark", 390)] {
                let _ = write!(
                    page,
                    "<iframe src=\"{name}.html\" loading=\"lazy\" \
                     style=\"color-scheme:{theme};width:{width}px\"></iframe>"
                );
            }
            page.push_str("</div>");
        }
    }
    let index = folder.join("index.html");
    fs::write(&index, page)?;
    println!("{}", index.display());
    Ok(())
}

/// The pictures' sources, each with the command that draws it.
fn sources(folder: &Path, captures: &[String]) -> Fallible<Vec<(&'static str, String)>> {
    let mut sources: Vec<(&str, String)> = Vec::new();
    for (command, id) in OF_CATALOGUE {
        sources.push((*command, format!("catalog:{id}")));
    }
    for (name, text) in SHAPES {
        let path = folder.join(format!("{name}.toml"));
        fs::write(&path, text)?;
        sources.push(("predict", path.display().to_string()));
    }
    for capture in captures {
        sources.extend([("see", capture.clone()), ("predict", capture.clone())]);
    }
    Ok(sources)
}

/// One picture as SVG, as PNG (dark in Japanese, so that both themes show), as a card, and in a
/// report, which a narrow window shows from top to bottom.
fn draw(narrows: &Path, (command, source, language): (&str, &str, &str), to: &Path) -> Fallible {
    let mut drawing = Command::new(narrows);
    drawing.args([command, source, "--lang", language, "--quiet", "--force"]);
    drawing.arg("--svg").arg(to.with_extension("svg"));
    drawing.arg("--png").arg(to.with_extension("png"));
    let name = to.file_name().unwrap_or_default().to_string_lossy();
    drawing.arg("--card").arg(to.with_file_name(format!("{name}-card.png")));
    drawing.arg("--html").arg(to.with_extension("html"));
    if language == "ja" {
        drawing.arg("--dark");
    }
    // A partial result is drawn, too.
    let status = drawing.stdout(std::process::Stdio::null()).status()?;
    match status.code() {
        Some(0 | 3) => Ok(()),
        _ => Err(format!("{command} {source} ended with {status}").into()),
    }
}

fn measure(
    narrows: &Path,
    (command, source, language): (&str, &str, &str),
    folder: &Path,
    name: &str,
) -> Fallible {
    let kept = folder.join("kept").join(name);
    if kept.exists() {
        fs::remove_dir_all(&kept)?;
    }
    fs::create_dir_all(&kept)?;
    let mut measuring = Command::new(narrows);
    measuring.args(command.split(' ')).args(["--on", source, "--lang", language, "--quiet"]);
    measuring.current_dir(folder);
    measuring.env("XDG_DATA_HOME", &kept).env("XDG_STATE_HOME", &kept);
    let status = measuring.stdout(std::process::Stdio::null()).status()?;
    let mut runs = fs::read_dir(kept.join("narrows/runs"))?;
    match (status.code(), runs.next()) {
        (Some(0 | 3), Some(run)) => {
            let report = run?.path().join("report.html");
            fs::copy(report, folder.join(format!("{name}.html")))?;
            Ok(())
        }
        _ => Err(format!("{command} --on {source} ended with {status}").into()),
    }
}

/// A source as a part of a file's name.
fn file_name(source: &str) -> String {
    let name = source.trim_start_matches("catalog:");
    let name = if name.starts_with('/') { name.rsplit('/').next().unwrap_or(name) } else { name };
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    name.chars().map(|letter| if is_plain(letter) { letter } else { '_' }).collect()
}

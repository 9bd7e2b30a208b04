//! Destination of a picture of an answer: `--svg`, `--png` and `--card`.
//!
//! For: judging the files before the work begins, and painting each layout into its file.
//!
//! Not here: a picture's contents (`narrows_report::picture`).

use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args as ClapArgs};
use narrows_messages::Message;
use narrows_report::picture::PictureLayout;
use narrows_report::png::{self, Theme};
use narrows_report::scene::Scene;
use narrows_report::svg;

use crate::destination::{Destination, OutputFileKind};
use crate::failure::{CommandFailure, Result};
use crate::output::CliOutput;

/// The files that a picture is drawn to.
#[derive(Clone, Debug, Default, ClapArgs)]
#[command(group(ArgGroup::new("drawn").args(["svg", "png", "card"]).multiple(true)))]
pub struct PictureArgs {
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,
    #[arg(long, value_name = "FILE")]
    pub card: Option<PathBuf>,
    #[arg(long, requires = "drawn")]
    pub dark: bool,
}

/// Files that may be written, judged before the work begins.
pub struct PictureFiles {
    pub svg: Option<Destination>,
    pub png: Option<Destination>,
    card: Option<(Destination, OutputFileKind)>,
    pub theme: Theme,
}

impl PictureArgs {
    pub fn is_given(&self) -> bool {
        self.svg.is_some() || self.png.is_some() || self.card.is_some()
    }

    pub fn files(&self, force: bool, output: &CliOutput) -> Result<PictureFiles> {
        let card = self.card.as_deref().map(|path| Ok::<_, CommandFailure>((path, kind(path)?)));
        let card = card.transpose()?.map(|(path, kind)| {
            Ok::<_, CommandFailure>(
                output.destination(Some(path), kind, force)?.map(|file| (file, kind)),
            )
        });
        Ok(PictureFiles {
            card: card.transpose()?.flatten(),
            svg: output.destination(self.svg.as_deref(), OutputFileKind::Drawing, force)?,
            png: output.destination(self.png.as_deref(), OutputFileKind::Image, force)?,
            theme: if self.dark { Theme::Dark } else { Theme::Light },
        })
    }
}

impl PictureFiles {
    pub fn is_asked(&self) -> bool {
        self.svg.is_some() || self.png.is_some() || self.card.is_some()
    }

    /// Draws the picture to the requested files; reports if there is nothing to draw.
    pub fn draw(
        self,
        scene: impl Fn(PictureLayout) -> Option<Scene>,
        output: &CliOutput,
    ) -> Result<()> {
        if !self.is_asked() {
            return Ok(());
        }
        let svg = self.svg.map(|file| (file, OutputFileKind::Drawing));
        let png = self.png.map(|file| (file, OutputFileKind::Image));
        let wide = [svg, png].into_iter().flatten().map(|file| (file, PictureLayout::Wide));
        let card = self.card.map(|file| (file, PictureLayout::Card));
        for ((file, kind), layout) in wide.chain(card) {
            let Some(scene) = scene(layout) else {
                output.remark(&Message::new("cli-no-picture"));
                return Ok(());
            };
            match kind {
                OutputFileKind::Image => match png::paint(&scene, self.theme) {
                    Some(image) => file.write(&image)?,
                    None => output.remark(&Message::new("cli-no-picture")),
                },
                _ => file.write(in_theme(svg::scene(&scene), self.theme).as_bytes())?,
            }
        }
        Ok(())
    }
}

/// An SVG as requested: dark for everyone, or in its reader's colours.
pub fn in_theme(drawing: String, theme: Theme) -> String {
    match theme {
        Theme::Light => drawing,
        Theme::Dark => svg::dark(&drawing),
    }
}

/// The kind of a card, by its name; a stream has none and gets SVG.
fn kind(path: &Path) -> Result<OutputFileKind> {
    let extension = path.extension().and_then(|it| it.to_str()).map(str::to_ascii_lowercase);
    match extension.as_deref() {
        Some("svg") | None => Ok(OutputFileKind::Drawing),
        Some("png") => Ok(OutputFileKind::Image),
        Some(_) => {
            let what = Message::new("cli-card-name").with("path", path.display());
            Err(CommandFailure::usage(what))
        }
    }
}

//! Where the picture of an answer goes: `--svg` and `--png` of every command that has one.
//!
//! For: judging the files before the work begins, and painting one scene into both.
//!
//! Not here: what a picture shows (`narrows_report::picture`).

use std::path::PathBuf;

use clap::{ArgGroup, Args as ClapArgs};
use narrows_messages::Message;
use narrows_report::png::{self, Theme};
use narrows_report::scene::Scene;
use narrows_report::svg;

use crate::destination::{Destination, Kind};
use crate::failure::Failure;
use crate::output::Output;

/// The files that a picture is drawn to.
#[derive(Debug, Default, ClapArgs)]
#[command(group(ArgGroup::new("drawn").args(["svg", "png"]).multiple(true)))]
pub struct Picture {
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,
    #[arg(long, requires = "drawn")]
    pub dark: bool,
}

/// Files that may be written, judged before the work begins.
pub struct Files {
    pub svg: Option<Destination>,
    pub png: Option<Destination>,
    pub theme: Theme,
}

impl Picture {
    /// Judges the files.
    ///
    /// # Errors
    ///
    /// One of them may not or cannot be written, or both would go to standard output.
    pub fn files(&self, force: bool, output: &Output) -> Result<Files, Failure> {
        Ok(Files {
            svg: output.destination(self.svg.as_deref(), Kind::Drawing, force)?,
            png: output.destination(self.png.as_deref(), Kind::Image, force)?,
            theme: if self.dark { Theme::Dark } else { Theme::Light },
        })
    }
}

impl Files {
    /// Whether a picture was asked for.
    pub fn is_asked(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    /// Draws the picture to the files that were asked for; where there is nothing to draw, says so.
    ///
    /// # Errors
    ///
    /// A file cannot be written.
    pub fn draw(
        self,
        scene: impl FnOnce() -> Option<Scene>,
        output: &Output,
    ) -> Result<(), Failure> {
        if !self.is_asked() {
            return Ok(());
        }
        let Some(scene) = scene() else {
            output.remark(&Message::new("cli-no-picture"));
            return Ok(());
        };
        if let Some(file) = self.svg {
            file.write(in_theme(svg::scene(&scene), self.theme).as_bytes())?;
        }
        if let (Some(file), Some(image)) = (self.png, png::paint(&scene, self.theme)) {
            file.write(&image)?;
        }
        Ok(())
    }
}

/// An SVG as it was asked for: dark for everybody, or in its reader's colours.
pub fn in_theme(drawing: String, theme: Theme) -> String {
    match theme {
        Theme::Light => drawing,
        Theme::Dark => svg::dark(&drawing),
    }
}

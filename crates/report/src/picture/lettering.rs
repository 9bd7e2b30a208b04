//! Texts and frames as the layouts put them: cut to their room, on tenths of pixels.

use crate::glyphs;
use crate::scene::{
    FrameRole, Label, LabelInk, SceneArea, SceneFrame, SceneShape, TextAnchor, tenth,
};

/// A frame whose corners lie on tenths of pixels.
pub(super) fn frame(area: SceneArea, role: FrameRole, hint: &str) -> SceneShape {
    let SceneArea { x, y, width, height } = area;
    let area = SceneArea { x: tenth(x), y: tenth(y), width: tenth(width), height: tenth(height) };
    SceneShape::Frame(SceneFrame { area, role, hint: hint.to_owned() })
}

#[derive(Clone, Copy)]
pub(super) struct TextStyle {
    pub(super) size: f64,
    pub(super) bold: bool,
    pub(super) ink: LabelInk,
    pub(super) anchor: TextAnchor,
}

pub(super) const fn plain(size: f64, ink: LabelInk) -> TextStyle {
    TextStyle { size, bold: false, ink, anchor: TextAnchor::Start }
}

pub(super) const fn bold(size: f64, ink: LabelInk) -> TextStyle {
    TextStyle { size, bold: true, ink, anchor: TextAnchor::Start }
}

impl TextStyle {
    /// The same, with this of it at its position.
    pub(super) fn at(self, anchor: TextAnchor) -> Self {
        Self { anchor, ..self }
    }

    /// Pixels that a text takes.
    pub(super) fn width(self, text: &str) -> f64 {
        glyphs::width(text, self.size, self.bold)
    }

    /// A text within `room`; `None` for an empty one.
    pub(super) fn label(self, x: f64, y: f64, text: &str, room: f64) -> Option<SceneShape> {
        let text = glyphs::elide(text, self.size, self.bold, room);
        let Self { size, bold, ink, anchor } = self;
        let at = (tenth(x), tenth(y));
        let label = Label { at, text, size, bold, ink, anchor, turned: false };
        (!label.text.is_empty()).then_some(SceneShape::Label(label))
    }

    /// The same from the bottom up.
    pub(super) fn turned(self, x: f64, y: f64, text: &str, room: f64) -> Option<SceneShape> {
        let shape = self.label(x, y, text, room)?;
        match shape {
            SceneShape::Label(label) => Some(SceneShape::Label(Label { turned: true, ..label })),
            other => Some(other),
        }
    }
}

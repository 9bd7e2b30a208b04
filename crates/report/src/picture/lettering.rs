//! Texts and frames as the layouts put them: cut to their room, on tenths of pixels.

use crate::glyphs;
use crate::scene::{Anchor, Area, Frame, Ink, Label, Role, Shape, tenth};

/// A frame whose corners lie on tenths of pixels.
pub(super) fn frame(area: Area, role: Role, hint: &str) -> Shape {
    let Area { x, y, width, height } = area;
    let area = Area { x: tenth(x), y: tenth(y), width: tenth(width), height: tenth(height) };
    Shape::Frame(Frame { area, role, hint: hint.to_owned() })
}

/// How a text looks.
#[derive(Clone, Copy)]
pub(super) struct Type {
    pub(super) size: f64,
    pub(super) bold: bool,
    pub(super) ink: Ink,
    pub(super) anchor: Anchor,
}

/// A text of so many pixels.
pub(super) const fn plain(size: f64, ink: Ink) -> Type {
    Type { size, bold: false, ink, anchor: Anchor::Start }
}

pub(super) const fn bold(size: f64, ink: Ink) -> Type {
    Type { size, bold: true, ink, anchor: Anchor::Start }
}

impl Type {
    /// The same, with this of it at its position.
    pub(super) fn at(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    /// Pixels that a text takes.
    pub(super) fn width(self, text: &str) -> f64 {
        glyphs::width(text, self.size, self.bold)
    }

    /// A text in so much room; none of an empty one.
    pub(super) fn label(self, x: f64, y: f64, text: &str, room: f64) -> Option<Shape> {
        let text = glyphs::elide(text, self.size, self.bold, room);
        let Self { size, bold, ink, anchor } = self;
        let at = (tenth(x), tenth(y));
        let label = Label { at, text, size, bold, ink, anchor, turned: false };
        (!label.text.is_empty()).then_some(Shape::Label(label))
    }

    /// The same from the bottom up.
    pub(super) fn turned(self, x: f64, y: f64, text: &str, room: f64) -> Option<Shape> {
        let shape = self.label(x, y, text, room)?;
        match shape {
            Shape::Label(label) => Some(Shape::Label(Label { turned: true, ..label })),
            other => Some(other),
        }
    }
}

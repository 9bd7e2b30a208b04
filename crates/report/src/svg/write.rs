//! Writes SVG elements, escaped.

use std::fmt::Write as _;

use narrows_messages::Localizer;

use crate::clean::clean;

#[derive(Default)]
pub(super) struct Svg(String);

/// A rectangle in user units, which are CSS pixels at natural size.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct SvgArea {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Svg {
    /// The beginning of a drawing with a title, on paper. `mark` tells the program's own drawings.
    pub(super) fn plot(
        (class, mark): (&str, &str),
        (width, height): (f64, f64),
        title: &str,
        style: &str,
        localizer: &Localizer,
    ) -> Self {
        let (title, language) = (escape(title), localizer.language().tag());
        let blank = if mark.is_empty() { "" } else { " " };
        let mut svg = Self(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\"{blank}{mark} class=\"{class}\" role=\"img\" \
             lang=\"{language}\" aria-label=\"{title}\" width=\"{width:.0}\" height=\"{height:.0}\" \
             viewBox=\"0 0 {width:.0} {height:.0}\"><title>{title}</title><style>{style}</style>"
        ));
        svg.area("paper", SvgArea { width, height, ..SvgArea::default() }, 0.0);
        svg
    }

    /// Markup that is known to be well formed.
    pub(super) fn raw(&mut self, markup: &str) {
        self.0.push_str(markup);
    }

    pub(super) fn area(&mut self, class: &str, area: SvgArea, radius: f64) {
        let SvgArea { x, y, width, height } = area;
        let _ = write!(
            self.0,
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" \
             height=\"{height:.1}\" rx=\"{radius:.1}\"/>"
        );
    }

    pub(super) fn line(&mut self, class: &str, from: f64, to: f64, y: f64) {
        let _ = write!(
            self.0,
            "<line class=\"{class}\" x1=\"{from:.1}\" x2=\"{to:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>"
        );
    }

    /// Text whose baseline starts, has its middle or ends at a point, as its class says.
    pub(super) fn text(&mut self, class: &str, x: f64, y: f64, text: &str) {
        if !text.is_empty() {
            let text = escape(text);
            let _ =
                write!(self.0, "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>");
        }
    }

    pub(super) fn finish(self) -> String {
        self.0 + "</svg>\n"
    }
}

/// Text for element content and attribute values.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in clean(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

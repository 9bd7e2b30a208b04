//! A scene as SVG.

use std::fmt::Write as _;

use super::write::{Svg, escape};
use crate::SVG_MARK;
use crate::picture::PictureLayout;
use crate::scene::{
    BandKind, FlowBand, FrameRole, Label, LabelInk, Scene, SceneFrame, SceneShape, Stroke,
    TextAnchor, tenth,
};

const STYLE: &str = include_str!("flow.css");

/// The drawing: self-contained, following the reader's light or dark colours and fit for print.
pub(super) fn draw(scene: &Scene, class: &str) -> String {
    let mut svg = Svg::default();
    let (width, height) = (scene.width, scene.height);
    // An id that ties the drawing to its name, different for every drawing on a page (FNV-1a, 32
    // bits, of its size and description).
    let text = format!("{} {} {}", scene.width, scene.height, scene.description);
    let hash = text
        .bytes()
        .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    let name = format!("n{hash:08x}");
    svg.raw(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" {SVG_MARK} class=\"{class}\" role=\"img\" \
         lang=\"{}\" aria-labelledby=\"{name}-t {name}-d\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\"><title id=\"{name}-t\">{}</title>\
         <desc id=\"{name}-d\">{}</desc><style>{STYLE}</style>",
        scene.language,
        escape(&scene.title),
        escape(&scene.description),
    ));
    scene.shapes.iter().for_each(|shape| svg.raw(&element(shape)));
    svg.finish()
}

/// The same picture for wide and for narrow windows, of which a page shows the one that fits.
pub(crate) fn fitting(scene: impl Fn(PictureLayout) -> Scene) -> String {
    let wide = draw(&scene(PictureLayout::Wide), "flows wide");
    let slim = draw(&scene(PictureLayout::Slim), "flows slim");
    format!("{wide}{slim}")
}

fn element(shape: &SceneShape) -> String {
    match shape {
        SceneShape::Frame(frame) => self::frame(frame),
        SceneShape::Band(band) => self::band(band),
        SceneShape::Bar(bar) => self::band(&bar.as_band()),
        SceneShape::Stroke(stroke) => self::stroke(stroke),
        SceneShape::Label(label) => self::label(label),
    }
}

fn frame(frame: &SceneFrame) -> String {
    let (class, radius) = match frame.role {
        FrameRole::Paper => ("paper", 0),
        FrameRole::Drive => ("drive", 10),
        FrameRole::Place => ("place", 10),
        FrameRole::TightPlace => ("tight-place", 10),
        FrameRole::Chip => ("chip", 12),
    };
    let crate::scene::SceneArea { x, y, width, height } = frame.area;
    let place =
        format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\"");
    match frame.hint.as_str() {
        "" => format!("<rect class=\"{class}\" {place}/>"),
        hint => format!("<rect class=\"{class}\" {place}><title>{}</title></rect>", escape(hint)),
    }
}

fn band(band: &FlowBand) -> String {
    let class = match band.kind {
        BandKind::Flow => "flow",
        BandKind::Tight => "tight",
        BandKind::Lost => "lost",
    };
    let mut path = format!("<path class=\"{class}\" d=\"{}\"/>", outline(band));
    if band.kind == BandKind::Lost {
        let _ = write!(path, "<path class=\"hatch\" d=\"{}\"/>", hatching(band));
    }
    path
}

fn outline(band: &FlowBand) -> String {
    let (from, to) = (band.from, band.to);
    let third = (to.x - from.x) / 3.0;
    let (near, far) = (tenth(from.x + third), tenth(to.x - third));
    let (low_from, low_to) = (tenth(from.bottom()), tenth(to.bottom()));
    if from.top == to.top && low_from == low_to {
        return format!("M{},{}H{}V{}H{}Z", from.x, from.top, to.x, low_to, from.x);
    }
    format!(
        "M{x},{top}C{near},{top} {far},{to_top} {to_x},{to_top}L{to_x},{low_to}\
         C{far},{low_to} {near},{low_from} {x},{low_from}Z",
        x = from.x,
        top = from.top,
        to_x = to.x,
        to_top = to.top,
    )
}

fn hatching(band: &FlowBand) -> String {
    let mut path = String::new();
    for [(x, y), (to_x, to_y)] in band.hatching() {
        let _ = write!(path, "M{x},{y}L{to_x},{to_y}");
    }
    path
}

fn stroke(stroke: &Stroke) -> String {
    let class = if stroke.dashed { "dashed" } else { "line" };
    let ((x1, y1), (x2, y2)) = (stroke.from, stroke.to);
    format!("<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>")
}

fn label(label: &Label) -> String {
    let ink = match label.ink {
        LabelInk::Main => "",
        LabelInk::Faint => "faint",
        LabelInk::Alert => "alert",
        LabelInk::OnBand => "on",
    };
    let anchor = match label.anchor {
        TextAnchor::Start => "",
        TextAnchor::Middle => "mid",
        TextAnchor::End => "end",
    };
    let weight = if label.bold { "b" } else { "" };
    let classes = [ink, anchor, weight].into_iter().filter(|class| !class.is_empty());
    let class = classes.collect::<Vec<_>>().join(" ");
    let (x, y) = label.at;
    let place = if label.turned {
        format!("transform=\"translate({x},{y}) rotate(-90)\"")
    } else {
        format!("x=\"{x}\" y=\"{y}\"")
    };
    let (size, text) = (label.size, escape(&label.text));
    format!("<text class=\"{class}\" {place} font-size=\"{size}\">{text}</text>")
}

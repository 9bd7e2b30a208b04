//! A scene as PNG.
//!
//! For: showing a picture where SVG is not accepted. Needs no font of the machine: letters are those
//! of `glyphs`. The same scene gives the same bytes.

use png::{BitDepth, ColorType, Encoder, EncodingError};
use tiny_skia::{
    Color, FillRule, LineCap, Paint, Path, PathBuilder, Pixmap, Rect, Stroke as Pen, StrokeDash,
    Transform,
};
use ttf_parser::OutlineBuilder;

use crate::PNG_MARK;
use crate::glyphs;
use crate::scene::{
    BandKind, FlowBand, FrameRole, Label, LabelInk, Scene, SceneArea, SceneFrame, SceneShape,
    Stroke, TextAnchor,
};

/// Pixels of the image for one of the scene, so that it is sharp on today's displays.
const SCALE: f64 = 2.0;
/// Images larger than this in either direction are scaled down: no viewer shows them.
const MOST: f64 = 16_384.0;

/// The background of a picture; an SVG follows its reader unless dark was requested.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    #[default]
    Light,
    Dark,
}

/// The image; `None` for a scene without an extent.
pub fn paint(scene: &Scene, theme: Theme) -> Option<Vec<u8>> {
    let scale = SCALE.min(MOST / scene.width).min(MOST / scene.height);
    let pixels = |length: f64| (length * scale).ceil().max(0.0) as u32;
    let mut image = Pixmap::new(pixels(scene.width), pixels(scene.height))?;
    let transform = Transform::from_scale(scale as f32, scale as f32);
    let colours = PngColours::of(theme);
    // The last row and column of an image may be only partly covered by the scene.
    image.fill(colours.paper.colour(1.0));
    let mut painter = PngPainter { image: &mut image, transform, colours };
    scene.shapes.iter().for_each(|shape| painter.shape(shape));
    encoded(&image).ok()
}

/// Returns the image without transparency, marked as ours ([`crate::PNG_MARK`]).
fn encoded(image: &Pixmap) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, image.width(), image.height());
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    let (key, name) = PNG_MARK.split_once('\0').unwrap_or_default();
    encoder.add_text_chunk(key.to_owned(), name.to_owned())?;
    // Everything is on an opaque background.
    let colours = image.pixels().iter().flat_map(|it| [it.red(), it.green(), it.blue()]);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&colours.collect::<Vec<u8>>())?;
    writer.finish()?;
    Ok(bytes)
}

/// A colour as 0xRRGGBB.
#[derive(Clone, Copy)]
struct Rgb(u32);

impl Rgb {
    fn colour(self, opacity: f32) -> Color {
        let [_, red, green, blue] = self.0.to_be_bytes();
        Color::from_rgba8(red, green, blue, (opacity * 255.0) as u8)
    }

    fn paint(self, opacity: f32) -> Paint<'static> {
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        paint.set_color(self.colour(opacity));
        paint
    }
}

/// The colours of `svg/flow.css`.
struct PngColours {
    paper: Rgb,
    frame: Rgb,
    edge: Rgb,
    tight_frame: Rgb,
    tight_edge: Rgb,
    flow: Rgb,
    tight: Rgb,
    lost: Rgb,
    line: Rgb,
    main: Rgb,
    faint: Rgb,
    alert: Rgb,
}

impl PngColours {
    fn of(theme: Theme) -> Self {
        match theme {
            Theme::Light => Self {
                paper: Rgb(0xff_ffff),
                frame: Rgb(0xf4_f7fa),
                edge: Rgb(0xcf_d9e2),
                tight_frame: Rgb(0xfd_eee8),
                tight_edge: Rgb(0xc2_410c),
                flow: Rgb(0x2f_7fc1),
                tight: Rgb(0xcf_4a1d),
                lost: Rgb(0xcf_4a1d),
                line: Rgb(0x7b_8b9a),
                main: Rgb(0x14_202c),
                faint: Rgb(0x52_616f),
                alert: Rgb(0xb8_3a0c),
            },
            Theme::Dark => Self {
                paper: Rgb(0x0f_151b),
                frame: Rgb(0x18_222b),
                edge: Rgb(0x34_434f),
                tight_frame: Rgb(0x33_200f),
                tight_edge: Rgb(0xff_8a5c),
                flow: Rgb(0x2d_78b8),
                tight: Rgb(0xc8_481c),
                lost: Rgb(0xff_8a5c),
                line: Rgb(0x6e_8191),
                main: Rgb(0xe8_eef4),
                faint: Rgb(0x9f_b0be),
                alert: Rgb(0xff_9a70),
            },
        }
    }

    fn ink(&self, ink: LabelInk) -> Rgb {
        match ink {
            LabelInk::Main => self.main,
            LabelInk::Faint => self.faint,
            LabelInk::Alert => self.alert,
            LabelInk::OnBand => Rgb(0xff_ffff),
        }
    }
}

struct PngPainter<'a> {
    image: &'a mut Pixmap,
    transform: Transform,
    colours: PngColours,
}

impl PngPainter<'_> {
    fn shape(&mut self, shape: &SceneShape) {
        match shape {
            SceneShape::Frame(frame) => self.frame(frame),
            SceneShape::Band(band) => self.band(band),
            SceneShape::Bar(bar) => self.band(&bar.as_band()),
            SceneShape::Stroke(stroke) => self.stroke(stroke),
            SceneShape::Label(label) => self.label(label),
        }
    }

    fn fill(&mut self, path: &Path, colour: Rgb, opacity: f32) {
        let paint = colour.paint(opacity);
        self.image.fill_path(path, &paint, FillRule::Winding, self.transform, None);
    }

    fn line(&mut self, path: &Path, colour: Rgb, opacity: f32, pen: &Pen) {
        let paint = colour.paint(opacity);
        self.image.stroke_path(path, &paint, pen, self.transform, None);
    }

    fn frame(&mut self, frame: &SceneFrame) {
        let PngColours { paper, frame: ground, edge, tight_frame, tight_edge, .. } = self.colours;
        let (fill, edge, radius, width) = match frame.role {
            FrameRole::Paper => (Some(paper), None, 0.0, 0.0),
            FrameRole::Drive | FrameRole::Place => (Some(ground), Some(edge), 10.0, 1.0),
            FrameRole::TightPlace => (Some(tight_frame), Some(tight_edge), 10.0, 3.0),
            FrameRole::Chip => (None, Some(edge), 12.0, 1.0),
        };
        let Some(path) = rounded(frame.area, radius) else { return };
        if let Some(fill) = fill {
            self.fill(&path, fill, 1.0);
        }
        if let Some(edge) = edge {
            self.line(&path, edge, 1.0, &pen(width));
        }
    }

    fn band(&mut self, band: &FlowBand) {
        let Some(path) = outline(band) else { return };
        match band.kind {
            BandKind::Flow => self.fill(&path, self.colours.flow, 1.0),
            BandKind::Tight => self.fill(&path, self.colours.tight, 1.0),
            BandKind::Lost => {
                self.fill(&path, self.colours.lost, 0.13);
                if let Some(path) = hatching(band) {
                    self.line(&path, self.colours.lost, 0.6, &pen(2.0));
                }
            }
        }
    }

    fn stroke(&mut self, stroke: &Stroke) {
        let mut path = PathBuilder::new();
        path.move_to(stroke.from.0 as f32, stroke.from.1 as f32);
        path.line_to(stroke.to.0 as f32, stroke.to.1 as f32);
        let dash = stroke.dashed.then(|| StrokeDash::new(vec![5.0, 4.0], 0.0)).flatten();
        if let Some(path) = path.finish() {
            self.line(&path, self.colours.line, 1.0, &Pen { dash, ..pen(1.5) });
        }
    }

    fn label(&mut self, label: &Label) {
        let wide = glyphs::width(&label.text, label.size, label.bold);
        let back = match label.anchor {
            TextAnchor::Start => 0.0,
            TextAnchor::Middle => wide / 2.0,
            TextAnchor::End => wide,
        };
        let (x, y) = (label.at.0 as f32, label.at.1 as f32);
        let turn = if label.turned { -90.0 } else { 0.0 };
        let base = self.transform.pre_translate(x, y).pre_rotate(turn);
        let colour = self.colours.ink(label.ink);
        let mut along = -back;
        for letter in label.text.chars() {
            let Some(glyph) = glyphs::glyph(letter, label.bold) else { continue };
            let mut outline = GlyphOutline(PathBuilder::new());
            let scale = (label.size / glyph.outline(&mut outline)) as f32;
            let transform = base.pre_translate(along as f32, 0.0).pre_scale(scale, -scale);
            along += glyph.advance * label.size;
            let Some(path) = outline.0.finish() else { continue };
            let paint = colour.paint(1.0);
            self.image.fill_path(&path, &paint, FillRule::Winding, transform, None);
            if glyph.needs_weight {
                // A font without a bold face is drawn with a thicker outline.
                let pen = pen(label.size * 0.045 / f64::from(scale));
                self.image.stroke_path(&path, &paint, &pen, transform, None);
            }
        }
    }
}

fn pen(width: f64) -> Pen {
    Pen { width: width as f32, line_cap: LineCap::Butt, ..Pen::default() }
}

fn rounded(area: SceneArea, radius: f64) -> Option<Path> {
    let SceneArea { x, y, width, height } = area;
    let [left, top, right, bottom] = [x, y, area.right(), area.bottom()].map(|at| at as f32);
    let radius = radius.min(width / 2.0).min(height / 2.0) as f32;
    if radius <= 0.0 {
        return Some(PathBuilder::from_rect(Rect::from_ltrb(left, top, right, bottom)?));
    }
    let mut path = PathBuilder::new();
    path.move_to(left + radius, top);
    path.line_to(right - radius, top);
    path.quad_to(right, top, right, top + radius);
    path.line_to(right, bottom - radius);
    path.quad_to(right, bottom, right - radius, bottom);
    path.line_to(left + radius, bottom);
    path.quad_to(left, bottom, left, bottom - radius);
    path.line_to(left, top + radius);
    path.quad_to(left, top, left + radius, top);
    path.close();
    path.finish()
}

fn outline(band: &FlowBand) -> Option<Path> {
    let (from, to) = (band.from, band.to);
    let third = (to.x - from.x) / 3.0;
    let [x, near, far, end] = [from.x, from.x + third, to.x - third, to.x].map(|at| at as f32);
    let [top, to_top, low, to_low] =
        [from.top, to.top, from.bottom(), to.bottom()].map(|at| at as f32);
    let mut path = PathBuilder::new();
    path.move_to(x, top);
    path.cubic_to(near, top, far, to_top, end, to_top);
    path.line_to(end, to_low);
    path.cubic_to(far, to_low, near, low, x, low);
    path.close();
    path.finish()
}

fn hatching(band: &FlowBand) -> Option<Path> {
    let mut path = PathBuilder::new();
    for [(x, y), (to_x, to_y)] in band.hatching() {
        path.move_to(x as f32, y as f32);
        path.line_to(to_x as f32, to_y as f32);
    }
    path.finish()
}

/// A letter's outline, in the units of its font.
struct GlyphOutline(PathBuilder);

impl OutlineBuilder for GlyphOutline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.0.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.0.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}

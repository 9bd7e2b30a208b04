//! The figure of `docs/inference.md`: runs against accuracy.

use std::fmt::Write;

use super::InferenceRow;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 24.0;
const TOP: f64 = 24.0;
const BOTTOM: f64 = 56.0;

/// Colours for light and dark backgrounds; the background is the page's.
const STYLE: &str = "\
text{font:13px system-ui,sans-serif;fill:#768390}\
.axis{stroke:#8b949e;stroke-width:1}.grid{stroke:#8b949e;stroke-opacity:.25}\
.ours{stroke:#0a84d6;fill:none;stroke-width:2.5}.dot{fill:#0a84d6}.other{fill:#d9730d}\
.wanted{stroke:#2da44e;stroke-dasharray:6 4}\
@media(prefers-color-scheme:dark){text{fill:#c9d1d9}}";

/// The first `ours` rows as a line, the others as points.
pub fn svg(rows: &[InferenceRow], ours: usize) -> String {
    let mean =
        |row: &InferenceRow| row.runs.iter().sum::<usize>() as f64 / row.runs.len().max(1) as f64;
    let most = rows.iter().map(mean).fold(0.0, f64::max);
    let end = (most / 20.0).ceil().max(1.0) * 20.0;
    let x = |runs: f64| LEFT + (WIDTH - LEFT - RIGHT) * runs / end;
    let y = |part: f64| TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - part);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\
         <title>Machines exactly right, by mean number of runs</title><style>{STYLE}</style>\n"
    );
    axes(&mut out, end, &x, &y);
    let points: Vec<String> = rows[..ours]
        .iter()
        .map(|row| format!("{:.1},{:.1}", x(mean(row)), y(row.parts()[0])))
        .collect();
    let _ = writeln!(out, "<polyline class=\"ours\" points=\"{}\"/>", points.join(" "));
    for (at, row) in rows.iter().enumerate() {
        let class = if at < ours { "dot" } else { "other" };
        let (x, y) = (x(mean(row)), y(row.parts()[0]));
        let _ = writeln!(out, "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\"/>");
        // The line is flat at its end, so the last two labels go on either side of it.
        let (anchor, across, down) = match at {
            at if at >= ours => ("middle", 0.0, -12.0),
            at if at + 2 == ours => ("end", -9.0, 4.0),
            _ => ("start", 9.0, 12.0),
        };
        let (x, y) = (x + across, y + down);
        let name = &row.name;
        let _ =
            writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{name}</text>");
    }
    out.push_str("</svg>\n");
    out
}

fn axes(out: &mut String, end: f64, x: &dyn Fn(f64) -> f64, y: &dyn Fn(f64) -> f64) {
    for percent in (0..=100u8).step_by(20) {
        let at = y(f64::from(percent) / 100.0);
        let _ = writeln!(
            out,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{percent} %</text>",
            WIDTH - RIGHT,
            LEFT - 8.0,
            at + 4.0
        );
    }
    let mut runs = 0.0;
    while runs <= end {
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{runs}</text>",
            x(runs),
            HEIGHT - BOTTOM + 20.0
        );
        runs += 20.0;
    }
    let wanted = y(super::WANTED[0]);
    let _ = writeln!(
        out,
        "<line class=\"wanted\" x1=\"{LEFT}\" x2=\"{0}\" y1=\"{wanted:.1}\" y2=\"{wanted:.1}\"/>\
         <text x=\"{0}\" y=\"{1:.1}\" text-anchor=\"end\">wanted: 99 %</text>\
         <line class=\"axis\" x1=\"{LEFT}\" x2=\"{0}\" y1=\"{2}\" y2=\"{2}\"/>\
         <text x=\"{3}\" y=\"{4}\" text-anchor=\"middle\">runs, mean over machines of 2 to 24 drives</text>\
         <text transform=\"translate(16,{5}) rotate(-90)\" text-anchor=\"middle\">machines exactly right</text>",
        WIDTH - RIGHT,
        wanted - 6.0,
        HEIGHT - BOTTOM,
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 12.0,
        (TOP + HEIGHT - BOTTOM) / 2.0
    );
}

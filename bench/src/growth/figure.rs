//! The plot of `docs/performance.md`: size against processor time, both by powers of ten.

use std::fmt::Write;

use super::record::GrowthLine;

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 72.0;
const RIGHT: f64 = 220.0;
const TOP: f64 = 24.0;
const BOTTOM: f64 = 56.0;
/// Powers of ten of seconds that are shown.
const SECONDS: (i32, i32) = (-3, 2);
/// Powers of ten of how many times the smallest size.
const TIMES: i32 = 2;

/// Colours for light and dark backgrounds; the background is the page's.
const STYLE: &str = "\
text{font:13px system-ui,sans-serif;fill:#768390}\
.grid{stroke:#8b949e;stroke-opacity:.25}\
polyline{fill:none;stroke-width:2.5}\
@media(prefers-color-scheme:dark){text{fill:#c9d1d9}}";
const COLOURS: [&str; 12] = [
    "#0a84d6", "#d9730d", "#2da44e", "#8250df", "#cf222e", "#bf8700", "#1b9e9e", "#c2569b",
    "#6e7781", "#5a9bff", "#9a6700", "#57ab5a",
];

pub fn svg(lines: &[GrowthLine]) -> String {
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\">\
         <title>Processor time at one, ten and a hundred times the size</title>\
         <style>{STYLE}</style>\n"
    );
    grid(&mut out);
    let mut labels: Vec<f64> = Vec::new();
    for (line, colour) in lines.iter().zip(COLOURS) {
        let took = line.took();
        let Some((smallest, _)) = took.first() else { continue };
        let point = |(size, took): &(u32, super::timed::RunCost)| {
            (x(f64::from(*size) / f64::from(*smallest)), y(took.busy_s()))
        };
        let points: Vec<(f64, f64)> = took.iter().map(point).collect();
        let path: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(out, "<polyline stroke=\"{colour}\" points=\"{}\"/>", path.join(" "));
        for (x, y) in &points {
            let _ =
                writeln!(out, "<circle fill=\"{colour}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>");
        }
        // Not empty: there is a smallest size.
        let (end_x, end_y) = points[points.len() - 1];
        let at = free(&labels, end_y);
        labels.push(at);
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            end_x + 10.0,
            at + 4.0,
            line.name
        );
    }
    out.push_str("</svg>\n");
    out
}

/// Position for a label that overlaps no other: the wanted one or above.
fn free(labels: &[f64], wanted: f64) -> f64 {
    let mut at = wanted;
    while labels.iter().any(|label| (label - at).abs() < 15.0) {
        at -= 1.0;
    }
    at
}

fn x(times: f64) -> f64 {
    LEFT + (WIDTH - LEFT - RIGHT) * times.log10() / f64::from(TIMES)
}

fn y(seconds: f64) -> f64 {
    let (low, high) = (f64::from(SECONDS.0), f64::from(SECONDS.1));
    let share = (seconds.max(1e-9).log10() - low) / (high - low);
    TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - share.clamp(0.0, 1.0))
}

fn grid(out: &mut String) {
    for power in SECONDS.0..=SECONDS.1 {
        let seconds = 10f64.powi(power);
        let at = y(seconds);
        let _ = writeln!(
            out,
            "<line class=\"grid\" x1=\"{LEFT}\" x2=\"{}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{seconds} s</text>",
            WIDTH - RIGHT,
            LEFT - 8.0,
            at + 4.0
        );
    }
    for power in 0..=TIMES {
        let times = 10f64.powi(power);
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{times}×</text>",
            x(times),
            HEIGHT - BOTTOM + 22.0
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">size</text>",
        (LEFT + WIDTH - RIGHT) / 2.0,
        HEIGHT - 12.0
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_times_is_half_way_and_labels_do_not_overlap() {
        assert_eq!(x(10.0), (x(1.0) + x(100.0)) / 2.0);
        // A thousandth of a second is at the bottom, 100 s at the top, as is anything beyond.
        assert_eq!((y(0.0), y(1e6)), (HEIGHT - BOTTOM, TOP));
        assert_eq!(free(&[100.0], 200.0), 200.0);
        assert_eq!(free(&[100.0], 100.0), 85.0);
    }
}

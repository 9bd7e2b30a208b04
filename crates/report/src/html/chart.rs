//! Achieved and possible rates as bars; the answer's figures; the distribution of completion times.
//!
//! Bars are drawings with fills of their own: backgrounds are left out on paper.

use maud::{Markup, html};

use crate::block::{BarChart, ChartBar, LatencySpread, Tile};

/// Units across a bar's drawing, whatever its width on the page.
const ACROSS: f64 = 1000.0;
/// Up to this many bars are below each other; of more several share a line.
const FEW: usize = 6;
/// Height of a spread's drawing.
const HIGH: f64 = 30.0;

pub(super) fn tiles(tiles: &[Tile]) -> Markup {
    html! { div.tiles { @for tile in tiles {
        div.tile {
            p.label { (tile.label) }
            @if !tile.value.is_empty() {
                p class=(if tile.is_alert { "value lost" } else { "value" }) { (tile.value) }
            }
            @for text in &tile.text { p { (commands(text)) } }
        }
    } } }
}

/// A text with commands between backticks.
fn commands(text: &str) -> Markup {
    html! { @for (at, part) in text.split('`').enumerate() {
        @if at % 2 == 1 { code { (part) } } @else { (part) }
    } }
}

pub(super) fn bars(bars: &BarChart) -> Markup {
    let class = if bars.rows.len() <= FEW { "bars few" } else { "bars" };
    html! { ol class=(class) { @for bar in &bars.rows { (one(bar, bars)) } } }
}

fn one(bar: &ChartBar, bars: &BarChart) -> Markup {
    let tip = (!bar.tip.is_empty()).then(|| bar.tip.join("\n"));
    html! {
        li class=[bar.is_chosen.then_some("chosen")] tabindex=[tip.is_some().then_some("0")] data-tip=[tip] {
            span.who { (bar.name) }
            (track(bar, bars.most))
            span.said {
                strong { (bar.value) }
                @if !bar.of.is_empty() { " " span.facts.of { (bar.of) } }
                @if !bar.lost.is_empty() { " " strong.lost { (bar.lost) } }
            }
        }
    }
}

/// The achieved part solid; the rest in stripes; a prediction as a line with its band.
fn track(bar: &ChartBar, most: f64) -> Markup {
    let at = |value: f64| if most > 0.0 { (value / most).clamp(0.0, 1.0) * ACROSS } else { 0.0 };
    let whole = |value: f64| format!("{:.0}", at(value));
    // Less than a unit of the drawing would not show.
    let could = bar.could.filter(|could| at(*could) - at(bar.got) >= 1.0);
    html! {
        svg.track viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true" {
            rect.room width="1000" height="10" {}
            rect.got width=(whole(bar.got)) height="10" {}
            @if let Some(could) = could {
                line.missed x1=(whole(bar.got)) x2=(whole(could)) y1="5" y2="5" {}
            }
            @if let Some(band) = bar.predicted {
                @if !band.at_most {
                    line.band x1=(whole(band.low)) x2=(whole(band.high)) y1="5" y2="5" {}
                }
                line.middle x1=(whole(band.middle)) x2=(whole(band.middle)) y1="0" y2="10" {}
            }
        }
    }
}

pub(super) fn legend(bars: &BarChart, localizer: &narrows_messages::Localizer) -> Markup {
    let has_band = |at_most: bool| {
        bars.rows.iter().any(|bar| bar.predicted.is_some_and(|band| band.at_most == at_most))
    };
    let is_short = |bar: &ChartBar| bar.could.is_some_and(|could| could > bar.got);
    let has_lost = !bars.lost.is_empty() && bars.rows.iter().any(is_short);
    html! {
        @if has_lost || has_band(false) || has_band(true) { p.legend {
            @if has_lost { (key("missed")) (bars.lost) }
            @if has_band(false) { (key("band")) (localizer.text("report-html-key-band")) }
            @if has_band(true) { (key("bound")) (localizer.text("report-html-key-at-most")) }
        } }
    }
}

fn key(part: &str) -> Markup {
    html! {
        svg.key viewBox="0 0 24 10" aria-hidden="true" {
            @match part {
                "missed" => { line.missed x1="0" x2="24" y1="5" y2="5" {} },
                "band" => { line.band x1="2" x2="22" y1="5" y2="5" {} line.middle x1="12" x2="12" y1="0" y2="10" {} },
                _ => { line.middle x1="12" x2="12" y1="0" y2="10" {} },
            }
        }
    }
}

/// A histogram on a logarithmic scale, with lines at its percentiles.
pub(super) fn spread(spread: &LatencySpread) -> Markup {
    let most = spread.shares.iter().copied().fold(0.0, f64::max);
    if most <= 0.0 {
        return html! {};
    }
    let step = ACROSS / spread.shares.len().max(1) as f64;
    let steps = spread.shares.iter().enumerate().filter(|(_, share)| **share > 0.0);
    // Of the rare slow ones a sliver stays visible.
    let high = |share: f64| (share / most * HIGH).max(1.0);
    let path: String = steps
        .map(|(at, share)| {
            let (x, high) = (at as f64 * step, high(*share));
            format!("M{x:.0} {HIGH}v-{high:.1}h{step:.0}v{high:.1}z")
        })
        .collect();
    html! {
        svg.spread role="img" aria-label=(spread.label) viewBox=(format!("0 0 {ACROSS} {HIGH}"))
            preserveAspectRatio="none" {
            path d=(path) {}
            @for mark in &spread.marks {
                @let x = format!("{:.0}", mark.clamp(0.0, 1.0) * ACROSS);
                line x1=(x) x2=(x) y1="0" y2=(HIGH) {}
            }
        }
    }
}

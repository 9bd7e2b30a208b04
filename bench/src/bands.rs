//! `cargo xtask bands`: how wide bands must be to hold on new machines, and how
//! well they do.
//!
//! A band of the model's parts covers only these parts. Its extra width is taken from how
//! far predictions of published systems were off, by what they rest on (`PredictionBasis`): the distance that, with
//! the own band's added as squares, nine of ten of that ground stay within on either side. This is split
//! conformal prediction with a score for each side, by category (V. Vovk, A. Gammerman and G. Shafer,
//! *Algorithmic Learning in a Random World*, 2005, sections 4.2 and 4.5); every system counts once, however many
//! figures it has (R. Dunn, L. Wasserman and A. Ramdas, *Distribution-Free Prediction Sets for
//! Two-Layer Hierarchical Models*, JASA 118, 2023). Grounds with few systems are pooled in part: to the distances of
//! their own systems come those of the grounds beside them and of all with the weight of a few systems (the mean of a
//! Dirichlet process around the pooled distribution: T. Ferguson, Annals of Statistics 1(2), 1973).
//!
//! The systems the model was built from say little about unseen ones. For systems predicted after the model was complete,
//! the error is that of the first prediction, whatever terms were added later; others count in part (weights fixed in
//! advance: R. Barber, E. Candes, A. Ramdas and R. Tibshirani, *Conformal Prediction Beyond Exchangeability*, Annals of
//! Statistics 51(2), 2023). Complaints count like any published figure: people who compare have reasons, and a page
//! cannot know them.
//!
//! Each system is judged with widths from families other than its own, so a basis found only in its
//! family shows how a new kind of machine affects the bands.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use narrows_model::PredictionBasis;
use narrows_verdict::{CasebookFigure, judged};

use xtask::Fallible;

/// The part of figures that may lie beyond either end of an 80 % band.
const BEYOND: f64 = 0.1;
/// Total weight of the systems of grounds beside one, and of all others.
const BESIDE: f64 = 3.0;
const OTHERS: f64 = 1.0;
/// Weight of a system that the model was built from.
const IN_VIEW: f64 = 0.2;
/// Grounds with fewer systems are thin.
const THIN: usize = 4;
/// Bands of these parts, and how many times the distance of an 80 % band their ends have: the quantiles of
/// the normal distribution of logarithms, by which causes are ranked, too.
const LEVELS: [(&str, f64); 3] = [("50 %", 0.526), ("80 %", 1.0), ("95 %", 1.529)];
const TABLE: &str = "crates/catalog/data/widths.toml";

/// A published figure beside its prediction; distances are logarithms.
struct PublishedFigure {
    id: &'static str,
    system: &'static str,
    family: &'static str,
    ground: PredictionBasis,
    is_complaint: bool,
    /// Whether it was predicted before it was measured.
    is_unseen: bool,
    set: u32,
    /// In the unit of the published figure.
    predicted: f64,
    /// Published figure relative to the prediction; negative if the prediction is too high.
    away: f64,
    /// Of the ends of the band that the parts make.
    own: [f64; 2],
}

/// Below the prediction, or above.
#[derive(Clone, Copy)]
enum BandSide {
    Below,
    Above,
}

impl PublishedFigure {
    fn of(it: &CasebookFigure, is_now: bool) -> Option<Self> {
        let row = it.row;
        let first = row.first.filter(|_| !is_now).unwrap_or(it.predicted);
        let nearest = match (row.published, row.low, row.high) {
            (Some(published), ..) => published,
            (_, Some(least), Some(most)) => first.clamp(least, most),
            _ => return None,
        };
        let is_rate = matches!(row.unit.as_str(), "MB/s" | "MiB/s" | "IOPS");
        if !is_rate || it.predicted <= 0.0 || nearest <= 0.0 || it.low <= 0.0 {
            return None;
        }
        Some(Self {
            id: &row.id,
            system: &it.system.id,
            family: it.system.family.as_deref().unwrap_or("other"),
            ground: it.ground,
            is_complaint: row.complaint,
            is_unseen: it.system.unseen,
            set: it.system.set,
            predicted: first,
            away: (nearest / first).ln(),
            own: [(it.predicted / it.low).ln(), (it.high / it.predicted).ln()],
        })
    }

    /// Distance of the figure beyond its own band on that side: the term to add in quadrature.
    fn needs(&self, side: BandSide) -> f64 {
        let (away, own) = match side {
            BandSide::Below => (-self.away, self.own[0]),
            BandSide::Above => (self.away, self.own[1]),
        };
        if away <= own { 0.0 } else { (away * away - own * own).sqrt() }
    }

    /// The ends of its band with `beyond`, as distances.
    fn ends(&self, beyond: [f64; 2]) -> [f64; 2] {
        [self.own[0].hypot(beyond[0]), self.own[1].hypot(beyond[1])]
    }

    /// Whether its band holds it, with ends `times` as far.
    fn is_inside(&self, beyond: [f64; 2], times: f64) -> bool {
        let [below, above] = self.ends(beyond);
        // Rounding of displayed figures.
        let rounding = 5e-4;
        -self.away <= below * times + rounding && self.away <= above * times + rounding
    }

    fn half_width(&self, beyond: [f64; 2]) -> f64 {
        let [below, above] = self.ends(beyond);
        (above.exp() - (-below).exp()) / 2.0
    }
}

/// Prints how well widths hold; with `--renew` makes the table of widths, with `--now` takes the predictions of unseen
/// systems as they are and not as they first were.
pub fn run(root: &Path, words: &[String]) -> Fallible {
    let has = |flag: &str| words.iter().any(|word| word == flag);
    let judged = judged();
    let of = |it| PublishedFigure::of(it, has("--now"));
    let figures: Vec<PublishedFigure> = judged.iter().filter_map(of).collect();
    if has("--renew") {
        std::fs::write(root.join(TABLE), table(&figures))
            .map_err(|why| format!("{TABLE}: {why}"))?;
    }
    if has("--figures") {
        show_figures(&figures);
    }
    println!("Each family of machines judged with widths from all others:\n");
    println!(
        "| family | systems | median error | inside the band of the parts | inside the band \
         | half width |"
    );
    println!("|---|---|---|---|---|---|");
    let families: BTreeSet<&str> = figures.iter().map(|it| it.family).collect();
    for family in families {
        show(family, &chosen(&figures, |it| it.family == family), &figures);
    }
    show("all", &chosen(&figures, |_| true), &figures);
    show("all that were unseen", &chosen(&figures, |it| it.is_unseen), &figures);
    show("of these that work", &chosen(&figures, |it| it.is_unseen && !it.is_complaint), &figures);
    show("of these complaints", &chosen(&figures, |it| it.is_unseen && it.is_complaint), &figures);
    println!("\nBy what a prediction rests on:\n");
    println!("| ground | systems | median error | below | above | inside, family left out |");
    println!("|---|---|---|---|---|---|");
    for ground in PredictionBasis::ALL {
        let own: Vec<&PublishedFigure> = chosen(&figures, |it| it.ground == ground);
        let [below, above] = beyond(ground, &chosen(&figures, |_| true));
        let count = systems(own.iter().copied()).len();
        println!(
            "| {} | {count}{} | {} | {:.2} | {:.2} | {} |",
            ground.as_str(),
            if count < THIN { ", thin" } else { "" },
            percent(median(&own, error)),
            (-below).exp(),
            above.exp(),
            percent(share(&own, |it| it.is_inside(from_others(it, &figures), 1.0)))
        );
    }
    show_reliability(&figures);
    Ok(())
}

/// How much figures of `ground` need beyond their own bands on either side, from `known`.
fn beyond(ground: PredictionBasis, known: &[&PublishedFigure]) -> [f64; 2] {
    let is_beside = |it: &PublishedFigure| it.ground.kin() == ground.kin();
    let own = weights(known, None, |it| it.ground == ground);
    let beside = weights(known, Some(BESIDE), |it| it.ground != ground && is_beside(it));
    let others = weights(known, Some(OTHERS), |it| !is_beside(it));
    let all: Vec<(&PublishedFigure, f64)> = own.into_iter().chain(beside).chain(others).collect();
    // The system to come is one of as many and one.
    let unseen = systems(known.iter().copied().filter(|it| it.is_unseen)).len() as f64;
    let part = (1.0 - BEYOND) * (unseen + 1.0) / unseen.max(1.0);
    [BandSide::Below, BandSide::Above].map(|side| {
        let needs = all.iter().map(|(it, weight)| (it.needs(side), *weight));
        quantile(needs.collect(), part.min(1.0))
    })
}

/// Each figure that counts, with its share of its system's weight; scaled to a total of `sum`, if given.
fn weights<'f>(
    known: &[&'f PublishedFigure],
    sum: Option<f64>,
    counts: impl Fn(&PublishedFigure) -> bool,
) -> Vec<(&'f PublishedFigure, f64)> {
    let chosen = || known.iter().copied().filter(|it| counts(it));
    let mut figures: BTreeMap<&str, f64> = BTreeMap::new();
    chosen().for_each(|it| *figures.entry(it.system).or_default() += 1.0);
    let of_system = |it: &PublishedFigure| if it.is_unseen { 1.0 } else { IN_VIEW };
    let weight = |it: &'f PublishedFigure| (it, of_system(it) / figures[it.system]);
    let plain: Vec<(&PublishedFigure, f64)> = chosen().map(weight).collect();
    let all: f64 = plain.iter().map(|(_, weight)| weight).sum();
    let scale = sum.map_or(1.0, |sum| sum / all.max(f64::MIN_POSITIVE));
    plain.into_iter().map(|(it, weight)| (it, weight * scale)).collect()
}

/// The least value up to which `part` of the weight lies.
fn quantile(mut values: Vec<(f64, f64)>, part: f64) -> f64 {
    values.sort_by(|a, b| a.0.total_cmp(&b.0));
    let wanted = values.iter().map(|(_, weight)| weight).sum::<f64>() * part;
    let mut so_far = 0.0;
    // Weights that should add up to the part exactly may miss it by rounding.
    let widest = values.iter().find(|(_, weight)| {
        so_far += weight;
        so_far >= wanted - 1e-9
    });
    widest.map_or(0.0, |(value, _)| *value)
}

/// Widening of the band of `figure`, from families other than its own.
fn from_others(figure: &PublishedFigure, figures: &[PublishedFigure]) -> [f64; 2] {
    let others = figures.iter().filter(|it| it.family != figure.family);
    beyond(figure.ground, &others.collect::<Vec<_>>())
}

/// What its band gets from systems that were there before its set was.
fn from_earlier(figure: &PublishedFigure, figures: &[PublishedFigure]) -> [f64; 2] {
    let earlier = figures.iter().filter(|it| !it.is_unseen || it.set < figure.set);
    beyond(figure.ground, &earlier.collect::<Vec<_>>())
}

/// Share of figures for which `holds` is true, averaged by system.
fn share(figures: &[&PublishedFigure], holds: impl Fn(&PublishedFigure) -> bool) -> f64 {
    let mut systems: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for it in figures {
        systems.entry(it.system).or_default().push(f64::from(u8::from(holds(it))));
    }
    mean(systems.values().map(|own| mean(own.iter().copied())))
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = values.fold((0.0, 0.0), |(count, sum), value| (count + 1.0, sum + value));
    sum / f64::max(count, 1.0)
}

/// The median over systems of the median of their figures.
fn median(figures: &[&PublishedFigure], of: impl Fn(&PublishedFigure) -> f64) -> f64 {
    let middle = |mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        values.get(values.len() / 2).copied().unwrap_or_default()
    };
    let mut systems: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    figures.iter().for_each(|it| systems.entry(it.system).or_default().push(of(it)));
    middle(systems.into_values().map(middle).collect())
}

fn systems<'f>(figures: impl Iterator<Item = &'f PublishedFigure>) -> BTreeSet<&'static str> {
    figures.map(|it| it.system).collect()
}

/// How far a prediction is off, as a part of the published figure.
fn error(it: &PublishedFigure) -> f64 {
    ((-it.away).exp() - 1.0).abs()
}

fn show_figures(figures: &[PublishedFigure]) {
    println!(
        "| figure | rests on | predicted | published / predicted | own band | with what others need |"
    );
    println!("|---|---|---|---|---|---|");
    for it in figures {
        let ends = it.ends(from_others(it, figures));
        let band =
            |[below, above]: [f64; 2]| format!("{:.2} to {:.2}", (-below).exp(), above.exp());
        let complaint = if it.is_complaint { ", a complaint" } else { "" };
        println!(
            "| {}{complaint} | {} | {:.1} | {:.2} | {} | {} |",
            it.id,
            it.ground.as_str(),
            it.predicted,
            it.away.exp(),
            band(it.own),
            band(ends)
        );
    }
    println!();
}

fn chosen(
    figures: &[PublishedFigure],
    is_it: impl Fn(&PublishedFigure) -> bool,
) -> Vec<&PublishedFigure> {
    figures.iter().filter(|it| is_it(it)).collect()
}

fn show(name: &str, these: &[&PublishedFigure], all: &[PublishedFigure]) {
    if these.is_empty() {
        return;
    }
    println!(
        "| {name} | {} | {} | {} | {} | {} |",
        systems(these.iter().copied()).len(),
        percent(median(these, error)),
        percent(share(these, |it| it.is_inside([0.0; 2], 1.0))),
        percent(share(these, |it| it.is_inside(from_others(it, all), 1.0))),
        percent(median(these, |it| it.half_width(from_others(it, all))))
    );
}

/// The next set is another draw of families as well as of systems: what is expected of it lies between what the last
/// set did with widths from before it and what all do with widths from other families. A set of as many systems is off
/// from that by chance: two standard deviations of a share.
fn show_reliability(figures: &[PublishedFigure]) {
    const NEXT: f64 = 30.0;
    println!("\nBands of other parts, each family judged by the others:\n");
    println!("| band | holds |");
    println!("|---|---|");
    let all = chosen(figures, |it| it.is_unseen);
    for (name, times) in LEVELS {
        let held = share(&all, |it| it.is_inside(from_others(it, figures), times));
        println!("| {name} | {} |", percent(held));
    }
    let newest = all.iter().map(|it| it.set).max().unwrap_or_default();
    let last: Vec<&PublishedFigure> = all.iter().copied().filter(|it| it.set == newest).collect();
    let inside = share(&last, |it| it.is_inside(from_earlier(it, figures), 1.0));
    println!(
        "\nThe last set, {} systems, with widths from before it: {} inside, median error {}.",
        systems(last.iter().copied()).len(),
        percent(inside),
        percent(median(&last, error))
    );
    let held = share(&all, |it| it.is_inside(from_others(it, figures), 1.0));
    let chance = |held: f64| 2.0 * (held * (1.0 - held) / NEXT).sqrt();
    println!(
        "\nForecast for the next {NEXT:.0} unseen systems: {} inside ({} to {}), median error {} to {}.",
        percent((inside + held) / 2.0),
        percent(inside - chance(inside)),
        percent((held + chance(held)).min(1.0)),
        percent(median(&all, error).min(median(&last, error))),
        percent(median(&all, error).max(median(&last, error)))
    );
}

/// The table of widths, as the catalogue holds it.
fn table(figures: &[PublishedFigure]) -> String {
    let mut text = String::from(
        "# How far predictions of published systems were off beyond the bands of their parts, by what they\n\
         # rested on. Made by cargo xtask bands --renew; bench/src/bands.rs says how. Logarithms.\n",
    );
    let known = chosen(figures, |_| true);
    for ground in PredictionBasis::ALL {
        let [below, above] = beyond(ground, &known);
        let own = systems(known.iter().copied().filter(|it| it.ground == ground));
        let named: Vec<String> = own.iter().map(|id| format!("\"{id}\"")).collect();
        let _ = write!(
            text,
            "\n[[width]]\nground = \"{}\"\nbelow = {below:.3}\nabove = {above:.3}\nsystems = [{}]\n",
            ground.as_str(),
            named.join(", ")
        );
    }
    text
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

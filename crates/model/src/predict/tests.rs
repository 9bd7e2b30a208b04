//! Bands and bases of predictions.

use narrows_topology::graph::{Drive, Node, NodeKind, NodeLink, StorageControllerKind};
use narrows_units::LinkWidth;
use narrows_workload::profile;
use proptest::prelude::*;

use super::*;
use crate::figures::{BandedFigure, DriveFigures};
use crate::limit::Band;
use crate::widths::{BandWidths, BasisClass};

fn link(lanes: u8, basis: FactBasis) -> Option<NodeLink> {
    let current = LinkWidth::new(3, lanes);
    let uplink = narrows_catalog::chipset::chipset("intel-z170").unwrap().uplink.as_ref();
    Some(NodeLink { current, name: None, ..NodeLink::documented(uplink.unwrap(), basis) })
}

/// A chipset with an uplink of 8 GT/s, and a drive behind it for each width and figure.
fn machine(uplink_lanes: u8, drives: &[(u8, Option<BandedFigure<BytesPerSec>>)]) -> Machine {
    let mut machine = Machine { widths: BandWidths::OfParts, ..Machine::default() };
    let nodes = &mut machine.topology.nodes;
    let uplink = link(uplink_lanes, FactBasis::Documented);
    nodes.insert(Id::new("chipset"), Node { link: uplink, ..Node::bare(NodeKind::Chipset) });
    for (at, (lanes, read)) in drives.iter().enumerate() {
        let id = Id::new(format!("d{at}"));
        let node = Node {
            parent: Some(Id::new("chipset")),
            link: link(*lanes, FactBasis::Observed),
            ..Node::bare(NodeKind::Storage(StorageControllerKind::Nvme))
        };
        machine.topology.nodes.insert(id.clone(), node);
        let drive = Drive { controller: Some(id.clone()), ..Drive::default() };
        machine.topology.drives.insert(id.clone(), drive);
        let figures = DriveFigures { read: *read, ..DriveFigures::default() };
        machine.figures.insert(id, figures);
    }
    machine
}

fn predict_all(machine: &Machine) -> Vec<TargetPrediction> {
    let drives: Vec<Id> = machine.topology.drives.keys().cloned().collect();
    predict(machine, &drives, &profile("seq-read-128k-q32").unwrap())
}

/// Drives of 1,000 +- 20 % (a) and of 4,000 behind an uplink of about 3,588 MB/s that is certain
/// within -9 % and +2 %. The second gets 3,588 - 1,000 = 2,588. Least: the uplink low and a high,
/// 0.91 x 3,588 - 1,200 = 2,065; most: 1.02 x 3,588 - 800 = 2,860. All low would say 2,465, all
/// high 2,460: less than the figure itself.
#[test]
fn others_that_are_faster_than_thought_leave_less() {
    let figure = |mb_s, band| {
        Some(BandedFigure { band, ..BandedFigure::documented(BytesPerSec::mb_s(mb_s)) })
    };
    let slow = figure(1000.0, Band::new(0.8, 1.2));
    let fast = figure(4000.0, Band::new(1.0, 1.0));
    let outcomes = predict_all(&machine(4, &[(4, slow), (8, fast)]));
    let outcome = &outcomes[1];
    assert!((outcome.rate.as_mb_s() - 2588.0).abs() < 5.0, "{outcome:?}");
    assert!((outcome.low.as_mb_s() - 2065.0).abs() < 5.0, "{outcome:?}");
    assert!((outcome.high.as_mb_s() - 2860.0).abs() < 5.0, "{outcome:?}");
}

/// A drive assumed to do 3,600 (+- a few percent) on an observed link of about 3,588: the link is
/// the limit, but the drive could be. On a link of half the width, it could not.
#[test]
fn a_figure_is_as_weak_as_what_could_bind() {
    let guess = BandedFigure::of_class(BytesPerSec::mb_s(3600.0));
    let guess = Some(BandedFigure { band: Band::new(0.97, 1.03), ..guess });
    let basis = |lanes| predict_all(&machine(16, &[(lanes, guess)]))[0].basis;
    assert_eq!((basis(4), basis(2)), (FactBasis::Assumed, FactBasis::Inferred));
}

fn figures() -> impl Strategy<Value = Option<BandedFigure<BytesPerSec>>> {
    let figure = (100.0f64..8000.0, 0.4f64..1.0, 1.0f64..1.6).prop_map(|(mb_s, low, high)| {
        let band = Band::new(low, high);
        BandedFigure { band, ..BandedFigure::documented(BytesPerSec::mb_s(mb_s)) }
    });
    prop::option::weighted(0.9, figure)
}

proptest! {
    #[test]
    fn the_band_holds_its_own_figure(
        uplink in prop::sample::select(vec![2u8, 4, 8]),
        drives in prop::collection::vec(
            (prop::sample::select(vec![1u8, 2, 4, 8]), figures()), 1..7,
        ),
    ) {
        for outcome in predict_all(&machine(uplink, &drives)) {
            let TargetPrediction { low, rate, high, .. } = outcome;
            prop_assert!(low <= rate && rate <= high, "{low:?} {rate:?} {high:?}");
        }
    }
}

/// No two drives alike and the uplink far from full, so that every drive is its own limit, at its
/// own level. If each drive were taken through all others, this would not end in any reasonable
/// time; `solver::tests::work` counts the steps.
#[test]
fn ten_thousand_drives_are_predicted_at_once() {
    let figure =
        |at: usize| Some(BandedFigure::documented(BytesPerSec::mb_s(0.1 + at as f64 * 1e-6)));
    let drives: Vec<_> = (0..10_000).map(|at| (4, figure(at))).collect();
    let all = predict_all(&machine(16, &drives));
    assert_eq!(all.len(), 10_000);
    assert_eq!(all[0].limit.limit.name.id(), "limit-drive");
    assert_eq!(all[0].next.as_ref().unwrap().limit.name.id(), "limit-link");
}

fn total(machine: &Machine) -> PredictedTotal {
    let workload = profile("seq-read-128k-q32").unwrap();
    let drives: Vec<Id> = machine.topology.drives.keys().cloned().collect();
    let tasks: Vec<WorkloadTask<'_>> =
        drives.iter().map(|drive| WorkloadTask::new(drive, &workload)).collect();
    predict_set(machine, &tasks).1.unwrap()
}

/// Two drives that could do 4,000 each share 3,588 MB/s, certain within -9 and +2 %: so is their sum,
/// whatever each of them gets of it.
#[test]
fn a_set_behind_one_limit_has_the_band_of_that_limit() {
    let figure = |mb_s| Some(BandedFigure::documented(BytesPerSec::mb_s(mb_s)));
    let sum = total(&machine(4, &[(8, figure(4000.0)), (8, figure(4100.0))]));
    assert!((sum.rate.as_mb_s() - 3588.0).abs() < 5.0, "{sum:?}");
    assert!((sum.low.get() / sum.rate.get() - 0.91).abs() < 0.003, "{sum:?}");
    assert!((sum.high.get() / sum.rate.get() - 1.02).abs() < 0.003, "{sum:?}");
    assert_eq!(sum.parts, 1);
}

/// Drives of 1,000 and 1,100 with room for both. Measured on each by itself within 20 %, they are off
/// by 200 and 220: the root of the sum of the squares is 297, not 420. If one datasheet says 1,000
/// for both, it is wrong for both at once: 400.
#[test]
fn errors_that_have_nothing_in_common_cancel_in_part() {
    let band = Band::new(0.8, 1.2);
    let own = |mb_s| Some(BandedFigure { band, ..BandedFigure::measured(BytesPerSec::mb_s(mb_s)) });
    let sum = total(&machine(16, &[(8, own(1000.0)), (8, own(1100.0))]));
    assert!((sum.rate.as_mb_s() - 2100.0).abs() < 1.0 && sum.parts == 2, "{sum:?}");
    assert!((sum.low.as_mb_s() - (2100.0 - 297.3)).abs() < 2.0, "{sum:?}");
    assert!((sum.high.as_mb_s() - (2100.0 + 297.3)).abs() < 2.0, "{sum:?}");
    let sheet = Some(BandedFigure { band, ..BandedFigure::documented(BytesPerSec::mb_s(1000.0)) });
    let sum = total(&machine(16, &[(8, sheet), (8, sheet)]));
    assert!((sum.low.as_mb_s() - 1600.0).abs() < 2.0 && sum.parts == 1, "{sum:?}");
}

/// A band of 0.9 to 1.1 and 0.2 more below in logarithms: ln 0.9 is -0.1054, the root of the sum of the
/// squares 0.2261, and exp(-0.2261) 0.798. An end that is nothing stays nothing.
#[test]
fn what_systems_were_off_is_added_as_squares() {
    let [rate, low, high, none] = [1000.0, 900.0, 1100.0, 0.0].map(BytesPerSec::mb_s);
    let ends = crate::widths::ends_with((0.2, 0.0), (rate, low, high));
    assert!((ends.0.as_mb_s() - 797.6).abs() < 0.5, "{ends:?}");
    assert!((ends.1.as_mb_s() - 1100.0).abs() < 1e-6, "{ends:?}");
    assert_eq!(crate::widths::ends_with((0.2, 0.1), (rate, none, high)).0, none);
    assert_eq!(crate::widths::ends_with((0.2, 0.1), (none, none, none)), (none, none));
}

/// Bands contain the ones without widths, whatever their basis, and every basis has a row in the
/// catalogue.
#[test]
fn widths_take_nothing_from_a_band() {
    let figure = |mb_s| Some(BandedFigure::documented(BytesPerSec::mb_s(mb_s)));
    let of_parts = machine(4, &[(8, figure(4000.0)), (2, None)]);
    let all = Machine { widths: BandWidths::OfSystems, ..of_parts.clone() };
    for (one, other) in predict_all(&of_parts).into_iter().zip(predict_all(&all)) {
        assert!(other.low <= one.low && other.high >= one.high, "{one:?} {other:?}");
        assert_eq!((other.rate, other.low_of_parts), (one.rate, one.low));
    }
    for ground in PredictionBasis::ALL {
        let named = narrows_catalog::width::widths().iter().map(|width| width.ground.as_str());
        assert_eq!(named.filter(|name| *name == ground.as_str()).count(), 1, "{ground:?}");
    }
    assert_eq!(PredictionBasis::Md.kin(), BasisClass::Between);
}

/// A set of one has no others.
#[test]
fn the_total_of_one_is_its_own() {
    let figure = Some(BandedFigure::documented(BytesPerSec::mb_s(1000.0)));
    let machine = machine(4, &[(4, figure)]);
    let (sum, alone) = (total(&machine), &predict_all(&machine)[0]);
    assert_eq!((sum.rate, sum.low, sum.high), (alone.rate, alone.low, alone.high));
}

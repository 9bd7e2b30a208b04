//! Pictures of random machines: bands on one scale, losses only where reported, nothing overlaps.

use narrows_messages::{Language, Localizer, Message};
use narrows_record::predict::{LimitRecord, LimitRecordKind, PredictDocument, Prediction};
use narrows_record::see::{ArrayRecord, HostRecord, PortRecord, SeeDocument};
use narrows_record::word::TargetSet;
use narrows_report::picture::{self, PictureLayout};
use narrows_report::png::{self, Theme};
use narrows_report::scene::{
    BandKind, FlowBand, FrameRole, Label, Scene, SceneArea, SceneFrame, SceneShape,
};
use narrows_report::svg;
use proptest::prelude::*;

use crate::samples;

/// A switch on a processor or on an earlier switch.
#[derive(Clone, Debug)]
struct Switch {
    on: usize,
    lanes: u8,
}

/// A drive on a processor or switch.
#[derive(Clone, Debug)]
struct Drive {
    on: usize,
    model: usize,
    alone: f64,
    /// Its rate with all others, relative to its rate alone.
    share: f64,
    in_array: bool,
}

#[derive(Clone, Debug)]
struct Machine {
    processors: usize,
    switches: Vec<Switch>,
    drives: Vec<Drive>,
}

fn machines() -> impl Strategy<Value = Machine> {
    let switch = (0..8usize, prop::sample::select(vec![4u8, 8, 16]))
        .prop_map(|(on, lanes)| Switch { on, lanes });
    let share = prop_oneof![Just(1.0), 0.1..1.0];
    let drive = (0..8usize, 0..3usize, 1.0..14_000.0, share, any::<bool>()).prop_map(
        |(on, model, alone, share, in_array)| Drive { on, model, alone, share, in_array },
    );
    let switches = prop::collection::vec(switch, 0..4);
    let drives = prop::collection::vec(drive, 1..20);
    (1..=2usize, switches, drives).prop_map(|(processors, switches, drives)| Machine {
        processors,
        switches,
        drives,
    })
}

impl Machine {
    /// The id of a processor or switch among those before `before`.
    fn place(&self, on: usize, before: usize) -> String {
        match on % (self.processors + before) {
            cpu if cpu < self.processors => format!("cpu{cpu}"),
            switch => format!("sw{}", switch - self.processors),
        }
    }

    fn see(&self) -> SeeDocument {
        let mut see = SeeDocument {
            source: "random.toml".into(),
            host: HostRecord { cpu: Some("Processor with a name".into()), ..HostRecord::default() },
            ..SeeDocument::default()
        };
        for cpu in 0..self.processors {
            see.ports.push(samples::port(&format!("cpu{cpu}"), "processor", None));
        }
        for (at, switch) in self.switches.iter().enumerate() {
            let above = self.place(switch.on, at);
            let port = samples::port(&format!("sw{at}"), "switch", Some(&above));
            let link = Some(samples::link(switch.lanes, switch.lanes));
            see.ports.push(PortRecord { link, ..port });
        }
        for (at, drive) in self.drives.iter().enumerate() {
            let (id, link) = (format!("nvme{at}"), samples::link(4, 4));
            let on = self.place(drive.on, self.switches.len());
            let hops = vec![samples::hop(&id, &on, link.clone())];
            see.storage.push(samples::nvme(&id, &id, link, hops, ""));
            let model = ["Fast", "A rather long name of a model", ""][drive.model];
            see.drives.push(samples::drive(&format!("{id}n1"), &id, model, 1 << 40));
        }
        let members = self.drives.iter().enumerate().filter(|(_, drive)| drive.in_array);
        let drives: Vec<String> = members.map(|(at, _)| format!("nvme{at}n1")).collect();
        see.arrays.push(ArrayRecord {
            id: "md0".into(),
            kind: "md raid0".into(),
            chunk: None,
            members: drives.clone(),
            drives,
            size: None,
            mounts: Vec::new(),
        });
        see
    }

    /// Each drive alone at its own speed, and with all others held back by its switch, or by a
    /// processor core if it is on none.
    fn predict(&self) -> PredictDocument {
        let mut predict = samples::predict();
        predict.machine = self.see();
        predict.upgrades.clear();
        let row = predict.results.first().cloned().expect("a row");
        predict.results.clear();
        for (at, drive) in self.drives.iter().enumerate() {
            let on = self.place(drive.on, self.switches.len());
            let target = format!("nvme{at}n1");
            let got = drive.alone * drive.share;
            let own = samples::drive_limit(&target, drive.alone);
            let kind =
                if on.starts_with("sw") { LimitRecordKind::Uplink } else { LimitRecordKind::Cpu };
            let held = LimitRecord { kind, id: on, ..samples::uplink_limit() };
            let limit = if drive.share < 1.0 { held } else { own.clone() };
            let row = |set, mb_s, limit| Prediction {
                set,
                target: target.clone(),
                mb_s,
                low_mb_s: mb_s,
                limit,
                next_limit: None,
                ..row.clone()
            };
            predict
                .results
                .extend([row(TargetSet::Alone, drive.alone, own), row(TargetSet::All, got, limit)]);
        }
        predict
    }

    /// Rate of all drives, 10^6 bytes per second; less than 2 % short of alone counts as alone.
    fn got(&self) -> f64 {
        self.drives.iter().map(|drive| drive.alone * drive.share).sum()
    }
}

fn drawn(machine: &Machine, layout: PictureLayout) -> Scene {
    picture::predict(&machine.predict(), None, layout, &Localizer::new(Language::English))
}

fn bands(scene: &Scene) -> Vec<&FlowBand> {
    shapes(scene, |shape| if let SceneShape::Band(band) = shape { Some(band) } else { None })
}

fn frames(scene: &Scene) -> Vec<&SceneFrame> {
    shapes(scene, |shape| if let SceneShape::Frame(frame) = shape { Some(frame) } else { None })
}

fn labels(scene: &Scene) -> Vec<&Label> {
    shapes(scene, |shape| if let SceneShape::Label(label) = shape { Some(label) } else { None })
}

fn shapes<T>(scene: &Scene, of_kind: fn(&SceneShape) -> Option<&T>) -> Vec<&T> {
    scene.shapes.iter().filter_map(of_kind).collect()
}

fn overlap(a: &SceneArea, b: &SceneArea) -> bool {
    let clear = a.right() <= b.x || b.right() <= a.x || a.bottom() <= b.y || b.bottom() <= a.y;
    !clear
}

/// Flow through the height of a frame at a position, by the given edge of each band.
fn through(scene: &Scene, frame: &SceneFrame, x: f64, leaves: bool) -> f64 {
    let is_here = |band: &&&FlowBand| {
        let edge = if leaves { band.from } else { band.to };
        let (top, bottom) = (frame.area.y - 0.2, frame.area.bottom() + 0.2);
        (edge.x - x).abs() < 0.2 && edge.top >= top && edge.bottom() <= bottom
    };
    let bands = bands(scene);
    let flows = bands.iter().filter(|band| band.kind != BandKind::Lost).filter(is_here);
    flows.map(|band| if leaves { band.from.mb_s } else { band.to.mb_s }).sum()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-6 * a.abs().max(1.0)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Positions are rounded to a tenth of a pixel.
    #[test]
    fn a_bands_width_is_its_rate_on_one_scale(machine in machines()) {
        for layout in [PictureLayout::Wide, PictureLayout::Card] {
            let scene = drawn(&machine, layout);
            for band in bands(&scene) {
                for edge in [band.from, band.to] {
                    let wanted = edge.mb_s / 1e3 * scene.pixels_a_gb_s;
                    prop_assert!((edge.height - wanted).abs() <= 0.1001, "{band:?}");
                    prop_assert!(edge.mb_s >= 0.0 && edge.height >= 0.0, "{band:?}");
                }
            }
        }
    }

    #[test]
    fn what_comes_through_arrives(machine in machines()) {
        let scene = drawn(&machine, PictureLayout::Wide);
        let places = frames(&scene).into_iter();
        let (roots, inner): (Vec<&SceneFrame>, Vec<&SceneFrame>) = places
            .filter(|frame| matches!(frame.role, FrameRole::Place | FrameRole::TightPlace))
            .partition(|frame| frame.area.right() > scene.width - 100.0);
        let arrived: f64 = roots.iter().map(|root| through(&scene, root, root.area.x, false)).sum();
        prop_assert!(close(arrived, machine.got()), "{arrived} of {}", machine.got());
        for place in inner {
            let enters = through(&scene, place, place.area.x, false);
            let leaves = through(&scene, place, place.area.right(), true);
            prop_assert!(close(enters, leaves), "{enters} and {leaves} at {place:?}");
        }
    }

    #[test]
    fn nothing_lies_on_anything_else(machine in machines()) {
        for layout in [PictureLayout::Wide, PictureLayout::Slim, PictureLayout::Card] {
            let scene = drawn(&machine, layout);
            let paper = SceneArea { x: 0.0, y: 0.0, width: scene.width, height: scene.height };
            let frames = frames(&scene).into_iter().filter(|it| it.role != FrameRole::Paper);
            let frames: Vec<SceneArea> = frames.map(|it| it.area).collect();
            let labels: Vec<(SceneArea, &str)> =
                labels(&scene).iter().map(|it| (it.area(), it.text.as_str())).collect();
            for area in frames.iter().chain(labels.iter().map(|(area, _)| area)) {
                let inside = area.x >= 0.0 && area.y >= 0.0;
                let fits = area.right() <= paper.width && area.bottom() <= paper.height;
                prop_assert!(inside && fits, "{area:?} on {paper:?}");
            }
            for (at, one) in frames.iter().enumerate() {
                prop_assert!(!frames.iter().skip(at + 1).any(|other| overlap(one, other)));
            }
            for (at, (one, text)) in labels.iter().enumerate() {
                let on = labels.iter().skip(at + 1).find(|(other, _)| overlap(one, other));
                prop_assert!(on.is_none(), "{text} and {on:?}");
            }
        }
    }

    /// At every position, the bands there follow each other from the top down.
    #[test]
    fn bands_never_cross(
        machine in machines(),
        layout in prop::sample::select(vec![PictureLayout::Wide, PictureLayout::Card]),
    ) {
        let scene = drawn(&machine, layout);
        let bands = bands(&scene);
        for x in (0..scene.width as usize).step_by(13).map(|x| x as f64 + 0.05) {
            let here = bands.iter().filter(|band| band.from.x < x && x < band.to.x);
            let mut sides: Vec<(f64, f64)> = here.map(|band| band.sides(x)).collect();
            sides.sort_by(|a, b| a.0.total_cmp(&b.0));
            for pair in sides.windows(2) {
                prop_assert!(pair[0].1 <= pair[1].0 + 0.3, "{pair:?} at {x}");
            }
        }
    }

    /// All processors of a card receive as much as the drives move, whichever rows are merged.
    #[test]
    fn nothing_is_missing_on_a_card(machine in machines()) {
        let scene = drawn(&machine, PictureLayout::Card);
        prop_assert_eq!((scene.width, scene.height), (1200.0, 630.0));
        let rows = frames(&scene).into_iter().filter(|frame| frame.role == FrameRole::Drive);
        prop_assert!((1..=5).contains(&rows.count()));
        let ends = bands(&scene).into_iter().filter(|band| (band.to.x - 976.0).abs() < 0.2);
        let arrived: f64 =
            ends.filter(|band| band.kind != BandKind::Lost).map(|band| band.to.mb_s).sum();
        prop_assert!(close(arrived, machine.got()), "{arrived} of {}", machine.got());
    }

    #[test]
    fn the_same_document_gives_the_same_bytes(machine in machines()) {
        let paint = || svg::scene(&drawn(&machine, PictureLayout::Wide));
        prop_assert_eq!(paint(), paint());
    }
}

/// Letters and bands leave no image white.
#[test]
fn a_png_is_an_image_of_our_own_in_both_themes() {
    let scene =
        picture::run(&samples::run(), PictureLayout::Slim, &Localizer::new(Language::Japanese));
    let [light, dark] = [Theme::Light, Theme::Dark].map(|theme| png::paint(&scene, theme).unwrap());
    for image in [&light, &dark] {
        assert!(image.starts_with(b"\x89PNG\r\n"));
        let mark = narrows_report::PNG_MARK.as_bytes();
        assert!(image[..1024].windows(mark.len()).any(|part| part == mark));
    }
    assert_ne!(light, dark);
    assert_eq!(Some(light), png::paint(&scene, Theme::Light));
}

/// Drives with only a known link may be slower than it: no loss is reported for them, although their
/// links together carry more than the uplink.
#[test]
fn what_is_not_known_to_be_lost_is_not_hatched_as_lost() {
    let mut predict = samples::crowd_predicted(2);
    for row in &mut predict.results {
        let all = row.set == TargetSet::All;
        row.mb_s = if all { 1794.0 } else { row.mb_s };
        row.limit = if all { samples::uplink_limit() } else { row.limit.clone() };
    }
    let scene =
        picture::predict(&predict, None, PictureLayout::Wide, &Localizer::new(Language::English));
    let texts: Vec<&str> = labels(&scene).iter().map(|label| label.text.as_str()).collect();
    assert!(!texts.iter().any(|text| text.contains("lost") || text.contains('−')), "{texts:?}");
    assert!(texts.contains(&"Bottleneck: chipset uplink (DMI 3.0 x4)"), "{texts:?}");
    assert!(texts.contains(&"≤ 3.59 GB/s"), "{texts:?}");
}

/// Known rates of drives count in the picture: three of 900 MB/s fit a link of 3,588 although their own
/// links carry 5,382 together; a drive of 7,000 MB/s loses 3,412 at its own link of 3,588.
#[test]
fn rated_drives_are_drawn_as_what_they_can_do() {
    let texts = |rates: [f64; 4]| {
        let mut see = samples::z170();
        for (drive, rate) in see.drives.iter_mut().rev().zip(rates) {
            drive.read_mb_s = Some(rate);
        }
        let drawn = picture::see(&see, PictureLayout::Wide, &Localizer::new(Language::English));
        let texts: Vec<String> = labels(&drawn).iter().map(|label| label.text.clone()).collect();
        texts
    };
    let slow = texts([900.0; 4]);
    assert!(slow.iter().filter(|text| *text == "rated").count() >= 3, "{slow:?}");
    assert!(!slow.iter().any(|text| text.starts_with("Shared link")), "{slow:?}");
    let fast = texts([7000.0, 10.0, 10.0, 10.0]);
    assert!(fast.iter().any(|text| text.starts_with("Link slower than its drive")), "{fast:?}");
    assert!(fast.contains(&"of 7.00 GB/s".to_owned()), "{fast:?}");
}

/// Sixty drives of as many models on one processor make forty rows; the last represents the rest,
/// and the total is complete: 60 x 3,588 = 215,280 MB/s.
#[test]
fn of_many_rows_the_last_stands_for_the_rest() {
    let mut see = samples::crowd(60);
    for (at, drive) in see.drives.iter_mut().enumerate() {
        drive.model = Some(format!("model {at}"));
    }
    let scene = picture::see(&see, PictureLayout::Wide, &Localizer::new(Language::English));
    let rows = frames(&scene).into_iter().filter(|frame| frame.role == FrameRole::Drive);
    assert_eq!(rows.count(), 40);
    let texts: Vec<&str> = labels(&scene).iter().map(|label| label.text.as_str()).collect();
    assert!(texts.contains(&"21 drives") && texts.contains(&"215.28 GB/s"), "{texts:?}");
}

/// A drive of 3,200 MB/s on two lanes of 1,794 loses 44 % to its own, unshared link: that is below the
/// device's capability, and the bottleneck before the link that bounds the other drive. Its loss goes no further than its link.
#[test]
fn a_drive_that_its_own_link_holds_back_loses_there() {
    let mut predict = samples::crowd_predicted(2);
    for row in predict.results.iter_mut().filter(|row| row.target == "nvme1n1") {
        let held =
            LimitRecord { kind: LimitRecordKind::Link, ..samples::drive_limit("nvme1n1", 1794.0) };
        let name = Message::new("limit-link").with("node", "nvme1n1").with("link", "PCIe 3.0 x2");
        row.limit = LimitRecord { name: name.into(), ..held };
        row.next_limit = Some(samples::drive_limit("nvme1n1", 3200.0));
        (row.mb_s, row.low_mb_s, row.high_mb_s) = (1794.0, 1750.0, 1820.0);
        row.basis = narrows_record::see::EvidenceBasis::Documented;
    }
    let scene =
        picture::predict(&predict, None, PictureLayout::Wide, &Localizer::new(Language::English));
    let texts: Vec<&str> = labels(&scene).iter().map(|label| label.text.as_str()).collect();
    for there in ["Bottleneck: link of nvme1n1 (PCIe 3.0 x2) and 1 more", "of 3.20 GB/s", "−44 %"]
    {
        assert!(texts.contains(&there), "{there}: {texts:?}");
    }
    let root = frames(&scene).into_iter().find(|frame| frame.role == FrameRole::Place).unwrap();
    let lost = bands(&scene).into_iter().filter(|band| band.kind == BandKind::Lost);
    assert!(lost.into_iter().all(|band| band.to.x < root.area.x - 100.0 && band.to.mb_s == 0.0));
}

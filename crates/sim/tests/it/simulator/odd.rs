//! Machines of which little is known, or nonsense: nothing panics, and every round ends.

use narrows_model::{
    ArrayCacheMode, ArrayPlan, BandedFigure, Bitmap, Demand, DriveFigures, Machine, RaidEngine,
    RaidLevel, WriteCache,
};
use narrows_sim::{HeatModel, RoundTiming, SimFault, SimFaultKind, SimPart, Simulator};
use narrows_topology::Id;
use narrows_topology::graph::NodeKind;
use narrows_units::{Bytes, BytesPerSec, Iops, Nanos};
use narrows_workload::issuer::{Errno, TargetRegion};
use narrows_workload::{Direction, IoInterface, Pattern, Workload};
use proptest::prelude::*;

use super::bed;

/// A target of which nothing is known runs as fast as its program asks: 1.25 us and 0.02 ns a byte.
#[test]
fn an_unknown_drive_runs_at_the_threads_speed() {
    let machine = Machine::default();
    let workload = Workload::new(Pattern::Random, Direction::Read, Bytes::kib(4), 32);
    let timing = bed::timing(1, 10);
    let ran = Simulator::new(&machine, &[], 1).run(&[bed::part("x", &workload)], &timing, &());
    let ran = ran[0].as_ref().expect("it fits");
    assert!((bed::mb_s(ran, &timing) / (4096.0 / 1.332) - 1.0).abs() < 0.01);
    let thread = &ran.threads[0];
    let share = (thread.user + thread.system).as_secs() / thread.span.as_secs();
    assert!((share - 1.0).abs() < 0.02, "{share}");
}

fn rate() -> impl Strategy<Value = Option<BandedFigure<BytesPerSec>>> {
    let rates = prop::sample::select(vec![0.0, 1e-9, 1.0, 500.0, 9000.0, 1e30, f64::INFINITY]);
    prop::option::of(rates.prop_map(|rate| BandedFigure::measured(BytesPerSec::mb_s(rate))))
}

fn drive() -> impl Strategy<Value = DriveFigures> {
    let operations = prop::option::of(prop::sample::select(vec![0.0, 1.0, 1e5, 1e12]));
    let latency = prop::option::of(prop::sample::select(vec![0, 1, 90, 5_000_000]));
    let depth = prop::option::of(0u32..40);
    let cache = prop::option::of((prop::sample::select(vec![0, 1 << 20, u64::MAX]), rate()));
    (rate(), rate(), operations, latency, depth, cache).prop_map(
        |(read, write, operations, latency, max_depth, cache)| DriveFigures {
            read,
            write,
            random_read: operations.map(|known| BandedFigure::measured(Iops::new(known))),
            random_write: operations.map(|known| BandedFigure::measured(Iops::new(known / 2.0))),
            read_latency: latency.map(|known| BandedFigure::measured(Nanos::micros(known))),
            sequential_latency: latency
                .map(|known| BandedFigure::measured(Nanos::micros(known / 3))),
            max_depth,
            cache: cache.and_then(|(size, after)| {
                Some(WriteCache { size: Bytes::new(size), after: after? })
            }),
            ..DriveFigures::default()
        },
    )
}

fn array() -> impl Strategy<Value = ArrayPlan> {
    let level = prop::sample::select(vec![
        RaidLevel::Jbod,
        RaidLevel::Stripe,
        RaidLevel::Mirror,
        RaidLevel::MirroredStripe,
        RaidLevel::Parity(1),
        RaidLevel::Parity(3),
    ]);
    let engine = prop::sample::select(RaidEngine::NAMES.map(|(_, engine)| engine).to_vec());
    let chunk = prop::option::of(prop::sample::select(vec![0u64, 1, 777, 4096, 65_536, u64::MAX]));
    let members = prop::collection::vec(0usize..4, 0..5);
    (level, engine, chunk, members, any::<[bool; 3]>()).prop_map(
        |(level, engine, chunk, members, [back, bitmap, on_card])| ArrayPlan {
            chunk: chunk.map(Bytes::new),
            cache: if back { ArrayCacheMode::WriteBack } else { ArrayCacheMode::None },
            bitmap: if bitmap { Bitmap::Internal } else { Bitmap::None },
            controller: on_card.then(|| Id::new("place")),
            ..ArrayPlan::new(
                level,
                engine,
                members.iter().map(|at| Id::new(format!("d{at}"))).collect(),
            )
        },
    )
}

fn kind() -> impl Strategy<Value = SimFaultKind> {
    let number = prop::sample::select(vec![-1.0, 0.0, 0.5, 1e300, f64::NAN]);
    let heat = (number.clone(), number.clone(), 0u64..3).prop_map(|(a, b, tau)| {
        let tau = Nanos::millis(tau);
        HeatModel { start_c: a, per_gb_s: b, tau, limit_c: b, factor: a, resume_c: b }
    });
    prop_oneof![
        (0u64..3).prop_map(|every| SimFaultKind::Errors { errno: Errno::EIO, every }),
        (0u64..3).prop_map(|every| SimFaultKind::Short { every }),
        Just(SimFaultKind::Stall),
        Just(SimFaultKind::Dropout),
        number.clone().prop_map(|factor| SimFaultKind::Slow { factor }),
        (prop::option::of(0u8..20), prop::option::of(number))
            .prop_map(|(lanes, gts)| SimFaultKind::Link { lanes, gts }),
        heat.prop_map(SimFaultKind::Heat),
    ]
}

fn workload() -> impl Strategy<Value = Workload> {
    let interface = prop::sample::select(IoInterface::ALL.to_vec());
    let block = prop::sample::select(vec![0u64, 100, 512, 4096, 12_288, 1 << 20]);
    (any::<bool>(), block, 0u32..40, 0u32..4, 0u8..=100, interface).prop_map(
        |(sequential, block, depth, jobs, read_percent, interface)| Workload {
            name: String::new(),
            pattern: if sequential { Pattern::Sequential } else { Pattern::Random },
            pool: None,
            read_percent,
            block: Bytes::new(block),
            depth,
            jobs,
            interface,
        },
    )
}

fn faults() -> impl Strategy<Value = Vec<(usize, SimFaultKind, u64, Option<u64>)>> {
    prop::collection::vec((0usize..5, kind(), 0u64..4, prop::option::of(0u64..4)), 0..3)
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(64)
    })]

    #[test]
    fn every_round_ends(
        drives in prop::collection::vec(drive(), 0..4),
        array in array(),
        kinds in faults(),
        requests in prop::collection::vec((0usize..6, workload(), 0u64..3), 0..4),
        lanes in prop::sample::select(vec![1u8, 4, 16]),
        demand in prop::sample::select(vec![0.0, 1.0, 3000.0, f64::INFINITY]),
    ) {
        let mut machine = bed::machine((2, lanes), &[]);
        for (at, known) in drives.into_iter().enumerate() {
            bed::add_drive(&mut machine, &format!("d{at}"), "chipset", bed::link(3, 4), known);
        }
        bed::add_place(&mut machine, "nic", NodeKind::Network, Some("chipset"), bed::link(3, 4));
        let [sends, receives] = [demand, 0.0].map(BytesPerSec::mb_s);
        machine.demands.push(Demand { node: Id::new("nic"), sends, receives });
        machine.arrays.insert(Id::new("d4"), array);
        let faults: Vec<SimFault> = kinds.into_iter().map(|(what, kind, from, until)| SimFault {
            what: Id::new(format!("d{what}")),
            from: Nanos::millis(from),
            until: until.map(Nanos::millis),
            kind,
        }).collect();
        let parts: Vec<SimPart> = requests.iter().map(|(target, workload, after)| SimPart {
            start_after: Nanos::millis(*after),
            region: TargetRegion { offset: 1 << 20, len: 64 << 20 },
            ..bed::part(&format!("d{target}"), workload)
        }).collect();
        let timing = RoundTiming { patience: Nanos::millis(2), ..bed::timing(1, 3) };
        let mut simulator = Simulator::new(&machine, &faults, 1);
        for _ in 0..2 {
            let ran = simulator.run(&parts, &timing, &());
            prop_assert_eq!(ran.len(), parts.len());
            simulator.rest(Nanos::millis(1));
        }
    }
}

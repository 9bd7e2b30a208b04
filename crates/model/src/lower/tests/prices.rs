//! Prices of single requests add up to the flow of which they are parts.

use narrows_workload::{Direction, Workload};

use super::super::{MemberExtent, RequestPricing};
use super::*;

fn extent(direction: Direction, bytes: u64) -> MemberExtent {
    MemberExtent { direction, bytes, requests: 1.0, requested: 0.0, caches: WriteCacheState::Fresh }
}

/// A request of 1 MiB on a stripe of two by 64 KiB is half a MiB on each: with the resources that
/// the members share, that is its flow's use per byte, a million times.
#[test]
fn extents_and_program_make_the_flow() {
    let mut machine = machine();
    let members = ["a", "b"].map(Id::new);
    let chunk = Some(Bytes::kib(64));
    let plan =
        ArrayPlan { chunk, ..ArrayPlan::new(RaidLevel::Stripe, RaidEngine::Md, members.to_vec()) };
    machine.arrays.insert(Id::new("s"), plan);
    machine.host.cores = Some(4);
    let (stripe, workload) = (Id::new("s"), profile("seq-read-1m-q32").unwrap());
    let mut requests = RequestPricing::new(&machine, &[WorkloadTask::new(&stripe, &workload)]);
    let mut charged = vec![0.0; requests.limits().len()];
    let of_members =
        members.map(|drive| requests.member(0, &drive, extent(Direction::Read, 512 << 10)).charges);
    let program = requests.program(0, Direction::Read).charges;
    for charge in of_members.iter().flatten().chain(&program) {
        charged[charge.limit] += charge.amount;
    }
    for used in &requests.flow(0).uses {
        let expected = used.coefficient * f64::from(1 << 20);
        let actual = charged[used.resource];
        assert!((actual / expected - 1.0).abs() < 1e-9, "{:?}", requests.limits()[used.resource]);
    }
}

/// A mix is priced by the way of each request; the thread of a call that waits has one in flight.
#[test]
fn each_way_has_its_own_price() {
    let mut machine = machine();
    let write = Some(BandedFigure::documented(BytesPerSec::mb_s(500.0)));
    machine.figures.get_mut(&Id::new("a")).unwrap().write = write;
    let (a, workload) = (Id::new("a"), profile("seq-rw50-128k-q32-sync").unwrap());
    let mut requests = RequestPricing::new(&machine, &[WorkloadTask::new(&a, &workload)]);
    let drive = requests.limits().iter().position(|limit| limit.kind == LimitKind::Drive).unwrap();
    let capacity = requests.limits()[drive].capacity;
    let mut seconds = |direction| {
        let price = requests.member(0, &a, extent(direction, 1_000_000));
        let charge = price.charges.iter().find(|charge| charge.limit == drive).unwrap();
        charge.amount / capacity
    };
    // A million bytes at 2,000 and at 500 MB/s.
    assert!((seconds(Direction::Read) - 500e-6).abs() < 1e-9);
    assert!((seconds(Direction::Write) - 2000e-6).abs() < 1e-9);
    let Workload { depth, .. } = super::super::below_program(&machine, &a, &workload);
    assert_eq!(depth, 1);
}

//! How long cutting a request takes: `cargo bench -p narrows-array`.
//!
//! Figures are for people; no test waits for them.

use std::num::NonZeroUsize;

use divan::{Bencher, black_box};
use narrows_array::{ArrayLayout, LogicalRequest, RaidLevel, RequestCutting};
use narrows_units::Bytes;
use narrows_workload::Direction;

fn main() {
    divan::main();
}

/// Chunk, and size of a request, KiB.
const CASES: [(u64, u64); 5] = [(64, 4), (16, 64), (64, 128), (128, 1024), (4, 1024)];

#[divan::bench(args = CASES, consts = [2, 3, 4])]
fn stripe<const MEMBERS: usize>(bencher: Bencher<'_, '_>, (chunk, block): (u64, u64)) {
    let cutting = RequestCutting::at(Bytes::kib(chunk));
    let layout = ArrayLayout::new(
        RaidLevel::Stripe,
        NonZeroUsize::new(MEMBERS).expect("some"),
        cutting,
        0..1 << 40,
    );
    let len = Bytes::kib(block).get();
    let mut extents = Vec::with_capacity(8);
    let mut turn = 0;
    bencher.bench_local(|| {
        turn += 1;
        let offset = ((turn * 0x9e37_79b9) & 0xf_ffff) * len;
        let request = LogicalRequest { direction: Direction::Read, offset, len, stream: 0, turn };
        extents.clear();
        layout.cut(black_box(&request), false, &mut extents);
        black_box(extents.len())
    });
}

//! The histogram held against the samples themselves and against another histogram (the crate
//! `hdrhistogram`, by its inventor's layout), each given the very same samples.
//!
//! A quantile by nearest rank is one sample. It must lie in the bucket whose middle is reported:
//! no error is allowed beyond the bucket's own width.

use hdrhistogram::Histogram as Reference;
use narrows_units::Nanos;
use narrows_units::stats::Histogram;

const QUANTILES: [f64; 7] = [0.01, 0.5, 0.9, 0.95, 0.99, 0.999, 0.9999];

/// Even numbers below `end`, the same each time (Lehmer's generator, Park and Miller's modulus,
/// two draws together).
fn even(state: &mut u64, end: u64) -> u64 {
    let mut draw = || {
        *state = *state * 48_271 % 2_147_483_647;
        *state
    };
    (draw() << 31 | draw()) % end
}

/// The bucket of a latency by the layout's definition, as its least value and its width: below
/// 128 ns each nanosecond, above 64 equal ones in each power of two.
fn bucket(nanos: u64) -> (u64, u64) {
    let octave = 1u64 << nanos.max(1).ilog2();
    let width = (octave / 64).max(1);
    (nanos / width * width, width)
}

/// Checks all quantiles of some samples.
fn check(what: &str, samples: &[u64]) {
    let mut ours = Histogram::new();
    // Three digits: buckets of at most a thousandth, finer than ours.
    let mut reference = Reference::<u64>::new_with_max(1 << 42, 3).unwrap();
    for &nanos in samples {
        ours.record(Nanos::new(nanos));
        reference.record(nanos).unwrap();
    }
    let mut sorted = samples.to_vec();
    sorted.sort_unstable();
    assert_eq!(ours.count(), reference.len(), "{what}");
    assert_eq!(ours.greatest().map(Nanos::get), sorted.last().copied(), "{what}");
    for q in QUANTILES {
        let rank = (q * samples.len() as f64).ceil() as usize;
        let exact = sorted[rank - 1];
        let Some(quantile) = ours.quantile(q).map(Nanos::get) else {
            assert!(samples.len() - rank < 10 || rank < 10, "{what}: {q} is withheld");
            continue;
        };
        let (least, width) = bucket(exact);
        let middle = (least + width / 2).clamp(sorted[0], sorted[sorted.len() - 1]);
        assert_eq!(quantile, middle, "{what} at {q}: {exact} lies in {least} + {width}");
        // The reference returns the same sample, except for its own bucket.
        let theirs = reference.value_at_quantile(q);
        assert!(reference.equivalent(theirs, exact), "{what} at {q}: {theirs} for {exact}");
    }
}

/// A dense core, a tail of garbage collections, and few very late ones: typical of a drive.
fn like_a_drive(state: &mut u64) -> u64 {
    match even(state, 10_000) {
        0..9_000 => 70_000 + even(state, 30_000),
        9_000..9_950 => 100_000 + even(state, 900_000),
        9_950..9_999 => 1_000_000 + even(state, 20_000_000),
        _ => 50_000_000 + even(state, 2_000_000_000),
    }
}

/// The middles of the bins in which fio's `clat_ns` output counts: 64 in each power of two, which
/// are our own buckets' edges and middles.
fn like_the_bins_of_fio(state: &mut u64) -> u64 {
    let octave = 6 + even(state, 25);
    let bin = even(state, 64);
    let width = (1u64 << octave) / 64;
    (1 << octave) + bin * width + width / 2
}

#[test]
fn identical_samples_agree_to_the_bucket() {
    let mut state = 20_260_101;
    let mut take = |count: usize, of: &dyn Fn(&mut u64) -> u64| -> Vec<u64> {
        (0..count).map(|_| of(&mut state)).collect()
    };
    check("a drive", &take(300_000, &like_a_drive));
    check("bins of fio", &take(300_000, &like_the_bins_of_fio));
    check(
        "log-uniform",
        &take(200_000, &|state| {
            let octave = even(state, 40);
            (1 << octave) + even(state, 1 << octave)
        }),
    );
    check("memory speed", &take(200_000, &|state| 20 + even(state, 200)));
    check("few", &take(500, &like_a_drive));
    check("one value", &[81_234; 100_000]);
}

#[test]
fn edges_of_buckets_fall_on_their_own_side() {
    for octave in 6..40 {
        let width = (1u64 << octave) / 64;
        for bin in [0, 1, 31, 62, 63] {
            let edge = (1 << octave) + bin * width;
            check("just below an edge", &[edge - 1; 40]);
            check("at an edge", &[edge; 40]);
            // 20 on either side: the median is the 20th, the 90 % the 36th.
            check("astride", &[[edge - 1; 20], [edge; 20]].concat());
        }
    }
}

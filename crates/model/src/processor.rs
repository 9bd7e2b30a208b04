//! The speed of a core for storage code, by the processor's family.
//!
//! Costs of requests are given for a core of Skylake's kind at 3.5 GHz (`lower/cost.rs`). A core of
//! another family does more or less of that work per clock, and where its clock is not known the
//! usual one of its family is assumed. Both are judgements from published integer benchmarks of
//! these families, rounded to a twentieth, with a band. That a Cortex-A72 is slower than a Skylake
//! matters more than by how much.

use narrows_units::Gigahertz;

use crate::known_processor::RatedClock;
use crate::limit::Band;
use crate::machine::HostClass;

/// The clock of a busy core if none is known, for which processor costs are given.
const USUAL_CLOCK: Gigahertz = Gigahertz::new(3.5);

/// The spread of generations of processors at the same clock.
const KNOWN_CLOCK: Band = Band::new(0.75, 1.35);
const UNKNOWN_CLOCK: Band = Band::new(0.55, 1.6);
/// Small machines' governors and memory add uncertainty.
const SMALL: Band = Band::new(0.6, 1.5);

/// Work per clock relative to Skylake, and the usual clock of a busy core in GHz.
type CpuFamily = (&'static str, f64, f64);

/// Families by words in a processor's name, see [`is_in`]; the first match counts.
const FAMILIES: [CpuFamily; 21] = [
    (
        "cortex-a53, cortex a53, bcm2837, rtd129, rk3328, allwinner h, i.mx8m, i.mx 8m, imx8m, \
        ls1043, mt7622, mt7986, octeontx",
        0.35,
        1.4,
    ),
    ("cortex-a55, cortex a55, rk3566, rk3568, jh7110, u74", 0.4, 1.8),
    (
        "cortex-a72, cortex a72, bcm2711, rk3399, alpine, annapurna, armada 8, ls1046, am68, \
        am69, j721, j784",
        0.6,
        1.6,
    ),
    ("cortex-a57, cortex a57, cortex-a73, cortex a73, amlogic, a311d", 0.6, 1.8),
    ("cortex-a76, cortex a76, bcm2712, rk3588", 0.9, 2.4),
    ("neoverse, graviton, ampere, altra", 1.1, 2.8),
    ("atom d, atom n, atom c2", 0.4, 2.0),
    ("n100, n95, n97, n150, n200, n305, n355", 1.0, 3.2),
    ("celeron j, celeron n, pentium j, pentium n, pentium silver, atom", 0.55, 2.3),
    ("v1500, v1605, v1780, r1600, r1505, r1606", 0.85, 2.3),
    ("ryzen embedded, v2546, v3c18", 1.0, 3.0),
    ("opteron, phenom, athlon ii, fx-, core 2, core2", 0.5, 2.8),
    ("x55, x56, e55, e56, l56, l55, x34, i7-9##, i7 9##", 0.7, 2.8),
    ("e5-26, e5-16, e5-46, e3-12", 0.85, 3.0),
    ("xeon d, d-15", 0.95, 2.5),
    ("epyc 9, epyc 4, ryzen 7 7, ryzen 9 7, ryzen 5 7, ryzen 7 9, ryzen 9 9, ryzen 5 9", 1.35, 4.5),
    ("epyc 7, threadripper", 1.05, 3.2),
    ("ryzen 5 1###, ryzen 7 1###, ryzen 5 2###, ryzen 7 2###", 0.9, 3.9),
    ("ryzen", 1.2, 4.4),
    ("i9-12, i9-13, i9-14, i7-12, i7-13, i7-14, i5-12, i5-13, i5-14, ultra", 1.35, 4.8),
    ("xeon gold 6, xeon platinum 8, xeon silver 4", 1.0, 3.0),
];

/// A core's speed relative to the reference, with its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CoreSpeed {
    pub clock: Gigahertz,
    pub speed: f64,
    /// The 80 % band of that.
    pub band: Band,
}

impl CoreSpeed {
    /// A core by its processor's name, class, busy clock and its maker's clocks, as far as known.
    pub fn of(
        name: Option<&str>,
        class: HostClass,
        clock: Option<Gigahertz>,
        rated: Option<RatedClock>,
    ) -> Self {
        let rated = rated.filter(|_| clock.is_none());
        let family = name.and_then(family);
        let is_small = class == HostClass::Embedded;
        let (work, usual) = match family {
            Some((_, work, usual)) => (*work, Gigahertz::new(*usual)),
            None if is_small => (0.6, Gigahertz::new(2.2)),
            None => (1.0, USUAL_CLOCK),
        };
        let clock_known = clock.is_some() || family.is_some() || rated.is_some();
        let clock = clock.or_else(|| rated.map(RatedClock::busy)).unwrap_or(usual);
        let band = match clock_known {
            _ if is_small => SMALL,
            true => KNOWN_CLOCK,
            false => UNKNOWN_CLOCK,
        };
        let band = rated.map_or(band, |rated| both(band, rated.band()));
        let speed = work * clock.get().clamp(0.1, 20.0) / USUAL_CLOCK.get();
        Self { clock, speed, band }
    }
}

/// Two reasons to be off that have nothing in common: their distances add up as squares.
fn both(a: Band, b: Band) -> Band {
    let distance = |a: f64, b: f64| ((a - 1.0) * (a - 1.0) + (b - 1.0) * (b - 1.0)).sqrt();
    Band::new(1.0 - distance(a.low, b.low), 1.0 + distance(a.high, b.high))
}

/// A processor's name as families are looked up by: `Intel(R) Celeron(R) CPU  J3455 @ 1.50GHz` and
/// `intel celeron j3455 @ 1.50ghz` are equal.
pub(crate) fn plain(name: &str) -> String {
    let name = name.to_lowercase().replace("(r)", "").replace("(tm)", "").replace(" cpu", "");
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn family(name: &str) -> Option<&'static CpuFamily> {
    let name = plain(name);
    FAMILIES.iter().find(|(words, ..)| words.split(", ").any(|word| is_in(word, &name)))
}

/// Whether a word stands in a name. Each `#` at its end is a digit, after which no more follow:
/// `i7-9##` is the i7-920, not the i7-9700K.
fn is_in(word: &str, name: &str) -> bool {
    let start = word.trim_end_matches('#');
    let digits = word.len() - start.len();
    name.match_indices(start).any(|(at, _)| {
        let rest = name[at + start.len()..].bytes();
        digits == 0 || rest.take_while(u8::is_ascii_digit).count() == digits
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn speed(name: &str) -> f64 {
        CoreSpeed::of(Some(name), HostClass::of_cpu(name), None, None).speed
    }

    /// 1.6 GHz and 0.6 of the work: 0.6 x 1.6 / 3.5 = 0.27 of a Skylake core at 3.5 GHz.
    #[test]
    fn a_cortex_a72_is_no_skylake() {
        assert!((speed("Broadcom BCM2711, Cortex-A72") - 0.6 * 1.6 / 3.5).abs() < 1e-9);
        assert!((speed("Intel(R) Core(TM) i7-6700K CPU @ 4.00GHz") - 1.0).abs() < 1e-9);
        assert!(speed("AMD Ryzen 9 7950X") > 1.5 && speed("Intel(R) Celeron(R) J4105 CPU") < 0.5);
    }

    /// Pairs of one generation, as `/proc/cpuinfo` and as people spell them, and of two.
    #[test]
    fn a_family_is_that_of_the_whole_number() {
        let same = |a: &str, b: &str| {
            let [one, other] = [a, b].map(|name| family(name).map(|family| family.0));
            one == other
        };
        assert!(same("Intel(R) Core(TM)2 Duo CPU     E8400  @ 3.00GHz", "intel core 2 duo e8400"));
        assert!(same("Intel(R) Core(TM) i7 CPU         920  @ 2.67GHz", "i7-980X"));
        assert!(same("Intel(R) Atom(TM) CPU  C2750  @ 2.40GHz", "Atom C2750"));
        assert!(same("Intel(R) Core(TM) i7-9700K CPU @ 3.60GHz", "Intel Core i7-8700K"));
        assert!(same("i7-9750H", "i7 9850H") && !same("i7-9700K", "i7-920"));
        assert!(same("Ryzen 7 250", "Ryzen 7 8745HS") && !same("Ryzen 7 250", "Ryzen 7 2700"));
    }

    /// Older kernels' spelling puts "CPU" between family and number.
    #[test]
    fn a_small_machine_is_one_in_every_spelling() {
        for name in ["Intel(R) Celeron(R) CPU  J3455  @ 1.50GHz", "Intel(R) Pentium(R) CPU N3710"] {
            assert_eq!(HostClass::of_cpu(name), HostClass::Embedded, "{name}");
        }
        assert_eq!(HostClass::of_cpu("Intel(R) Celeron(R) CPU G3900"), HostClass::Computer);
    }

    #[test]
    fn a_stated_clock_counts_and_narrows() {
        let at = |clock| CoreSpeed::of(Some("RK3588"), HostClass::Embedded, clock, None);
        assert!(at(Some(Gigahertz::new(1.2))).speed < at(None).speed * 0.51);
        let plain = |clock| CoreSpeed::of(None, HostClass::Computer, clock, None);
        assert_eq!(plain(Some(Gigahertz::new(7.0))).speed, 2.0);
        assert!(plain(Some(USUAL_CLOCK)).band.low > plain(None).band.low);
    }
}

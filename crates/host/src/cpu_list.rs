//! The kernel's lists of processors.
//!
//! Source: kernel Documentation/admin-guide/cputopology.rst: `0-3,8`, an empty line for none.

/// Above all processor numbers: CONFIG_NR_CPUS goes to 8,192 at most.
const END: u32 = 8192;

/// The processors of a list, in rising order, each once; invalid parts are left out.
pub(crate) fn parse(list: &str) -> Vec<u32> {
    // With a table, a list with many overlapping ranges takes no more memory than a plain one.
    let mut named = vec![false; END as usize];
    for cpu in list.trim().split(',').filter_map(range).flatten() {
        named[cpu as usize] = true;
    }
    (0..END).filter(|&cpu| named[cpu as usize]).collect()
}

fn range(text: &str) -> Option<std::ops::Range<u32>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last): (u32, u32) = (first.parse().ok()?, last.parse().ok()?);
    (last < END).then(|| first..last + 1)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ranges_and_single_numbers() {
        assert_eq!(parse("0-2,8\n"), [0, 1, 2, 8]);
        assert_eq!(parse("5,5,1"), [1, 5]);
        assert!(parse("").is_empty());
    }

    #[test]
    fn hostile_lists_stay_small() {
        assert_eq!(parse("0-4294967295,3-1,x,-,7"), [7]);
        assert_eq!(parse("8191,8192"), [8191]);
        let many = "0-8191,".repeat(3);
        assert_eq!(parse(&many).len(), 8192);
    }

    proptest! {
        /// Any set, written with ranges where numbers follow one another, reads back.
        #[test]
        fn what_is_written_reads_back(cpus in proptest::collection::btree_set(0u32..300, 0..60)) {
            prop_assert_eq!(parse(&written(&cpus)), cpus.into_iter().collect::<Vec<_>>());
        }

        #[test]
        fn no_text_makes_it_panic(text in "[0-9,x -]{0,80}") {
            let cpus = parse(&text);
            prop_assert!(cpus.is_sorted() && cpus.iter().all(|&cpu| cpu < END));
        }
    }

    fn written(cpus: &BTreeSet<u32>) -> String {
        let starts = cpus.iter().filter(|&&cpu| cpu == 0 || !cpus.contains(&(cpu - 1)));
        let ranges = starts.map(|&first| {
            let last = (first..).find(|cpu| !cpus.contains(&(cpu + 1))).unwrap_or(first);
            if first == last { first.to_string() } else { format!("{first}-{last}") }
        });
        ranges.collect::<Vec<_>>().join(",")
    }
}

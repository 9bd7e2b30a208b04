//! Counts the output of `cargo test -- --show-output`: passed, failed, skipped.
//!
//! Skipped are tests that cargo calls ignored, and tests that ran but printed a line beginning with
//! "skip": they lacked a program, a right or a kernel feature. Of the output of tests
//! that passed, only those lines are shown.

use std::collections::BTreeSet;

/// The counts so far, and where in the output we are.
#[derive(Debug, Default)]
pub struct TestTally {
    passed: usize,
    failed: usize,
    ignored: usize,
    in_successes: bool,
    test: String,
    skipped_here: BTreeSet<String>,
    skipped: usize,
    reasons: Vec<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TestCounts {
    pub passed: usize,
    pub failed: usize,
    pub skipped: usize,
}

impl TestTally {
    /// Takes one line; returns the part to be shown.
    pub fn take(&mut self, line: &str) -> Option<String> {
        if let Some(result) = line.strip_prefix("test result: ") {
            self.passed += count_before(result, " passed");
            self.failed += count_before(result, " failed");
            self.ignored += count_before(result, " ignored");
            self.skipped += std::mem::take(&mut self.skipped_here).len();
            self.in_successes = false;
        } else if line == "failures:" {
            self.in_successes = false;
        } else if line == "successes:" {
            self.in_successes = true;
        }
        if self.in_successes {
            if let Some(name) =
                line.strip_prefix("---- ").and_then(|l| l.strip_suffix(" stdout ----"))
            {
                name.clone_into(&mut self.test);
                return None;
            }
            let is_skip = line.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("skip"));
            is_skip.then(|| {
                self.skipped_here.insert(self.test.clone());
                let text = format!("{}: {line}", self.test);
                self.reasons.push(text.clone());
                text
            })
        } else {
            Some(line.to_owned())
        }
    }

    /// A test that says that it skips has not passed.
    pub fn counts(&self) -> TestCounts {
        TestCounts {
            passed: self.passed.saturating_sub(self.skipped),
            failed: self.failed,
            skipped: self.skipped + self.ignored,
        }
    }

    pub fn summary(&self) -> String {
        let TestCounts { passed, failed, skipped } = self.counts();
        format!("{passed} passed, {failed} failed, {skipped} skipped")
    }

    pub fn reasons(&self) -> &[String] {
        &self.reasons
    }

    pub fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.ignored += other.ignored;
        self.skipped += other.skipped;
        self.reasons.extend(other.reasons);
    }

    /// Prints each test that skipped, with its reason, so that it need not be searched above.
    pub fn tell_skipped(&self) {
        for reason in &self.reasons {
            println!("skipped: {reason}");
        }
    }
}

/// The number before `word` in cargo's result line; 0 if there is none.
fn count_before(result: &str, word: &str) -> usize {
    let Some((before, _)) = result.split_once(word) else { return 0 };
    before.rsplit(' ').next().and_then(|count| count.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OUTPUT: &str = "\
running 3 tests
test a ... ok
test b ... ok
test c ... FAILED

successes:

---- a stdout ----
chatter
skipped: no fio
skipped: really

successes:
    a
    b

failures:

---- c stdout ----
skip this line? no: c failed

failures:
    c

test result: FAILED. 2 passed; 1 failed; 4 ignored; 0 measured; 0 filtered out; finished in 0.00s
test result: ok. 5 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
";

    #[test]
    fn results_of_all_binaries_add_up() {
        let mut tally = TestTally::default();
        let shown: Vec<String> = OUTPUT.lines().filter_map(|line| tally.take(line)).collect();
        // 2 + 5 passed, of which `a` skipped; 4 ignored and 1 skipped.
        assert_eq!(tally.summary(), "6 passed, 1 failed, 5 skipped");
        assert_eq!(tally.reasons, ["a: skipped: no fio", "a: skipped: really"]);
        assert!(shown.contains(&"a: skipped: no fio".to_owned()));
        assert!(!shown.iter().any(|line| line.contains("chatter")));
        assert!(shown.iter().any(|line| line.contains("no: c failed")));
    }
}

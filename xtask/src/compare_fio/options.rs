//! The options of `compare-fio`.

/// Fewer give no interval of 95 %: the smallest and greatest of five hold the median with 93.75 %.
const FEWEST_PAIRS: u32 = 6;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Pairs of measurements on each ground.
    pub pairs: usize,
    /// Length of one measurement in whole seconds.
    pub time_s: u32,
    /// One ground only: `loop` or `disk`.
    pub only: Option<String>,
}

impl Options {
    /// Reads `--pairs N`, `--time Ns` and `--only GROUND`.
    pub fn parse(args: &[String]) -> Result<Self, String> {
        let mut options = Self { pairs: 20, time_s: 2, only: None };
        let mut args = args.iter();
        while let Some(name) = args.next() {
            let value = args.next().ok_or_else(|| format!("{name} needs a value"))?;
            let wrong = || format!("{name} cannot be `{value}`");
            match name.as_str() {
                "--pairs" => {
                    let pairs = positive(value).filter(|pairs| *pairs >= FEWEST_PAIRS);
                    options.pairs = pairs.ok_or_else(wrong)? as usize;
                }
                "--time" => {
                    let seconds = value.strip_suffix('s').unwrap_or(value);
                    options.time_s = positive(seconds).ok_or_else(wrong)?;
                }
                "--only" if ["loop", "disk"].contains(&value.as_str()) => {
                    options.only = Some(value.clone());
                }
                "--only" => return Err(wrong()),
                _ => return Err(format!("compare-fio has no option {name}")),
            }
        }
        Ok(options)
    }

    /// Is this ground to be tried?
    pub fn wants(&self, ground: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == ground)
    }

    /// The command line that asks for the same.
    pub fn command(&self) -> String {
        let only = self.only.as_ref().map(|ground| format!(" --only {ground}")).unwrap_or_default();
        format!("cargo xtask compare-fio --pairs {} --time {}s{only}", self.pairs, self.time_s)
    }
}

fn positive(text: &str) -> Option<u32> {
    text.parse().ok().filter(|number| *number > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Options, String> {
        Options::parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn options_are_read_and_spelled_back() {
        assert_eq!(parse("").unwrap().command(), "cargo xtask compare-fio --pairs 20 --time 2s");
        let options = parse("--pairs 6 --time 1s --only disk").unwrap();
        assert!(options.wants("disk") && !options.wants("loop"));
        assert_eq!(options.command(), "cargo xtask compare-fio --pairs 6 --time 1s --only disk");
    }

    #[test]
    fn nonsense_is_refused() {
        for line in ["--pairs 5", "--pairs", "--time x", "--only tape", "--what 1"] {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}

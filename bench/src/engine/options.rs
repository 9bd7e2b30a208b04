//! The options of `bench`.

/// Fewer give no interval of 95 %: the smallest and greatest of five hold the median with 93.75 %.
const FEWEST_PAIRS: u32 = 6;
/// Grounds of the comparison, in order.
pub const GROUNDS: [&str; 5] = ["zero", "nop", "loop", "limited", "disk"];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// Pairs of measurements of each question.
    pub pairs: usize,
    /// Length of one measurement in whole seconds.
    pub time_s: u32,
    /// These grounds only; all where empty.
    pub only: Vec<&'static str>,
}

impl EngineOptions {
    /// Reads `--pairs N`, `--time Ns` and `--only GROUND[,GROUND]`.
    pub fn parse(args: &[String]) -> Result<Self, String> {
        let mut options = Self { pairs: 20, time_s: 5, only: Vec::new() };
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
                "--only" => {
                    options.only = value
                        .split(',')
                        .map(|name| GROUNDS.into_iter().find(|ground| *ground == name))
                        .collect::<Option<Vec<&'static str>>>()
                        .ok_or_else(wrong)?
                }
                _ => return Err(format!("bench has no option {name}")),
            }
        }
        Ok(options)
    }

    pub fn wants(&self, ground: &str) -> bool {
        self.only.is_empty() || self.only.contains(&ground)
    }

    /// The command line that asks for the same.
    pub fn command(&self) -> String {
        let mut command =
            format!("cargo xtask bench --pairs {} --time {}s", self.pairs, self.time_s);
        if !self.only.is_empty() {
            command += &format!(" --only {}", self.only.join(","));
        }
        command
    }
}

fn positive(text: &str) -> Option<u32> {
    text.parse().ok().filter(|number| *number > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<EngineOptions, String> {
        EngineOptions::parse(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn options_are_read_and_spelled_back() {
        let usual = parse("").unwrap();
        assert_eq!(usual.command(), "cargo xtask bench --pairs 20 --time 5s");
        assert!(GROUNDS.iter().all(|ground| usual.wants(ground)));
        let options = parse("--pairs 6 --time 1s --only disk,zero").unwrap();
        assert!(options.wants("disk") && options.wants("zero") && !options.wants("loop"));
        assert_eq!(options.command(), "cargo xtask bench --pairs 6 --time 1s --only disk,zero");
    }

    #[test]
    fn nonsense_is_refused() {
        for line in ["--pairs 5", "--pairs", "--time x", "--only tape", "--only zero,", "--what 1"]
        {
            assert!(parse(line).is_err(), "{line}");
        }
    }
}

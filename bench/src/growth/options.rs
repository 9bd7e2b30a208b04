//! The options of `bench growth`.

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GrowthOptions {
    /// These only, by their words; all where empty.
    only: Vec<String>,
}

impl GrowthOptions {
    /// Reads `--only WORD[,WORD]`, each of which is one of `known`.
    pub fn parse(args: &[String], known: &[&str]) -> Result<Self, String> {
        let names = match args {
            [] => return Ok(Self::default()),
            [option, names] if option == "--only" => names,
            _ => return Err("bench growth takes --only WORD[,WORD] and nothing else".to_owned()),
        };
        let only: Vec<String> = names.split(',').map(str::to_owned).collect();
        match only.iter().find(|name| !known.contains(&name.as_str())) {
            Some(name) => {
                Err(format!("nothing is called `{name}`; there are {}", known.join(", ")))
            }
            None => Ok(Self { only }),
        }
    }

    pub fn wants(&self, word: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|it| it == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Result<GrowthOptions, String> {
        let args: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        GrowthOptions::parse(&args, &["see", "plan"])
    }

    #[test]
    fn some_or_all_are_asked_for() {
        let all = parse(&[]).unwrap();
        assert!(all.wants("see") && all.wants("plan"));
        let some = parse(&["--only", "plan"]).unwrap();
        assert!(!some.wants("see") && some.wants("plan"));
        for wrong in [vec!["--only"], vec!["--only", "see,"], vec!["--time", "1s"], vec!["see"]] {
            assert!(parse(&wrong).is_err(), "{wrong:?}");
        }
    }
}

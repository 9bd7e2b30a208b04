//! The file of answers that `narrows build --answers` reads, for scripts.
//!
//! ```toml
//! serials = ["A", "B"]    # what would be typed: each allows that what is on this drive is lost
//! wipe = true             # drives with signatures of file systems or partitions out of use
//! lose = "unknown data"   # besides: drives with data that no signature explains
//! uneven = false          # drives that differ in size by more than 1 %
//! slow_link = true        # drives whose link is slower than it could be
//! ```
//!
//! Each key present is an answer; an absent key is none, and permits nothing.

use serde::Deserialize;

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswersFile {
    /// The serial numbers of the drives that may be overwritten.
    #[serde(default)]
    pub serials: Vec<String>,
    /// Whether marks of former use may be taken away.
    pub wipe: Option<bool>,
    /// The words that consent to losing data without a signature.
    pub lose: Option<String>,
    /// Whether drives may differ in size.
    pub uneven: Option<bool>,
    /// Whether links may be slower than they could be.
    pub slow_link: Option<bool>,
}

impl AnswersFile {
    /// Reads a file.
    pub fn parse(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|mistake| mistake.to_string().trim().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_not_in_it_is_not_answered() {
        let answers = AnswersFile::parse("serials = [\"A\"]\nuneven = false\n").unwrap();
        assert_eq!(answers.serials, ["A"]);
        assert_eq!((answers.wipe, answers.uneven, answers.slow_link), (None, Some(false), None));
        assert_eq!(AnswersFile::parse("").unwrap(), AnswersFile::default());
        let slip = AnswersFile::parse("wipe = true\nserial = \"A\"\n").unwrap_err();
        assert!(slip.contains("line 2") && slip.contains("serial"), "{slip}");
        assert!(AnswersFile::parse("wipe = \"yes\"").is_err(), "only true and false are answers");
    }

    proptest! {
        #[test]
        fn no_text_breaks_it(text in "\\PC{0,200}") {
            let _ = AnswersFile::parse(&text);
        }
    }
}

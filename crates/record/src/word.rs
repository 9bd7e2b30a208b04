//! Words in documents: those that this version knows as variants, any other verbatim.
//!
//! Documents outlive the version that wrote them, and a later one may have more words. So unknown
//! words are kept and written again as they were, and schemas call all of these strings.

use std::cmp::Ordering;

/// Declares an enum of words; the variant after `or` is for unlisted ones.
macro_rules! words {
    (
        $(#[$about:meta])*
        pub enum $name:ident or $rest:ident {
            $($(#[$doc:meta])* $variant:ident = $word:literal,)+
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Deserialize)]
        #[serde(from = "String")]
        pub enum $name {
            $($(#[$doc])* $variant,)+
            /// Any other word.
            $rest(String),
        }

        impl $name {
            /// The word as documents spell it.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$variant => $word,)+
                    Self::$rest(word) => word,
                }
            }

            /// It is not known: files of other programs do not say it.
            pub fn is_empty(&self) -> bool {
                self.as_str().is_empty()
            }
        }

        impl From<&str> for $name {
            fn from(word: &str) -> Self {
                match word {
                    $($word => Self::$variant,)+
                    _ => Self::$rest(word.to_owned()),
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.as_str())
            }
        }

        /// The empty word, for unknown values.
        impl Default for $name {
            fn default() -> Self {
                "".into()
            }
        }

        $crate::word::text!($name);
    };
}

/// Implements the rest of a type that documents write as one text, beside `Display` and
/// `From<&str>`.
macro_rules! text {
    ($name:ident) => {
        impl From<String> for $name {
            fn from(word: String) -> Self {
                word.as_str().into()
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                String::json_schema(generator)
            }
        }
    };
}

pub(crate) use {text, words};

words! {
    /// Set that runs together.
    pub enum TargetSet or Named {
        Alone = "alone",
        All = "all",
        /// The drives of an array, as the array asks them.
        Array = "array",
    }
}

/// By their words, in whose order documents list sets.
impl Ord for TargetSet {
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

impl PartialOrd for TargetSet {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

words! {
    /// Which way the data goes; a mix counts as reading.
    pub enum TransferDirection or Unlisted {
        Read = "read",
        Write = "write",
    }
}

impl From<narrows_workload::Direction> for TransferDirection {
    fn from(direction: narrows_workload::Direction) -> Self {
        match direction {
            narrows_workload::Direction::Read => Self::Read,
            narrows_workload::Direction::Write => Self::Write,
        }
    }
}

words! {
    /// In which order blocks are requested.
    pub enum AccessPattern or Unlisted {
        /// One after the other.
        Sequential = "sequential",
        /// Anywhere.
        Random = "random",
    }
}

impl From<narrows_workload::Pattern> for AccessPattern {
    fn from(pattern: narrows_workload::Pattern) -> Self {
        match pattern {
            narrows_workload::Pattern::Sequential => Self::Sequential,
            narrows_workload::Pattern::Random => Self::Random,
        }
    }
}

words! {
    /// Unit of a figure.
    pub enum FigureUnit or Unlisted {
        /// 10^6 bytes per second.
        MbS = "MB/s",
        /// 2^20 bytes per second.
        MibS = "MiB/s",
        Iops = "IOPS",
        Cores = "cores",
        /// How many times as much.
        Times = "x",
        Lanes = "lanes",
        /// Drives and cards that change places.
        Moves = "moves",
        Ports = "ports",
        /// Switches on a request's way.
        Steps = "steps",
    }
}

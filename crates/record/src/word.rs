//! Words in documents: those that this version knows as variants, any other as it stands.
//!
//! Documents outlive the version that wrote them, and a later one may have more words. So what is
//! not known is kept and written again as it was, and schemas call all of these strings.

/// Declares an enum of words; the variant after `or` holds those that are not listed.
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

        /// The empty word: documents of earlier versions may lack it.
        impl Default for $name {
            fn default() -> Self {
                "".into()
            }
        }

        $crate::word::text!($name);
    };
}

/// What a type that documents write as one text needs beside `Display` and `From<&str>`.
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

#[cfg(test)]
mod tests {
    use crate::see::StorageKind;

    /// A run of a later version may name a kind of controller that this one has never heard of.
    #[test]
    fn words_of_later_versions_are_kept() {
        let read = |text: &str| serde_json::from_str::<StorageKind>(text).unwrap();
        assert_eq!(read("\"nvme\""), StorageKind::Nvme);
        let later = read("\"holographic\"");
        assert_eq!(later, StorageKind::Unlisted("holographic".to_owned()));
        assert_eq!(serde_json::to_string(&later).unwrap(), "\"holographic\"");
        assert_eq!(serde_json::to_string(&StorageKind::Nvme).unwrap(), "\"nvme\"");
    }
}

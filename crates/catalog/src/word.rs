//! Kinds print as data files spell them.

macro_rules! spelled {
    ($type:ty { $($variant:ident => $word:literal),* $(,)? }) => {
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(match self {
                    $(Self::$variant => $word),*
                })
            }
        }
    };
}

pub(crate) use spelled;

//! Data sent between ranks: an order or an answer as its own bytes, and the few short letters by which a
//! round starts.
//!
//! The first byte is the kind, numbers are little-endian; orders and answers name their build.

use narrows_units::Nanos;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RankLetter {
    /// Rank 0 to another: an order.
    Order(Vec<u8>),
    /// To rank 0: an answer.
    Answer(Vec<u8>),
    /// To rank 0: all is ready for the round of this number.
    Ready(u32),
    /// Rank 0 to another: what does your clock say? With a number that the answer repeats.
    Ping(u32),
    /// To rank 0: when the ping of this number came, and when this left, on the sender's clock.
    Pong {
        number: u32,
        received: Nanos,
        sent: Nanos,
        /// The sender's wall clock then, since 1970 UTC.
        wall: Nanos,
    },
    /// Rank 0 to another: when the round of this number starts, on the receiver's clock; `None` if it is
    /// called off.
    Start { number: u32, at: Option<Nanos> },
    /// Rank 0 to all others: nothing follows.
    End {
        /// No rank is waited for when leaving, because a rank is gone or hangs.
        alone: bool,
    },
}

const ORDER: u8 = b'O';
const ANSWER: u8 = b'A';
const READY: u8 = b'R';
const PING: u8 = b'P';
const PONG: u8 = b'Q';
const START: u8 = b'S';
const OFF: u8 = b'X';
const END: u8 = b'E';

impl RankLetter {
    pub fn encode(&self) -> Vec<u8> {
        match self {
            Self::Order(bytes) => joined(ORDER, &[bytes]),
            Self::Answer(bytes) => joined(ANSWER, &[bytes]),
            Self::Ready(number) => joined(READY, &[&number.to_le_bytes()]),
            Self::Ping(number) => joined(PING, &[&number.to_le_bytes()]),
            Self::Pong { number, received, sent, wall } => {
                let times = [received, sent, wall].map(|time| time.get().to_le_bytes());
                joined(PONG, &[&number.to_le_bytes(), &times[0], &times[1], &times[2]])
            }
            Self::Start { number, at: Some(at) } => {
                joined(START, &[&number.to_le_bytes(), &at.get().to_le_bytes()])
            }
            Self::Start { number, at: None } => joined(OFF, &[&number.to_le_bytes()]),
            Self::End { alone } => joined(END, &[&[u8::from(*alone)]]),
        }
    }

    /// From bytes; `None` if they are not a letter.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let (kind, rest) = bytes.split_first()?;
        // Of letters without a number this may be too short; those with one fail below.
        let (head, tail) = rest.split_at_checked(4).unwrap_or_default();
        let number = head.try_into().map(u32::from_le_bytes);
        let time = |at: usize| {
            let bytes = tail.get(at..at + 8)?;
            bytes.try_into().ok().map(|bytes| Nanos::new(u64::from_le_bytes(bytes)))
        };
        match *kind {
            ORDER => Some(Self::Order(rest.to_vec())),
            ANSWER => Some(Self::Answer(rest.to_vec())),
            READY => Some(Self::Ready(number.ok()?)),
            PING => Some(Self::Ping(number.ok()?)),
            PONG => {
                let (received, sent, wall) = (time(0)?, time(8)?, time(16)?);
                Some(Self::Pong { number: number.ok()?, received, sent, wall })
            }
            START => Some(Self::Start { number: number.ok()?, at: Some(time(0)?) }),
            OFF => Some(Self::Start { number: number.ok()?, at: None }),
            END => Some(Self::End { alone: *rest.first()? != 0 }),
            _ => None,
        }
    }
}

fn joined(kind: u8, parts: &[&[u8]]) -> Vec<u8> {
    let mut bytes = vec![kind];
    parts.iter().for_each(|part| bytes.extend_from_slice(part));
    bytes
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn letters() -> impl Strategy<Value = RankLetter> {
        let nanos = || any::<u64>().prop_map(Nanos::new);
        prop_oneof![
            any::<Vec<u8>>().prop_map(RankLetter::Order),
            any::<Vec<u8>>().prop_map(RankLetter::Answer),
            any::<u32>().prop_map(RankLetter::Ready),
            any::<u32>().prop_map(RankLetter::Ping),
            (any::<u32>(), nanos(), nanos(), nanos()).prop_map(|(number, received, sent, wall)| {
                RankLetter::Pong { number, received, sent, wall }
            }),
            (any::<u32>(), proptest::option::of(nanos()))
                .prop_map(|(number, at)| RankLetter::Start { number, at }),
            any::<bool>().prop_map(|alone| RankLetter::End { alone }),
        ]
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(letter in letters()) {
            prop_assert_eq!(RankLetter::decode(&letter.encode()), Some(letter));
        }

        #[test]
        fn no_bytes_break_it(bytes in any::<Vec<u8>>()) {
            if let Some(letter) = RankLetter::decode(&bytes) {
                prop_assert!(bytes.starts_with(&letter.encode()[..1]));
            }
        }
    }
}

//! The files of a target, as a way of caching needs them.

use crate::fan_out::FanOut;
use crate::{Caching, IoTarget, RunError};

impl Caching {
    /// The target's files, which a port opens anew for this. Unbuffered ones only: nothing empties the cache of a
    /// file, and a flush waits in the thread that asks for it.
    pub(crate) fn open(self, fan_out: FanOut, target: &IoTarget) -> Result<FanOut, RunError> {
        let caching = self.on(target.kind);
        match caching {
            Self::Direct | Self::WriteThrough => Ok(FanOut { caching, ..fan_out }),
            _ => Err(RunError::NoCaching { caching, errno: None }),
        }
    }
}

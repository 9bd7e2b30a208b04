//! Requests in flight: what of each is still to come, and to whom its answer goes.

use narrows_issuer::Errno;
use narrows_workload::Direction;

use crate::picos::Picos;

/// Who waits for the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// A slot of a thread.
    Slot { runner: u32, slot: u32 },
    /// An array's memory, which has acknowledged it already.
    Memory { task: u32 },
    /// A card.
    Card { card: u32 },
}

/// A request of a program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight {
    pub owner: Owner,
    pub task: u32,
    pub direction: Direction,
    pub offset: u64,
    pub len: u32,
    /// A number that grows by one a request of its task.
    pub turn: u64,
    /// Places and gates that it has still to pass.
    pub left: u32,
    /// When everything so far is through.
    pub finish: Picos,
    pub error: Option<Errno>,
    pub is_short: bool,
    /// What is read before it is written has been asked for, and no more.
    pub reads_first: bool,
}

impl Flight {
    pub fn new(owner: Owner, task: u32) -> Self {
        Self {
            owner,
            task,
            direction: Direction::Read,
            offset: 0,
            len: 0,
            turn: 0,
            left: 0,
            finish: Picos::ZERO,
            error: None,
            is_short: false,
            reads_first: false,
        }
    }

    /// What its owner is told.
    pub fn result(&self) -> Result<u32, Errno> {
        match self.error {
            Some(errno) => Err(errno),
            // Whole sectors of 512 bytes.
            None if self.is_short => Ok((self.len / 2 / 512 * 512).max(512).min(self.len)),
            None => Ok(self.len),
        }
    }
}

/// All requests: those of the threads' slots first, then others as needed.
#[derive(Debug)]
pub(crate) struct Flights {
    all: Vec<Flight>,
    spare: Vec<u32>,
}

impl Flights {
    pub fn new() -> Self {
        Self { all: Vec::new(), spare: Vec::new() }
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    #[inline]
    pub fn get(&mut self, at: u32) -> &mut Flight {
        &mut self.all[at as usize]
    }

    /// One that is not a slot's.
    pub fn take(&mut self, flight: Flight) -> u32 {
        if let Some(at) = self.spare.pop() {
            self.all[at as usize] = flight;
            return at;
        }
        self.all.push(flight);
        self.all.len() as u32 - 1
    }

    pub fn give_back(&mut self, at: u32) {
        self.spare.push(at);
    }
}

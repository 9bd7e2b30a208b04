//! Requests in flight: their remaining work, and who receives their completion.

use narrows_workload::Direction;
use narrows_workload::issuer::Errno;

use crate::picos::Picos;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CompletionOwner {
    Slot {
        runner: u32,
        slot: u32,
    },
    /// An array's memory, which has already acknowledged the request.
    Memory {
        task: u32,
    },
    Card {
        card: u32,
    },
}

/// A program's request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flight {
    pub owner: CompletionOwner,
    pub task: u32,
    pub direction: Direction,
    pub offset: u64,
    pub len: u32,
    /// A counter that grows by one for each request of its task.
    pub turn: u64,
    /// Servers and gates that it has still to pass.
    pub left: u32,
    /// When all that is known so far ends.
    pub finish: Picos,
    pub error: Option<Errno>,
    pub is_short: bool,
    /// Only the reads that must precede the write have been submitted.
    pub reads_first: bool,
}

impl Flight {
    pub fn new(owner: CompletionOwner, task: u32) -> Self {
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

    pub fn result(&self) -> Result<u32, Errno> {
        match self.error {
            Some(errno) => Err(errno),
            // Whole sectors of 512 bytes.
            None if self.is_short => Ok((self.len / 2 / 512 * 512).max(512).min(self.len)),
            None => Ok(self.len),
        }
    }
}

/// All requests: first those of the threads' slots, then others as needed.
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

    /// Allocates a request that does not belong to a slot.
    pub fn take(&mut self, flight: Flight) -> u32 {
        if let Some(at) = self.spare.pop() {
            self.all[at as usize] = flight;
            return at;
        }
        self.all.push(flight);
        self.all.len() as u32 - 1
    }

    /// Moves requests in flight to a later time.
    pub fn move_on(&mut self, by: Picos) {
        self.all.iter_mut().for_each(|flight| flight.finish = flight.finish + by);
    }

    pub fn give_back(&mut self, at: u32) {
        self.spare.push(at);
    }
}

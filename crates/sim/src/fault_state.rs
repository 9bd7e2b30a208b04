//! A drive's faults in a round: how they delay requests and which errors they give.

use narrows_units::Nanos;
use narrows_workload::issuer::Errno;

use crate::picos::Picos;
use crate::{SimFault, SimFaultKind};

/// No such device (`include/uapi/asm-generic/errno-base.h`).
const ENODEV: Errno = Errno(19);

/// The time of a fault in a round.
#[derive(Clone, Copy, Debug)]
struct FaultSpell {
    from: Picos,
    until: Picos,
    kind: SimFaultKind,
}

impl FaultSpell {
    fn holds(&self, at: Picos) -> bool {
        (self.from..self.until).contains(&at)
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct FaultState {
    spells: Vec<FaultSpell>,
    /// Requests that arrived during each fault.
    counts: Vec<u64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RequestFate {
    pub error: Option<Errno>,
    /// It moves only half its length.
    pub is_short: bool,
}

/// Start and end of a fault in a round that begins at `now` on the simulator's clock; empty if it
/// is already over.
pub(crate) fn spell_of(fault: &SimFault, now: Nanos) -> (Picos, Picos) {
    let until = fault.until.map_or(Picos::NEVER, |until| Picos::from(until - now));
    (Picos::from(fault.from - now), until)
}

impl FaultState {
    /// The faults of a drive in a round that begins at `now`.
    pub fn new<'f>(faults: impl Iterator<Item = &'f SimFault>, now: Nanos) -> Self {
        let spells = faults.filter_map(|fault| {
            let (from, until) = spell_of(fault, now);
            // Links and heat are followed elsewhere (`train`, `DriveTemperature`).
            let is_request =
                !matches!(fault.kind, SimFaultKind::Link { .. } | SimFaultKind::Heat(_));
            (is_request && from < until).then_some(FaultSpell { from, until, kind: fault.kind })
        });
        let spells: Vec<FaultSpell> = spells.collect();
        Self { counts: vec![0; spells.len()], spells }
    }

    pub fn is_none(&self) -> bool {
        self.spells.is_empty()
    }

    /// How faults affect a request that arrives now.
    pub fn fate(&mut self, now: Picos) -> RequestFate {
        let mut fate = RequestFate::default();
        for (spell, count) in
            self.spells.iter().zip(&mut self.counts).filter(|(it, _)| it.holds(now))
        {
            *count += 1;
            let is_last_of = |every: u64| count.is_multiple_of(every.max(1));
            match spell.kind {
                SimFaultKind::Errors { errno, every } if is_last_of(every) => {
                    fate.error = Some(errno)
                }
                SimFaultKind::Short { every } if is_last_of(every) => fate.is_short = true,
                SimFaultKind::Dropout => fate.error = Some(ENODEV),
                _ => {}
            }
        }
        fate
    }

    /// When a request that would end at `at` ends, and with which error.
    pub fn meets(&self, at: Picos) -> (Picos, Option<Errno>) {
        let holding = |kind: SimFaultKind, at: Picos| {
            self.spells.iter().find(|spell| spell.kind == kind && spell.holds(at))
        };
        // A stall without end gives `NEVER`, which lies in no spell: the loop ends.
        let mut at = at;
        // Stalls may follow one another.
        while let Some(stall) = holding(SimFaultKind::Stall, at) {
            at = stall.until;
        }
        (at, holding(SimFaultKind::Dropout, at).map(|_| ENODEV))
    }

    /// The factor by which faults slow the drive down.
    pub fn slower(&self, now: Picos) -> f64 {
        let factors = self.spells.iter().filter(|spell| spell.holds(now));
        let factors = factors.filter_map(|spell| match spell.kind {
            SimFaultKind::Slow { factor } => Some(slower_by(factor)),
            _ => None,
        });
        factors.product()
    }

    /// Whether faults now hit single requests: these are too few, or too much hangs on them, to be
    /// counted several times.
    pub fn hits_requests(&self, now: Picos) -> bool {
        let mut holding = self.spells.iter().filter(|spell| spell.holds(now));
        holding.any(|spell| !matches!(spell.kind, SimFaultKind::Slow { .. }))
    }

    /// Begins and ends of all its faults.
    pub fn ends(&self) -> impl Iterator<Item = Picos> + '_ {
        self.spells.iter().flat_map(|spell| [spell.from, spell.until])
    }

    /// The times at which its rate changes.
    pub fn changes(&self) -> impl Iterator<Item = Picos> + '_ {
        let slow = self.spells.iter().filter(|it| matches!(it.kind, SimFaultKind::Slow { .. }));
        slow.flat_map(|spell| [spell.from, spell.until])
    }
}

/// The factor by which everything takes longer at a part of the rate: at most a million; 1 for a
/// `factor` that is no such part.
pub(crate) fn slower_by(factor: f64) -> f64 {
    if factor > 0.0 && factor < 1.0 { (1.0 / factor).min(1e6) } else { 1.0 }
}

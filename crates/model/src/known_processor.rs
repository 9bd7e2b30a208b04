//! The catalogue's facts about a machine's processor, for values that the machine lacks.
//!
//! Exact models have cores and clocks. For memory the catalogue knows the channels and the kinds that a
//! row's members take, not the modules in the machine. The value is the pin rate of all channels with the
//! fastest kind, so that no limit is named on a guess; the band reaches down to the sustained rate of the
//! slowest kind. Empty channels are a cause for falling short, which `verdict` tries.

use narrows_catalog::cpu::{self, CpuMemory, NamedCpu};
use narrows_topology::FactBasis;
use narrows_topology::graph::NodeKind;
use narrows_units::{BytesPerSec, Gigahertz};

use crate::figures::BandedFigure;
use crate::limit::Band;
use crate::machine::{HostClass, Machine};

/// Of the pin rate, memory sustains three quarters to nine tenths with the best patterns, and less
/// where reads and writes take turns: a judgement from published copies.
const LEAST_SUSTAINED: f64 = 0.7;

/// The clocks that a maker names for a model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatedClock {
    pub base: Gigahertz,
    pub boost: Gigahertz,
}

/// If a maker names no base clock (small and mobile processors): the least part of the boost clock that a
/// busy core keeps, of those with both known.
const UNNAMED_BASE: f64 = 0.6;
/// One or two busy threads run near the boost clock, and more of them fall towards the base clock: a
/// judgement.
const OF_THE_WAY_DOWN: f64 = 1.0 / 3.0;

impl RatedClock {
    /// The likely clock of a busy core.
    pub(crate) fn busy(self) -> Gigahertz {
        let (base, boost) = (self.base.get(), self.boost.get());
        Gigahertz::new(boost - (boost - base) * OF_THE_WAY_DOWN)
    }

    /// How far it may be from that.
    pub(crate) fn band(self) -> Band {
        let busy = self.busy().get();
        Band::new(self.base.get() / busy, self.boost.get() / busy)
    }
}

impl Machine {
    /// Takes cores, clock and memory from the catalogue, if the machine names its processor and lacks
    /// its own values. The processor that a hypervisor shows is not what the guest has.
    pub fn know_processor(&mut self) {
        let facts = &self.topology.host;
        let name = facts.cpu.as_deref().filter(|_| facts.hypervisor.is_none());
        let Some(NamedCpu { row, model, .. }) = name.and_then(cpu::of_name) else { return };
        let packages = self.packages();
        let host = &mut self.host;
        if let Some(model) = model {
            host.cores = host.cores.or_else(|| model.cores.checked_mul(packages));
            let unnamed = || Gigahertz::new(model.boost.get() * UNNAMED_BASE);
            let base = model.base.unwrap_or_else(unnamed);
            host.rated_clock = Some(RatedClock { base, boost: model.boost });
        }
        let memory = || row.memory.as_ref().map(|memory| of_memory(memory, packages));
        host.memory = host.memory.or_else(memory);
    }

    /// Takes a processor that the user names, as if the machine showed it.
    pub fn name_processor(&mut self, name: &str) {
        let facts = &mut self.topology.host;
        facts.cpu = Some(name.to_owned());
        let names = [&facts.cpu, &facts.board].map(Option::as_deref);
        self.host.class = HostClass::of_names(names);
        self.know_processor();
    }

    fn packages(&self) -> u32 {
        let nodes = self.topology.nodes.values();
        let packages = nodes.filter(|node| node.kind == NodeKind::Processor).count();
        u32::try_from(packages).unwrap_or(u32::MAX).max(1)
    }
}

/// The memory rate of this many processors at most, and at least if all channels are filled.
fn of_memory(memory: &CpuMemory, packages: u32) -> BandedFigure<BytesPerSec> {
    // All data may lie in the memory of one of them.
    let least = memory.slowest.carries(memory.fewest_channels()).get() * LEAST_SUSTAINED;
    let most = memory.most().get() * f64::from(packages);
    let band = Band::new(least / most, 1.0);
    BandedFigure { value: BytesPerSec::new(most), band, basis: FactBasis::Inferred }
}

#[cfg(test)]
mod tests {
    use narrows_topology::Topology;

    use super::*;

    fn machine(cpu: &str) -> Machine {
        let mut topology = Topology::default();
        topology.host.cpu = Some(cpu.to_owned());
        let mut machine = Machine { topology, ..Machine::default() };
        machine.know_processor();
        machine
    }

    /// Two channels from DDR3L-1333 to DDR4-2133: 34.1 GB/s of pins, and 0.7 of 21.3 GB/s.
    #[test]
    fn memory_of_a_row_is_a_range() {
        let memory = machine("Intel(R) Core(TM) i7-6700K CPU @ 4.00GHz").host.memory.unwrap();
        let at = |part: f64| memory.value.get() * part / 1e9;
        assert!((at(memory.band.high) - 34.128).abs() < 1e-6);
        assert!((at(memory.band.low) - 21.328 * 0.7).abs() < 1e-6);
    }

    #[test]
    fn exact_models_have_cores_and_clocks_and_rows_have_not() {
        let host = machine("Intel(R) Core(TM) i7-6700K CPU @ 4.00GHz").host;
        assert_eq!(host.cores, Some(4));
        assert_eq!(host.rated_clock.map(|rated| rated.boost.get()), Some(4.2));
        let host = machine("intel-skylake-s").host;
        assert_eq!((host.cores, host.rated_clock, host.memory.is_some()), (None, None, true));
        assert_eq!(machine("BCM2711 (4x Cortex-A72)").host.memory, None);
    }

    #[test]
    fn a_named_processor_is_as_one_shown() {
        for name in ["Intel(R) Core(TM) i7-6700K CPU @ 4.00GHz", "Intel(R) Celeron(R) CPU J3455"] {
            let mut named = Machine::of(Topology::default());
            named.name_processor(name);
            let mut shown = Topology::default();
            shown.host.cpu = Some(name.to_owned());
            assert_eq!(named, Machine::of(shown));
        }
    }

    #[test]
    fn what_the_machine_says_counts() {
        let mut stated = machine("none such");
        stated.topology.host.cpu = Some("Intel Core i7-6700K".to_owned());
        let own = BandedFigure::documented(BytesPerSec::new(30e9));
        (stated.host.cores, stated.host.memory) = (Some(2), Some(own));
        stated.know_processor();
        assert_eq!((stated.host.cores, stated.host.memory), (Some(2), Some(own)));
        stated.topology.host.hypervisor = Some("KVM".to_owned());
        (stated.host.cores, stated.host.memory) = (None, None);
        stated.know_processor();
        assert_eq!((stated.host.cores, stated.host.memory), (None, None));
    }
}

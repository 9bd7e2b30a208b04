//! The interrupts of a PCI function, by the processor that handled them.
//!
//! Source: kernel Documentation/ABI/testing/sysfs-bus-pci (`msi_irqs`) and sysfs-kernel-irq
//! (`per_cpu_count`): the numbers of /proc/interrupts, without the lines of all other devices.

use narrows_topology::PciAddress;

use super::Sampler;
pub use crate::facts::Interrupts;

/// A function has at most 2,048 MSI-X vectors (PCI Express Base Specification 6.0, 7.7.2).
const VECTORS_MAX: usize = 2048;

impl Interrupts {
    /// Adds the counts of one more vector, of one processor after the other.
    fn add(&mut self, counts: &str) {
        for (cpu, count) in
            counts.split(',').map_while(|count| count.trim().parse().ok()).enumerate()
        {
            if cpu == self.0.len() {
                self.0.push(0);
            }
            self.0[cpu] = u64::saturating_add(self.0[cpu], count);
        }
    }
}

impl Sampler {
    /// The interrupts of a PCI function so far. `None` for one without its own vectors: a wire is
    /// shared, and its interrupts cannot be attributed.
    pub fn interrupts(&self, address: PciAddress) -> Option<Interrupts> {
        let vectors = self.list(&format!("sys/bus/pci/devices/{address}/msi_irqs"));
        let numbers = vectors.filter_map(|name| name.parse::<u32>().ok()).take(VECTORS_MAX);
        let mut sum = None;
        for number in numbers {
            let Some(counts) = self.text(&format!("sys/kernel/irq/{number}/per_cpu_count")) else {
                continue;
            };
            sum.get_or_insert_with(Interrupts::default).add(&counts);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;
    use crate::sample::tests::tree;

    const FUNCTION: &str = "0000:01:00.0";

    /// Vector 40 went to processors 0 and 2, vector 41 to 2; vector 42 has gone meanwhile.
    #[test]
    fn the_vectors_of_a_function_are_summed() {
        let vectors =
            ["40", "41", "42"].map(|irq| format!("sys/bus/pci/devices/{FUNCTION}/msi_irqs/{irq}"));
        let (_folder, sampler) = tree(&[
            (&vectors[0], "msix"),
            (&vectors[1], "msix"),
            (&vectors[2], "msix"),
            ("sys/kernel/irq/40/per_cpu_count", "10,0,5\n"),
            ("sys/kernel/irq/41/per_cpu_count", "0,0,7\n"),
        ]);
        let counts = sampler.interrupts(FUNCTION.parse().unwrap()).unwrap();
        assert_eq!(counts, Interrupts(vec![10, 0, 12]));
        assert_eq!((counts.total(), counts.cpus()), (22, vec![2, 0]));
        let late = Interrupts(vec![10, 1, 13, 4]).since(&counts);
        assert_eq!((late.total(), late.cpus()), (6, vec![3, 1, 2]));
        assert_eq!(sampler.interrupts("0000:02:00.0".parse().unwrap()), None);
    }

    proptest! {
        /// Against adding up by hand, processor by processor.
        #[test]
        fn any_counts_add_up(rows in vec(vec(0u64..1000, 0..6), 0..5)) {
            let mut sum = Interrupts::default();
            for row in rows.iter().filter(|row| !row.is_empty()) {
                let text: Vec<String> = row.iter().map(u64::to_string).collect();
                sum.add(&text.join(","));
            }
            let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
            let of = |cpu: usize| rows.iter().filter_map(|row| row.get(cpu)).sum::<u64>();
            prop_assert_eq!(sum.0, (0..widest).map(of).collect::<Vec<_>>());
        }

        #[test]
        fn no_text_makes_it_panic(text in "[0-9, x-]{0,60}") {
            let mut sum = Interrupts(vec![u64::MAX]);
            sum.add(&text);
            let _ = (sum.total(), sum.cpus());
        }
    }
}

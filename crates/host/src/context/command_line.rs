//! The kernel's command line without secrets.
//!
//! For: the parameters that affect storage speed, without anything that identifies a disk, a
//! network or a secret. Parameters that are not known to be harmless lose their value.
//!
//! Source: kernel Documentation/admin-guide/kernel-parameters.rst (quotes, dashes and underlines,
//! text after `--` goes to init).

/// Prefixes of parameters whose values are kept: processors, interrupts, memory, PCI, storage
/// drivers, mitigations. None of them takes a disk's name, an address or a key.
const HARMLESS: &[&str] = &[
    "ahci.",
    "amd_iommu",
    "amd_pstate",
    "blk_mq",
    "clocksource",
    "cpufreq",
    "cpuidle",
    "default_hugepagesz",
    "elevator",
    "gather_data_sampling",
    "hugepages",
    "hugepagesz",
    "idle",
    "indirect_target_selection",
    "intel_idle",
    "intel_iommu",
    "intel_pstate",
    "iommu",
    "irqaffinity",
    "isolcpus",
    "kpti",
    "l1tf",
    "libata.",
    "maxcpus",
    "mds",
    "mem",
    "mitigations",
    "mmio_stale_data",
    "mpt3sas.",
    "nohz",
    "nohz_full",
    "nosmt",
    "nr_cpus",
    "numa",
    "nvme.",
    "nvme_core.",
    "pci",
    "pcie_aspm",
    "pcie_port_pm",
    "pcie_ports",
    "preempt",
    "processor.",
    "pti",
    "rcu_nocbs",
    "reg_file_data_sampling",
    "retbleed",
    "scsi_mod.",
    "spec_rstack_overflow",
    "spec_store_bypass_disable",
    "spectre_bhi",
    "spectre_v2",
    "srbds",
    "swiotlb",
    "transparent_hugepage",
    "tsa",
    "tsc",
    "tsx",
    "tsx_async_abort",
    "vmd.",
];

/// A word without a value is kept up to this length.
const WORD_MAX: usize = 40;

/// The line with `...` for each value, and each unknown word, that may be private.
pub(super) fn without_secrets(line: &str) -> String {
    let words = words(line).into_iter().take_while(|word| *word != "--");
    words.map(shown).collect::<Vec<_>>().join(" ")
}

/// White space inside double quotes belongs to the value.
fn words(line: &str) -> Vec<&str> {
    let mut quoted = false;
    let words = line.split(move |letter: char| {
        quoted ^= letter == '"';
        !quoted && letter.is_whitespace()
    });
    words.filter(|word| !word.is_empty()).collect()
}

fn shown(word: &str) -> String {
    let (name, value) = match word.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (word, None),
    };
    match value {
        _ if !is_plain(name) => "...".to_owned(),
        None => name.to_owned(),
        Some(value) if is_harmless(name) => format!("{name}={value}"),
        Some(_) => format!("{name}=..."),
    }
}

/// Whether a text has the form of a parameter's name.
fn is_plain(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    name.len() <= WORD_MAX && name.bytes().all(plain)
}

/// The kernel treats dashes and underscores as equal.
fn is_harmless(name: &str) -> bool {
    let name = name.replace('-', "_");
    let is = |known: &&str| {
        if known.ends_with('.') { name.starts_with(*known) } else { name == **known }
    };
    HARMLESS.iter().any(is)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_names_a_disk_or_a_secret_goes() {
        let line = "BOOT_IMAGE=(hd0,gpt2)/vmlinuz root=UUID=01 ro quiet rd.luks.key=/k:LABEL=x \
                    nvme_core.default_ps_max_latency_us=0 pcie-aspm=off ip=10.0.0.2::10.0.0.1 \
                    dyndbg=\"file x +p\" systemd.set_credential=a:b isolcpus=2-3 a/b -- --auth key";
        let shown = "BOOT_IMAGE=... root=... ro quiet rd.luks.key=... \
                     nvme_core.default_ps_max_latency_us=0 pcie-aspm=off ip=... \
                     dyndbg=... systemd.set_credential=... isolcpus=2-3 ...";
        assert_eq!(without_secrets(line), shown);
    }

    #[test]
    fn a_known_beginning_is_not_enough() {
        assert_eq!(
            without_secrets("memdisk=x nvmf.hostnqn=y pci=nommconf"),
            "memdisk=... nvmf.hostnqn=... pci=nommconf"
        );
        let long = "a".repeat(WORD_MAX + 1);
        assert_eq!(without_secrets(&long), "...");
        assert_eq!(without_secrets("  "), "");
    }

    proptest! {
        /// A secret with a letter that no harmless value here has never shows, wherever it is.
        #[test]
        fn a_secret_value_never_shows(names in proptest::collection::vec("[a-z_.]{1,12}", 0..8), quoted: bool) {
            prop_assume!(names.iter().all(|name| !is_harmless(name)));
            let secret = if quoted { "\"SECRET SECRET\"" } else { "SECRET" };
            let line: Vec<String> = names.iter().map(|name| format!("{name}={secret}")).collect();
            prop_assert!(!without_secrets(&line.join(" ")).contains("SECRET"));
        }

        #[test]
        fn no_line_makes_it_panic(line in "\\PC{0,200}") {
            let _ = without_secrets(&line);
        }
    }
}

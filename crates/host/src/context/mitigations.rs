//! Mitigations of processor vulnerabilities that make storage slower.
//!
//! For: mitigations on every entry to the kernel or every indirect branch in it, of which each
//! request has several. Those for virtual machines, or by microcode on other instructions, are left
//! out.
//!
//! Source: kernel Documentation/admin-guide/hw-vuln and arch/x86/kernel/cpu/bugs.c, from which the
//! words are; Documentation/ABI/testing/sysfs-devices-system-cpu.

use crate::root::RootReader;

/// The file below `vulnerabilities`, and the words in it that mean a cost.
const COSTLY: &[(&str, &[&str])] = &[
    ("meltdown", &["PTI"]),
    (
        "spectre_v2",
        &[
            "Retpolines",
            "LFENCE",
            "IBRS",
            "Enhanced / Automatic IBRS + Retpolines",
            "Enhanced / Automatic IBRS + LFENCE",
            "Enhanced IBRS + Retpolines",
            "Enhanced IBRS + LFENCE",
            "BHI: SW loop, KVM: SW loop",
            "BHI: SW loop",
            "BHI: Retpoline",
        ],
    ),
    ("retbleed", &["untrained return thunk", "IBPB", "IBRS", "Stuffing"]),
    ("spec_rstack_overflow", &["Safe RET", "IBPB"]),
    ("indirect_target_selection", &["Aligned branch/return thunks", "Retpolines, Stuffing RSB"]),
    ("mds", &["Clear CPU buffers"]),
    ("tsx_async_abort", &["Clear CPU buffers"]),
    ("mmio_stale_data", &["Clear CPU buffers"]),
    ("reg_file_data_sampling", &["Clear Register File"]),
    ("tsa", &["Clear CPU buffers", "Clear CPU buffers: user/kernel boundary"]),
];

/// `meltdown: PTI` and so on, in the order of the table.
pub(super) fn costly(reader: &RootReader) -> Vec<String> {
    let details = COSTLY.iter().flat_map(|(file, words)| {
        let path = format!("sys/devices/system/cpu/vulnerabilities/{file}");
        let text = reader.text(&path).unwrap_or_default();
        costly_words(&text, words).map(move |words| format!("{file}: {words}"))
    });
    details.collect()
}

/// The parts of `Mitigation: Clear CPU buffers; SMT vulnerable` that are among the words. A
/// vulnerability without mitigation costs nothing.
fn costly_words<'a>(text: &str, words: &'a [&'a str]) -> impl Iterator<Item = &'a str> + use<'a> {
    let details = text.strip_prefix("Mitigation: ").unwrap_or_default();
    let parts: Vec<String> = details.split(';').map(|part| part.trim().to_owned()).collect();
    words.iter().copied().filter(move |word| parts.iter().any(|part| part == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(file: &str, text: &str) -> Vec<&'static str> {
        let (_, words) = COSTLY.iter().find(|(name, _)| *name == file).unwrap();
        costly_words(text, words).collect()
    }

    /// Lines as kernels 4.19 to 6.18 print them.
    #[test]
    fn only_what_costs_every_request_is_told() {
        let enhanced = "Mitigation: Enhanced / Automatic IBRS; IBPB: conditional; PBRSB-eIBRS: SW \
                        sequence; BHI: SW loop, KVM: SW loop";
        assert_eq!(of("spectre_v2", enhanced), ["BHI: SW loop, KVM: SW loop"]);
        let cheap = "Mitigation: Enhanced / Automatic IBRS; IBPB: conditional; BHI: BHI_DIS_S";
        assert_eq!(of("spectre_v2", cheap), [""; 0]);
        let old =
            "Mitigation: Retpolines; IBPB: conditional; IBRS_FW; STIBP: disabled; RSB filling";
        assert_eq!(of("spectre_v2", old), ["Retpolines"]);
        assert_eq!(of("retbleed", "Mitigation: Enhanced IBRS"), [""; 0]);
        assert_eq!(of("spec_rstack_overflow", "Mitigation: IBPB on VMEXIT only"), [""; 0]);
        assert_eq!(of("tsx_async_abort", "Mitigation: TSX disabled"), [""; 0]);
        let buffers = "Mitigation: Clear CPU buffers; SMT vulnerable";
        assert_eq!(of("mds", buffers), ["Clear CPU buffers"]);
        assert_eq!(of("mds", "Vulnerable: Clear CPU buffers attempted, no microcode"), [""; 0]);
        assert_eq!(of("meltdown", "Not affected"), [""; 0]);
    }
}

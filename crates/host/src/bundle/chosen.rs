//! Texts a person may have chosen: the builder of the kernel, the seller of the machine, or
//! the administrator of a target, a gadget or an enclosure.
//!
//! For: keeping well-known texts, which name a kind of thing; all others may name a person.
//!
//! Sources: kernel Documentation/kbuild/kconfig.rst (`CONFIG_LOCALVERSION`, `KBUILD_BUILD_USER`),
//! Documentation/ABI/testing/sysfs-class-iscsi (`session<N>` on a disk's path).
//!
//! Not here: names of volumes, paths and people ([`super::mounts`]).

use std::collections::BTreeSet;

use narrows_catalog::drive;
use narrows_topology::read::FileTree;

use super::token::Salt;

/// Words that distributions append to the kernel's version, digits behind them aside.
const RELEASE_WORDS: &[&str] = &[
    "amd64",
    "aarch",
    "aarch64",
    "arch",
    "arm64",
    "aws",
    "azure",
    "bpo",
    "cloud",
    "deb",
    "default",
    "el",
    "fc",
    "gcp",
    "generic",
    "gentoo",
    "gnu",
    "hardened",
    "hwe",
    "kvm",
    "lowlatency",
    "lts",
    "manjaro",
    "microsoft",
    "nixos",
    "oem",
    "oracle",
    "pve",
    "raspi",
    "rc",
    "riscv64",
    "rt",
    "server",
    "standard",
    "uek",
    "virt",
    "wsl",
    "x86",
    "zen",
    "slackware",
    "cachyos",
    "xanmod",
    "i686",
    "686",
    "pae",
];
/// Product names of hypervisors, by which the reader recognises them.
const PRODUCTS: &[&str] = &[
    "Virtual Machine",
    "VirtualBox",
    "VMware",
    "Google Compute Engine",
    "KVM",
    "HVM domU",
    "Standard PC",
];
/// Parts of a disk's path where its name is not its maker's.
const FOREIGN: &[&str] =
    &["/usb", "/session", "/virtual/", "/nvme-fabrics/", "/rport-", "/tcm_loop"];

/// `6.1.0-18-amd64` unchanged; `6.1.0-anns-box` with a hash for the individual part.
pub(super) fn release(salt: &Salt, text: &str) -> String {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (version, local) = text.split_at(end);
    let words = local.split(['-', '.', '_', '+', '~']).filter(|word| !word.is_empty());
    let is_known = |word: &str| {
        let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
        let digits = word.len() - letters.len();
        digits <= 8
            && (letters.is_empty()
                || RELEASE_WORDS.contains(&letters)
                || RELEASE_WORDS.contains(&word))
    };
    let all_known = words.clone().all(is_known);
    if all_known { text.to_owned() } else { format!("{version}-{}", salt.word(local)) }
}

/// `Linux version 6.1.0-18-amd64 (user@host) (compiler) #1 ...`: only the version, since the rest
/// depends on who built it.
pub(super) fn version(salt: &Salt, text: &str) -> String {
    let release = text.split_whitespace().nth(2).unwrap_or_default();
    format!("Linux version {}\n", self::release(salt, release))
}

/// A machine's product name: a hypervisor's word, or a hash.
pub(super) fn product(salt: &Salt, text: &str) -> String {
    match PRODUCTS.iter().find(|known| text.contains(*known)) {
        Some(known) => (*known).to_owned(),
        None if text.is_empty() => String::new(),
        None => salt.word(text),
    }
}

/// The models that drives right behind a PCIe link or a SATA port have: their makers'.
pub(super) fn own_models(tree: &FileTree) -> BTreeSet<&str> {
    let models = tree.entries().filter(|(path, _)| path.ends_with("/model") && !is_foreign(path));
    models.filter_map(|(path, _)| tree.text(path)).collect()
}

/// Whether this file is the name of a drive whose name a person may have chosen. A drive of several
/// paths is below `virtual` with the name of its controllers.
pub(super) fn is_by_somebody(path: &str, text: &str, own: &BTreeSet<&str>) -> bool {
    let is_name = ["/model", "/vendor", "/rev"].iter().any(|name| path.ends_with(name));
    // A PCI function's `vendor` is a number.
    let is_number = text.starts_with("0x");
    is_name && !is_number && is_foreign(path) && !own.contains(text.trim())
}

fn is_foreign(path: &str) -> bool {
    FOREIGN.iter().any(|part| path.contains(part))
}

/// A drive's name: unchanged if the catalogue knows it, else a hash.
pub(super) fn model(salt: &Salt, text: &str) -> String {
    let name = text.trim();
    let is_known = name.is_empty() || drive::find(name, None).is_some();
    if is_known { text.to_owned() } else { salt.word(name) + "\n" }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SALT: Salt = Salt::of([5; 32]);

    #[test]
    fn kernels_of_distributions_keep_their_names_and_others_do_not() {
        for known in [
            "6.1.0-18-amd64",
            "6.8.0-45-generic",
            "6.9.5-200.fc40.x86_64",
            "5.14.0-427.el9.x86_64",
            "6.10.3-arch1-2",
            "6.8.12-4-pve",
            "6.1.0-0.deb11.13-amd64",
            "6.12.0-rc3+",
            "6.6.1",
            "5.15.153.1-microsoft-standard-WSL2".to_lowercase().as_str(),
        ] {
            assert_eq!(release(&SALT, known), known);
        }
        for own in ["6.1.0-anns-box", "6.18.44-fc-bob", "5.4.0+ann"] {
            let hidden = release(&SALT, own);
            assert!(
                hidden.starts_with(&own[..3]) && !hidden.contains("ann") && !hidden.contains("bob"),
                "{hidden}"
            );
        }
        let line = version(&SALT, "Linux version 6.1.0-bobsbox (bob@box) (gcc of bob) #1-bob SMP");
        assert!(line.starts_with("Linux version 6.1.0-") && !line.contains("bob"), "{line}");
        assert_eq!(version(&SALT, "Linux version 6.6.1 (a@b) #1"), "Linux version 6.6.1\n");
    }

    #[test]
    fn products_are_known_or_hidden() {
        assert_eq!(product(&SALT, "KVM Virtual Machine of ann"), "Virtual Machine");
        assert!(product(&SALT, "anns workstation").starts_with("anon-"));
    }
}

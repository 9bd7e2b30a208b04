//! The firmware's strings for vendor, board and product, which sysfs and hwloc both give.
//!
//! Not here: the SMBIOS table itself ([`super::smbios`]).

/// Joins the parts that exist with spaces; `None` if there are none.
pub(super) fn joined(parts: &[Option<&str>]) -> Option<String> {
    let parts = parts.iter().flatten().map(|part| part.trim()).filter(|part| !part.is_empty());
    let parts: Vec<&str> = parts.collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// System vendor and product of each hypervisor; an empty product matches any.
const HYPERVISORS: [(&str, &str, &str); 9] = [
    ("QEMU", "", "QEMU"),
    ("VMware", "", "VMware"),
    ("innotek", "", "VirtualBox"),
    ("Xen", "", "Xen"),
    ("Microsoft Corporation", "Virtual Machine", "Hyper-V"),
    ("Google", "Google Compute Engine", "Google Compute Engine"),
    ("Red Hat", "KVM", "KVM"),
    ("Parallels", "", "Parallels"),
    ("BHYVE", "", "bhyve"),
];

/// The vendor and product that identify a hypervisor, without any text its administrator put after them.
pub(super) fn names_of(hypervisor: &str) -> Option<(&'static str, &'static str)> {
    let known = HYPERVISORS.into_iter().find(|(.., name)| *name == hypervisor);
    known.map(|(vendor, product, _)| (vendor, product))
}

/// The hypervisor by the machine's vendor and product; `None` if the machine may be real.
pub(super) fn hypervisor(vendor: &str, product: &str) -> Option<&'static str> {
    let known = HYPERVISORS.into_iter();
    let mut matching = known.filter(|(its_vendor, its_product, _)| {
        vendor.starts_with(its_vendor) && product.contains(its_product)
    });
    matching.next().map(|(_, _, name)| name)
}

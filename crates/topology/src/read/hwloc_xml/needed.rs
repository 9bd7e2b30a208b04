//! An exported topology reduced to the attributes that are read: hwloc also writes host names, network
//! addresses, serial numbers and its own command line.

use roxmltree::Node;

use super::{HwlocReader, info, parsed};
use crate::read::firmware;

/// Attributes read; each is a word, a number or a set of them.
const ATTRIBUTES: &str = "\
    type os_index cpuset nodeset subtype osdev_type bridge_pci pci_busid pci_type \
    pci_link_speed";
/// Infos read from them, except the system's vendor and product, and the kernel's release.
const INFOS: &str = "\
    CPUModel DMIBoardVendor DMIBoardName DMIBIOSVendor DMIBIOSVersion DMIBIOSDate PCIVendor \
    PCIDevice PCISlot Size Model Revision SectorSize";

/// The next item to write: an object, or the end of one.
enum NextObject<'a, 'input> {
    Object(Node<'a, 'input>),
    End,
}

/// The parts of the text that are read; `None` if unreadable.
pub(in crate::read) fn needed(text: &str) -> Option<String> {
    let document = parsed(text).ok()?;
    let root = document.root_element();
    let reader = HwlocReader::new(root);
    let version = root
        .attribute("version")
        .filter(|it| it.chars().all(|c| c.is_ascii_digit() || c == '.'))
        .unwrap_or("2.0");
    let mut out = format!("<?xml version=\"1.0\"?>\n<topology version=\"{version}\">\n");
    // Uses its own stack, so that depth costs no call stack.
    let mut left: Vec<NextObject<'_, '_>> = objects(root).collect();
    while let Some(next) = left.pop() {
        let NextObject::Object(node) = next else {
            out.push_str("</object>\n");
            continue;
        };
        out.push_str("<object");
        for name in ATTRIBUTES.split(' ') {
            put(
                &mut out,
                name,
                node.attribute(name).filter(|value| {
                    value.chars().all(|c| c.is_ascii_alphanumeric() || " .,:;[]-_/()".contains(c))
                }),
            );
        }
        // An interface of a network bears its address in its name.
        put(&mut out, "name", node.attribute("name").filter(|_| reader.is_drive(node)));
        out.push_str(">\n");
        for (name, value) in infos(node) {
            out.push_str("<info");
            put(&mut out, "name", Some(name));
            put(&mut out, "value", Some(value));
            out.push_str("/>\n");
        }
        left.push(NextObject::End);
        left.extend(objects(node));
    }
    out.push_str("</topology>\n");
    Some(out)
}

/// The objects inside, of which the last is the first one.
fn objects<'a, 'input>(of: Node<'a, 'input>) -> impl Iterator<Item = NextObject<'a, 'input>> {
    of.children().rev().filter(|child| child.has_tag_name("object")).map(NextObject::Object)
}

fn infos<'a>(node: Node<'a, '_>) -> Vec<(&'static str, &'a str)> {
    let named = INFOS.split(' ').filter_map(|name| Some((name, info(node, name)?)));
    let [vendor, product] =
        ["DMISysVendor", "DMIProductName"].map(|name| info(node, name).unwrap_or_default());
    let names = firmware::hypervisor(vendor, product).and_then(firmware::names_of);
    let system = names
        .into_iter()
        .flat_map(|(vendor, product)| [("DMISysVendor", vendor), ("DMIProductName", product)]);
    // The text after the numbers may name whoever built the kernel.
    let release = info(node, "OSRelease").map(|release| {
        let end = release.find(|c: char| !c.is_ascii_digit() && c != '.');
        ("OSRelease", &release[..end.unwrap_or(release.len())])
    });
    named.chain(system).chain(release).collect()
}

fn put(out: &mut String, name: &str, value: Option<&str>) {
    let Some(value) = value else { return };
    let mut escaped = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    out.push_str(&format!(" {name}=\"{escaped}\""));
}

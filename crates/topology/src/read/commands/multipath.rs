//! `multipath -ll`: drives behind several paths. A path has a disk's name and is none.
//!
//! ```text
//! mpathk (360050768028211d8b0000000000000de) dm-3 IBM,2145
//! size=50G features='1 queue_if_no_path' hwhandler='1 alua' wp=rw
//! |-+- policy='service-time 0' prio=50 status=active
//! | `- 1:0:1:3 sdp       8:240 active ready running
//! ```
//!
//! Source: multipath-tools 0.4 to 0.10, libmultipath/print.c (snprint_multipath_topology).

use narrows_messages::Message;

use super::amount;
use super::evidence::{CommandEvidence, fill, name, word};
use super::section::CommandSection;

/// Name, maker and product of `mpathk (36005...) dm-3 IBM,2145`; where maps have no names, the number is the name.
fn head(line: &str) -> Option<(&str, &str, &str)> {
    let (names, product) = line.split_once(" dm-")?;
    let (number, product) = product.split_once(' ')?;
    let (maker, product) = product.split_once(',')?;
    let mut words = names.split_whitespace();
    let (own, of) = (words.next()?, words.next());
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit());
    let is_named = of.is_none_or(|of| of.starts_with('(') && of.ends_with(')'));
    (is_number && is_named && words.next().is_none()).then_some((own, maker, product))
}

fn size(line: &str) -> Option<&str> {
    let (size, rest) = line.strip_prefix("size=")?.split_once(' ')?;
    rest.contains("hwhandler=").then_some(size)
}

/// The disk of `| `- 1:0:1:3 sdp 8:240 active ready running`.
fn path(line: &str) -> Option<&str> {
    let bare = line.trim_start_matches(['|', '`', '\\', '_', '-', '+', ' ', '├', '└', '─']);
    let words: Vec<&str> = bare.split_whitespace().collect();
    let is_place = words.first()?.split(':').count() == 4;
    let is_number = words.get(2)?.split_once(':').is_some();
    (is_place && is_number).then(|| name(words[1])).flatten()
}

pub(super) fn begins(line: &str) -> bool {
    head(line).is_some() || size(line).is_some()
}

pub(super) fn read(section: &CommandSection<'_>, found: &mut CommandEvidence) {
    let mut own: Option<String> = None;
    let (mut maps, mut paths) = (0, 0);
    for line in section.lines.iter().map(|line| line.trim()) {
        if let Some((called, maker, product)) = head(line) {
            let model = word(&format!("{} {}", maker.trim(), product.trim()));
            own = found.block(called).map(|(own, block)| {
                fill(&mut block.model, model);
                own
            });
            maps += usize::from(own.is_some());
        } else if let (Some(own), Some(size)) = (&own, size(line)) {
            found.size(own, amount::size(size), false);
        } else {
            paths += usize::from(own.is_some() && path(line).is_some());
        }
    }
    if maps > 0 {
        let note = Message::new("note-text-multipath").count("drives", maps);
        found.capture.notes.push(note.count("paths", paths));
    }
}

//! The page of `narrows see`.

use std::cmp::Ordering;

use narrows_messages::{Localizer, Message};
use narrows_record::see::{SeeDocument, StorageKind};

use crate::block::{CellInk, Page};
use crate::tree::{DrawnTree, DriveCrowd, TreeNode};
use crate::{picture, svg, words};

/// More names than that hide the sentence.
const MOST_NAMED: usize = 4;

/// A machine as a drawn tree: links with speed, width and what they can carry, the narrowest one
/// of each drive's way marked, what is free, arrays and remarks below.
pub fn see(see: &SeeDocument, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    super::header(&mut page, &see.host, &see.source, localizer);
    super::processor(&mut page, see.processor.as_ref(), localizer);
    let first = |page: &mut Page| page.paragraph("▶ ", &headline(see, localizer), CellInk::Strong);
    match see.without_links().next() {
        Some(_) => {
            page.blank();
            first(&mut page);
        }
        None => page.report(first),
    }
    page.blank();
    let drawn = svg::fitting(|layout| picture::see(see, layout, localizer));
    page.picture(drawn, |page| {
        super::tree::draw(page, see, None, localizer);
    });
    super::groups(&mut page, &picture::of_see(see, localizer), localizer);
    super::notes(&mut page, see.notes.iter(), localizer);
    page
}

/// The shared link that is crowded most, or how many drives there are.
fn headline(see: &SeeDocument, localizer: &Localizer) -> String {
    if let Some(sentence) = unseen(see, localizer) {
        return sentence;
    }
    let tree = DrawnTree::of(see);
    match tree.roots.iter().filter_map(worst).max_by(tighter) {
        Some((crowd, place)) => crowded_sentence(&crowd, place, localizer),
        None => localizer.say(&Message::new("report-html-drives").count("count", see.drives.len())),
    }
}

/// That links are missing from the capture, and how to see them; none where no drive lacks its own.
fn unseen(see: &SeeDocument, localizer: &Localizer) -> Option<String> {
    let mut drives: Vec<&str> = see.without_links().map(|drive| drive.id.as_str()).collect();
    let links = see.storage.iter().map(|it| &it.link).chain(see.devices.iter().map(|it| &it.link));
    if drives.is_empty() && see.host.hypervisor.is_none() && links.flatten().next().is_none() {
        // Of a card for disks alone, whose disks lspci does not list.
        let cards = see.storage.iter().filter(|it| it.kind == StorageKind::Sas);
        drives = cards.map(|it| it.id.as_str()).collect();
    }
    let named = drives.iter().take(MOST_NAMED).copied().collect::<Vec<_>>().join(", ");
    let message = Message::new("report-see-no-links").with("drives", named);
    let message = message.count("more", drives.len().saturating_sub(MOST_NAMED));
    (!drives.is_empty()).then(|| localizer.say(&message))
}

fn crowded_sentence(crowd: &DriveCrowd, place: &TreeNode<'_>, localizer: &Localizer) -> String {
    let (name, model) = words::place(place, localizer);
    let id = if crowd.is_rated { "report-html-crowded-rated" } else { "report-html-crowded" };
    let message = Message::new(id)
        .with("place", if model.is_empty() { name } else { format!("{name} {model}") })
        .with("carries", words::rate(crowd.carries_mb_s))
        .with("below", words::rate(crowd.below_mb_s));
    localizer.say(&message.count("count", crowd.drives))
}

/// The most crowded link at or below a place.
fn worst<'a, 'b>(place: &'b TreeNode<'a>) -> Option<(DriveCrowd, &'b TreeNode<'a>)> {
    let own = place.crowd().map(|crowd| (crowd, place));
    place.children.iter().filter_map(worst).chain(own).max_by(tighter)
}

fn tighter(a: &(DriveCrowd, &TreeNode<'_>), b: &(DriveCrowd, &TreeNode<'_>)) -> Ordering {
    let times = |crowd: &DriveCrowd| crowd.below_mb_s / crowd.carries_mb_s;
    times(&a.0).total_cmp(&times(&b.0))
}

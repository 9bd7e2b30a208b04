//! The page of `narrows see`.

use narrows_messages::{Localizer, Message};
use narrows_record::see::{
    DriveRecord, SeeDocument, StorageKind, StorageRecord, THIS_MACHINE, links_shown_by,
};

use crate::block::{CellInk, Page};
use crate::{picture, svg};

/// More names than that hide the sentence.
const MOST_NAMED: usize = 4;

/// What the picture says first, then a machine as a drawn tree: links with speed, width and what they can carry, the
/// narrowest one of each drive's way marked, what is free, arrays and remarks below.
pub fn see(see: &SeeDocument, localizer: &Localizer) -> Page {
    let mut page = Page::default();
    super::header(&mut page, &see.host, &see.source, localizer);
    page.detail(|page| super::processor(page, see.processor.as_ref(), localizer));
    let content = picture::of_see(see, localizer);
    let unseen = unseen(see, localizer);
    super::urgent(&mut page, see.notes.iter(), localizer);
    page.blank();
    page.paragraph("▶ ", unseen.as_ref().unwrap_or(&content.title), CellInk::Strong);
    let drawn = svg::fitting(|layout| picture::laid_out(&content, layout, localizer));
    page.picture(drawn, |page| {
        if unseen.is_none() && !content.subtitle.is_empty() {
            page.paragraph("  ", &content.subtitle, CellInk::Plain);
        }
        if unseen.is_none() && may_list_no_disks(see) {
            page.paragraph("  ", &localizer.text("report-see-no-disks"), CellInk::Plain);
        }
        page.blank();
        super::tree::draw(page, see, None, localizer);
    });
    super::groups(&mut page, &content, localizer);
    super::notes(&mut page, see.notes.iter().filter(|note| !note.is_urgent()), localizer);
    page
}

/// Whether drives may be missing because PCI listings have controllers alone: disks on SATA and SAS hang behind them.
fn may_list_no_disks(see: &SeeDocument) -> bool {
    use StorageKind::{Ahci, Ide, Raid, Sas};
    let is_text = see.source != THIS_MACHINE && see.host.hypervisor.is_none();
    let has = |it: &StorageRecord| matches!(it.kind, Ahci | Ide | Raid | Sas);
    is_text && see.drives.is_empty() && see.storage.iter().any(has)
}

/// States that links are missing from the capture, and how to see them; `None` if no drive lacks
/// its own.
fn unseen(see: &SeeDocument, localizer: &Localizer) -> Option<String> {
    let links = see.storage.iter().map(|it| &it.link).chain(see.devices.iter().map(|it| &it.link));
    let has_links = links.flatten().next().is_some();
    // Beside visible links, drives that are only named are no news.
    let is_nvme = |drive: &&DriveRecord| {
        let mut storage = see.storage.iter().filter(|it| it.kind == StorageKind::Nvme);
        storage.any(|it| Some(&it.id) == drive.controller.as_ref())
    };
    let drives = see.without_links().filter(|drive| !has_links || is_nvme(drive));
    let mut drives: Vec<&str> = drives.map(|drive| drive.id.as_str()).collect();
    if drives.is_empty() && see.host.hypervisor.is_none() && !has_links {
        // Of a card for disks alone, whose disks lspci does not list; a drive on no card stands for
        // its own.
        let is_drive = |id: &str| see.drives.iter().any(|drive| drive.id == id);
        let cards =
            see.storage.iter().filter(|it| it.kind == StorageKind::Sas && !is_drive(&it.id));
        drives = cards.map(|it| it.id.as_str()).collect();
        if drives.is_empty() && see.drives.is_empty() && see.ports.len() < 2 {
            return Some(localizer.text("report-see-no-drive"));
        }
    }
    let named = drives.iter().take(MOST_NAMED).copied().collect::<Vec<_>>().join(", ");
    let message = Message::new("report-see-no-links").with("drives", named);
    let message = message.count("more", drives.len().saturating_sub(MOST_NAMED));
    let message = message.with("how", links_shown_by(drives.iter().copied()));
    (!drives.is_empty()).then(|| localizer.say(&message))
}

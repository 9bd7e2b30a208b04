//! Members whose link is slower than it could be: the whole array would be as slow.

use narrows_array::build::ArrayRequest;
use narrows_messages::Message;
use narrows_record::see::SeeDocument;

use narrows_verdict::answer::source::SourceMachine;

/// A reason against each of these members.
pub fn slow(wanted: &ArrayRequest, source: &SourceMachine) -> Vec<Message> {
    let see = SeeDocument::of(&source.machine.topology, &source.name);
    let drive = |name: &str| see.drives.iter().find(|drive| drive.id == name);
    let members = wanted.members.iter().filter_map(|member| drive(&member.name));
    members
        .filter_map(|drive| {
            let controller = drive.controller.as_ref()?;
            let storage = see.storage.iter().find(|storage| storage.id == *controller)?;
            let link = storage.link.as_ref().filter(|_| storage.degraded == Some(true))?;
            let message = Message::new("build-slow-link").with("drive", &drive.id);
            Some(message.with("link", link.current?).with("best", link.possible?))
        })
        .collect()
}

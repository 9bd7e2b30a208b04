//! The page of `narrows see`.

use narrows_messages::Localizer;
use narrows_record::see::See;

use crate::Style;
use crate::layout::Page;

/// A machine as a drawn tree: links with speed, width and what they can carry, the narrowest one
/// of each drive's way marked, what is free, arrays and remarks below.
pub fn see(see: &See, localizer: &Localizer, style: &Style) -> String {
    let mut page = Page::new(style);
    super::header(&mut page, &see.host, &see.source, localizer);
    page.blank();
    super::tree::draw(&mut page, see, None, localizer);
    super::notes(&mut page, see.notes.iter(), localizer);
    page.finish()
}

//! Cards that run narrower than they could elsewhere, and the word that forbids it.

use narrows_messages::Message;
use narrows_plan::ask::Wish;
use narrows_plan::narrow::narrow;
use narrows_plan::placement::Placement;

use super::Told;

impl Told<'_> {
    /// What is narrower than it could be though nobody asked for less.
    pub(super) fn narrowed(&self, at: &Placement) -> Option<String> {
        let is_asked = |piece: usize| {
            self.ask.wishes.iter().any(|wish| match wish {
                Wish::Lanes(of, _) | Wish::FullLink(of) | Wish::LineRate(of, _) => *of == piece,
                _ => false,
            })
        };
        let narrow = narrow(self.site, self.pieces, at).into_iter();
        let narrow: Vec<_> = narrow.filter(|(piece, ..)| !is_asked(*piece)).collect();
        if narrow.is_empty() {
            return None;
        }
        let one = |&(piece, here, most): &(usize, u8, u8)| {
            let message = Message::new("plan-runs-at").with("piece", &self.pieces[piece].id);
            self.localizer.say(&message.with("here", here).with("most", most))
        };
        let cards: Vec<String> = narrow.iter().map(one).collect();
        let words = narrow.iter().map(|(piece, _, most)| {
            let piece = &self.pieces[*piece];
            match piece.lanes() == Some(*most) {
                true => format!("{}=full", piece.id),
                false => format!("{}>=x{most}", piece.id),
            }
        });
        let words: Vec<String> = words.collect();
        let message = Message::new("plan-answer-narrow")
            .with("cards", cards.join(&self.localizer.text("plan-between-names")));
        Some(self.localizer.say(&message.with("words", words.join(","))))
    }
}

//! Orders and answers between hosts: they are read as written, another build is refused.

use narrows_record::hosts::exchange::*;
use proptest::prelude::*;

#[test]
fn what_is_written_is_read() {
    let part = PartOrder { rank: 3, target: "/mnt".to_owned(), ..PartOrder::default() };
    let round = RoundOrder { set: "all".into(), parts: vec![part], ..RoundOrder::default() };
    let order = RankOrder::new(7, RankTask::Round(round));
    assert_eq!(RankOrder::decode(&order.encode()), Ok(order.clone()));
    let figures = vec![RankFigure { mb_s: 0.1 + 0.2, ..RankFigure::default() }];
    let answer = RankAnswer::to(&order, 3, RankReply::Figures { figures });
    assert_eq!(RankAnswer::decode(&answer.encode()), Ok(answer));
}

#[test]
fn another_build_or_format_is_refused() {
    let order = RankOrder::new(1, RankTask::End);
    let other = RankOrder { narrows: "9.9.9".to_owned(), ..order.clone() };
    let refused = |bytes: &[u8]| matches!(RankOrder::decode(bytes), Err(ExchangeError::Other(_)));
    assert!(refused(&other.encode()));
    let later = RankOrder { format: "narrows.hosts.order/2".to_owned(), ..order.clone() };
    assert!(refused(&later.encode()));
    assert!(refused(&RankAnswer::to(&order, 0, RankReply::Nothing).encode()));
    // A later build may have tasks that this one does not know: it is named all the same.
    let text = r#"{"format":"narrows.hosts.order/1","narrows":"9.9.9","task":{"do":"dance"}}"#;
    assert!(refused(text.as_bytes()));
}

proptest! {
    #[test]
    fn no_bytes_break_it(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(RankOrder::decode(&bytes).is_err() && RankAnswer::decode(&bytes).is_err());
    }
}

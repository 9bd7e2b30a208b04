//! Orders and answers between hosts: what is written is read, another build is refused.

use narrows_record::hosts::exchange::*;
use proptest::prelude::*;

#[test]
fn what_is_written_is_read() {
    let part = PartOrder { rank: 3, target: "/mnt".to_owned(), ..PartOrder::default() };
    let round = RoundOrder { set: "all".into(), parts: vec![part], ..RoundOrder::default() };
    let order = Order::new(7, Task::Round(round));
    assert_eq!(Order::decode(&order.encode()), Ok(order.clone()));
    let figures = vec![Figure { mb_s: 0.1 + 0.2, ..Figure::default() }];
    let answer = Answer::to(&order, 3, Said::Figures { figures });
    assert_eq!(Answer::decode(&answer.encode()), Ok(answer));
}

#[test]
fn another_build_or_format_is_refused() {
    let order = Order::new(1, Task::End);
    let other = Order { narrows: "9.9.9".to_owned(), ..order.clone() };
    let refused = |bytes: &[u8]| matches!(Order::decode(bytes), Err(Refused::Other(_)));
    assert!(refused(&other.encode()));
    let later = Order { format: "narrows.hosts.order/2".to_owned(), ..order.clone() };
    assert!(refused(&later.encode()));
    assert!(refused(&Answer::to(&order, 0, Said::Nothing).encode()));
    // A later build may have tasks that this one does not know: it is named all the same.
    let text = r#"{"format":"narrows.hosts.order/1","narrows":"9.9.9","task":{"do":"dance"}}"#;
    assert!(refused(text.as_bytes()));
}

proptest! {
    #[test]
    fn no_bytes_break_it(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(Order::decode(&bytes).is_err() && Answer::decode(&bytes).is_err());
    }
}

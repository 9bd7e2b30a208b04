use super::*;

fn waiting(flight: u32) -> WaitingRequest {
    WaitingRequest { flight, unit: None, delay: Picos::ZERO }
}

fn micros(time: f64) -> Picos {
    Picos::secs(time * 1e-6)
}

/// The end of each request, in microseconds.
fn through(shared: &mut SharedServer) -> Vec<(u32, f64)> {
    let mut served = Vec::new();
    while shared.next() < Picos::NEVER {
        let now = shared.next();
        let one = shared.pop(now).unwrap();
        served.push((one.flight, (now.as_secs() * 1e9).round() / 1e3));
    }
    served
}

/// Two flows, equal bytes: requests of 10 and 30 us that come at once share the place, so that the
/// short one is through after 20 us, when the long one has 20 us left.
#[test]
fn two_are_served_at_the_same_time() {
    let mut shared = SharedServer::new(&[1.0, 1.0], false);
    shared.push(Picos::ZERO, 0, micros(10.0), waiting(0));
    shared.push(Picos::ZERO, 1, micros(30.0), waiting(1));
    assert_eq!(through(&mut shared), [(0, 20.0), (1, 40.0)]);
}

/// A flow whose bytes cost twice gets twice the time: its request of 20 us and the other's of 10 us
/// are through together after 30 us.
#[test]
fn bytes_are_shared_not_time() {
    let mut shared = SharedServer::new(&[1.0, 2.0], false);
    shared.push(Picos::ZERO, 0, micros(10.0), waiting(0));
    shared.push(Picos::ZERO, 1, micros(20.0), waiting(1));
    assert_eq!(through(&mut shared), [(0, 30.0), (1, 30.0)]);
}

/// Three turns of 1 us, two of them of one flow: whole and in turns, not mixed.
#[test]
fn small_requests_are_served_whole_in_turns() {
    let mut shared = SharedServer::new(&[1.0, 1.0], true);
    for flight in [0, 1] {
        shared.push(Picos::ZERO, 0, micros(1.0), waiting(flight));
    }
    shared.push(Picos::ZERO, 1, micros(1.0), waiting(2));
    assert_eq!(through(&mut shared), [(0, 1.0), (2, 2.0), (1, 3.0)]);
}

/// 10 us of work; after 4 us the place is half as fast: 6 us of work take 12.
#[test]
fn a_place_that_becomes_slower() {
    let mut shared = SharedServer::new(&[1.0], false);
    shared.push(Picos::ZERO, 0, micros(10.0), waiting(0));
    shared.set_slower(micros(4.0), 2.0);
    assert_eq!(through(&mut shared), [(0, 16.0)]);
}

#[test]
fn one_flow_alone_is_served_in_order() {
    let mut own = OwnServer::new();
    assert_eq!(own.serve(micros(5.0), micros(2.0)), micros(7.0));
    assert_eq!(own.serve(micros(6.0), micros(2.0)), micros(9.0));
    own.slower = 3.0;
    assert_eq!(own.serve(micros(20.0), micros(2.0)), micros(26.0));
}

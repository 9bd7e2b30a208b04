//! Ethernet ports on a board, by the names of what takes its lanes.

use narrows_units::GbitPerSec;

use super::{Board, SlotForm};

/// Gbit/s a port of chips whose names seldom state it, by their makers' product pages.
const CHIPS: [(&str, f64); 14] = [
    ("X710", 10.0),
    ("X550", 10.0),
    ("X540", 10.0),
    ("AQC107", 10.0),
    ("AQC113", 10.0),
    ("RTL8127", 10.0),
    ("RTL8126", 5.0),
    ("RTL8125", 2.5),
    ("I225", 2.5),
    ("I226", 2.5),
    ("I210", 1.0),
    ("I211", 1.0),
    ("I219", 1.0),
    ("RTL8111", 1.0),
];

impl Board {
    /// Whether it is the board of a machine that is sold whole.
    pub fn is_sold_whole(&self) -> bool {
        self.form_factor.as_deref() == Some("for its own case")
    }

    /// The fastest Ethernet port of a machine that is sold whole and takes no graphics card, such as a NAS; `None` for
    /// others, and where the rate of no port is known.
    pub fn port_of_box(&self) -> Option<GbitPerSec> {
        let is_box =
            self.is_sold_whole() && self.slots.iter().all(|slot| slot.form != SlotForm::X16);
        let rates = self.users.iter().filter(|_| is_box).filter_map(|user| port_rate(&user.name));
        rates.max_by(f64::total_cmp).map(GbitPerSec::new)
    }
}

/// `two ports of 10 GbE`, `Ethernet of 2.5 Gbit/s`, else by the chip.
fn port_rate(name: &str) -> Option<f64> {
    let before = |unit: &str| name.split_once(unit)?.0.rsplit(' ').next()?.parse().ok();
    let stated = before(" GbE").or_else(|| before(" Gbit/s").filter(|_| name.contains("Ethernet")));
    stated.or_else(|| CHIPS.iter().find(|(chip, _)| name.contains(chip)).map(|(_, rate)| *rate))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_have_the_stated_rate_or_that_of_their_chip() {
        for (name, rate) in [
            ("Intel X710, two ports of 10 GbE", Some(10.0)),
            ("Ethernet of 2.5 Gbit/s, second", Some(2.5)),
            ("Intel I226-V", Some(2.5)),
            ("USB controller of 10 Gbit/s", None),
        ] {
            assert_eq!(port_rate(name), rate, "{name}");
        }
    }
}

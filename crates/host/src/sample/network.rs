//! The counters of network cards, and whole drives by name.
//!
//! Source: kernel Documentation/networking/statistics.rst and Documentation/filesystems/proc.rst
//! section 1.4 (/proc/net/dev), Documentation/ABI/testing/sysfs-class-net (`speed`),
//! Documentation/ABI/stable/sysfs-block (`slaves`, `hidden`).

use narrows_units::{Bytes, BytesPerSec};

use super::{Sampler, plain};

/// A network card's counters since it appeared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardCounters {
    pub name: String,
    pub received: Bytes,
    pub sent: Bytes,
}

impl Sampler {
    /// All network cards of the process's own network namespace, the loopback left out.
    pub fn cards(&self) -> Vec<CardCounters> {
        self.text("proc/net/dev").map(|text| parse_cards(&text)).unwrap_or_default()
    }

    /// Rate of a card's link in either direction. `None` for a virtual card, whatever it reports:
    /// nothing enforces that rate.
    pub fn card_link(&self, name: &str) -> Option<BytesPerSec> {
        let folder = format!("sys/class/net/{}", plain(name)?);
        let is_hardware = self.list(&folder).any(|entry| entry == "device");
        // A link that is down says -1.
        let megabits = self.number(&format!("{folder}/speed")).filter(|it| is_hardware && *it > 0);
        Some(BytesPerSec::mb_s(megabits? as f64 / 8.0))
    }

    /// Block devices at which requests end, without those made of others or in memory.
    pub fn drives(&self) -> Vec<String> {
        let all = self.list("sys/block");
        let is_made_of_others =
            |name: &str| self.list(&format!("sys/block/{name}/slaves")).next().is_some();
        let is_hidden = |name: &str| self.number(&format!("sys/block/{name}/hidden")) == Some(1);
        let in_memory = |name: &str| name.starts_with("ram") || name.starts_with("zram");
        all.filter(|name| !in_memory(name) && !is_hidden(name) && !is_made_of_others(name))
            .collect()
    }
}

/// `name: bytes packets errs drop fifo frame compressed multicast bytes ...` after two lines of headings.
fn parse_cards(text: &str) -> Vec<CardCounters> {
    let card = |line: &str| {
        let (name, counters) = line.split_once(':')?;
        let fields: Vec<u64> =
            counters.split_whitespace().map_while(|it| it.parse().ok()).collect();
        let &[received, _, _, _, _, _, _, _, sent, ..] = fields.as_slice() else { return None };
        let (received, sent) = (Bytes::new(received), Bytes::new(sent));
        Some(CardCounters { name: name.trim().to_owned(), received, sent })
    };
    text.lines().filter_map(card).filter(|card| card.name != "lo").collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::tree;
    use super::*;

    const DEV: &str = "Inter-|   Receive                                                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo:     100       1    0    0    0     0          0         0      100       1    0    0    0     0       0          0
  eth0: 7000000    5000    0    0    0     0          0         0     3000    2000    0    0    0     0       0          0
";

    #[test]
    fn cards_are_counted_in_bytes() {
        let (_folder, sampler) = tree(&[("proc/net/dev", DEV)]);
        let cards = sampler.cards();
        let [card] = cards.as_slice() else { panic!("{cards:?}") };
        assert_eq!(
            (card.name.as_str(), card.received.get(), card.sent.get()),
            ("eth0", 7_000_000, 3000)
        );
        assert_eq!(parse_cards("eth0: 1 2 3"), []);
    }

    /// 25,000 Mbit/s are 3,125 MB/s. A bridge says a speed, too, but nothing holds it to that.
    #[test]
    fn only_hardware_has_a_link() {
        let (_folder, sampler) = tree(&[
            ("sys/class/net/eth0/speed", "25000\n"),
            ("sys/class/net/eth0/device/vendor", "0x8086\n"),
            ("sys/class/net/br0/speed", "10000\n"),
            ("sys/class/net/down/speed", "-1\n"),
            ("sys/class/net/down/device/vendor", "0x8086\n"),
        ]);
        assert_eq!(sampler.card_link("eth0"), Some(BytesPerSec::mb_s(3125.0)));
        assert_eq!(["br0", "down", "none"].map(|name| sampler.card_link(name)), [None; 3]);
    }

    #[test]
    fn an_array_is_no_drive() {
        let (_folder, sampler) = tree(&[
            ("sys/block/nvme0n1/stat", "1"),
            ("sys/block/nvme1c0n1/hidden", "1"),
            ("sys/block/md0/slaves/nvme0n1/stat", "1"),
            ("sys/block/zram0/stat", "1"),
        ]);
        assert_eq!(sampler.drives(), ["nvme0n1"]);
    }
}

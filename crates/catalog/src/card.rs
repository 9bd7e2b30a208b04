//! Cards for slots: graphics, network, host bus adapters, carriers for M.2 drives, and adapters
//! between a drive or card and a slot of another form.
//!
//! Facts: `data/cards.toml`. A card as a machine sees it: its length, the link that it can run, its
//! maximum throughput to the outside, and how many drives it carries.
//!
//! Not here: drives that are cards themselves (`drive`); how fast a card is at its own work.

mod known;

use narrows_units::{BytesPerSec, GbitPerSec, LinkWidth};
use serde::Deserialize;

use crate::Confidence;
use crate::board::SlotForm;
use crate::entry::{SourceConflict, entry};
use crate::packed::{PackedText, packed};
use crate::quantity::optional;
use crate::word::spelled;

pub(crate) use known::STOCK;
pub use known::{all, card, find, network};

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its id here, such as `intel-x540-t2`.
    pub id: String,
    pub name: String,
    /// What else people call it.
    #[serde(default)]
    pub aliases: Vec<String>,
    pub kind: CardKind,
    /// The lanes of its edge connector: 1, 4, 8 or 16.
    pub length: u8,
    /// The widest link that it can run; `None` if it takes whatever its slot offers, and for a
    /// carrier that only passes lanes on.
    #[serde(default, deserialize_with = "optional")]
    pub link: Option<LinkWidth>,
    /// Network ports; of a SAS expander the lanes towards its SAS card.
    #[serde(default)]
    pub ports: u8,
    /// Of each of them; of a SAS card that of its lanes, if its connectors do not tell it.
    #[serde(default, deserialize_with = "optional")]
    pub port_rate: Option<GbitPerSec>,
    /// Drives or cards that it carries.
    #[serde(default)]
    pub bays: u8,
    /// Form of each of its bays; M.2 if not given.
    pub bay: Option<SlotForm>,
    /// The lanes that each bay takes of the card's slot; four if not given.
    pub bay_lanes: Option<u8>,
    /// The slot it plugs into; a slot for cards if not given.
    pub plugs: Option<SlotForm>,
    /// Thickness in slots, such as 2.5; `None` if unknown. If makers build different coolers, the
    /// middle of their designs.
    pub slots_thick: Option<f64>,
    /// Where designs differ: between which thicknesses nine of ten lie.
    pub slots_thick_between: Option<[f64; 2]>,
    pub note: Option<String>,
    pub source: Vec<String>,
    pub confidence: Confidence,
    /// Which of them are to be trusted less, or more.
    pub confidence_note: Option<String>,
    /// The printing, firmware or driver version they apply to, if that matters.
    pub edition: Option<String>,
    #[serde(default, rename = "conflict")]
    pub conflicts: Vec<SourceConflict>,
}

entry!(Card, Card, aliases);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CardKind {
    Gpu,
    Network,
    /// A host bus adapter for SAS drives.
    Sas,
    Sata,
    Raid,
    Usb,
    /// Carries M.2 drives and passes the slot's lanes on: the slot must be split.
    Carrier,
    /// Carries M.2 drives behind a PCIe switch.
    SwitchCarrier,
    /// Passes the slot's lanes on to its own slots: the slot must be split.
    Riser,
    /// Takes no slot: it carries more drives than the SAS card has lanes on which it hangs.
    Expander,
    /// Goes between one drive or card and a slot of another form. Plans add it themselves if needed.
    Adapter,
    /// Anything else.
    Other,
}

spelled!(CardKind {
    Gpu => "gpu",
    Network => "network",
    Sas => "sas",
    Sata => "sata",
    Raid => "raid",
    Usb => "usb",
    Carrier => "carrier",
    SwitchCarrier => "switch-carrier",
    Riser => "riser",
    Expander => "expander",
    Adapter => "adapter",
    Other => "other",
});

impl Card {
    /// Total nominal rate of its network ports in one direction: 10^9 bits a second over 8; `None`
    /// if it is not a network card.
    pub fn line_rate(&self) -> Option<BytesPerSec> {
        let rate = self.port_rate.filter(|_| self.kind == CardKind::Network)?;
        Some(BytesPerSec::new(rate.get() * 1e9 / 8.0 * f64::from(self.ports)))
    }

    /// Gbit/s of one SAS lane; `None` if it has none. Connectors of the second generation are SFF-8087 and
    /// SFF-8088, those of later ones SFF-8643, SFF-8644 and SlimSAS.
    pub fn sas_rate(&self) -> Option<f64> {
        let of_connector = || match self.bay? {
            SlotForm::MiniSas => Some(6.0),
            SlotForm::MiniSasHd | SlotForm::SlimSas => Some(12.0),
            _ => None,
        };
        let has_lanes = matches!(self.kind, CardKind::Sas | CardKind::Raid | CardKind::Expander);
        let stated = self.port_rate.map(GbitPerSec::get);
        stated.or_else(of_connector).filter(|_| has_lanes)
    }
}

pub(crate) static DATA: PackedText = packed!("cards.toml");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks;
    use crate::entries::Entries;

    #[test]
    fn the_file_reads_and_is_as_an_own_file_must_be() {
        let text = DATA.text();
        let entries = Entries::read(text).unwrap();
        assert!(!entries.cards.is_empty());
        let ids = checks::check(text, &entries).map_err(|slip| slip.in_file("cards.toml", text));
        assert_eq!(ids.unwrap().len(), entries.cards.len());
    }

    /// Two ports of 10 Gbit/s: 2.5 GB/s each way.
    #[test]
    fn line_rate_is_that_of_all_ports() {
        let rate = |id: &str| card(id).unwrap().line_rate().map(BytesPerSec::as_mb_s);
        assert_eq!(rate("intel-x540-t2"), Some(2500.0));
        assert_eq!(rate("gpu"), None);
    }

    #[test]
    fn cards_are_found_by_what_people_call_them() {
        let id = |name: &str| find(name).map(|card| card.id.as_str());
        assert_eq!(id("Intel X540-T2"), Some("intel-x540-t2"));
        assert_eq!(id("radeon r9 nano"), Some("amd-radeon-r9-nano"));
        assert_eq!(id("X540"), None);
        for (name, expected) in [
            ("rtx 4090", "nvidia-geforce-rtx-4090"),
            ("RTX4070Ti", "nvidia-geforce-rtx-4070-ti"),
            ("geforce rtx 4070 ti super", "nvidia-geforce-rtx-4070-ti-super"),
            ("4070", "nvidia-geforce-rtx-4070"),
            ("nvidia rtx 5080", "nvidia-geforce-rtx-5080"),
            ("rx7800xt", "amd-radeon-rx-7800-xt"),
            ("RX 9070 XT", "amd-radeon-rx-9070-xt"),
            ("rx 9070", "amd-radeon-rx-9070"),
            ("arc b580", "intel-arc-b580"),
            ("A4000", "nvidia-rtx-a4000"),
            ("rtx 6000 ada", "nvidia-rtx-6000-ada"),
            ("H100", "nvidia-h100-pcie"),
        ] {
            let card = crate::named::cards(name).one().unwrap();
            assert_eq!(card.id, expected, "{name}");
        }
    }
}

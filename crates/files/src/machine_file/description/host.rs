//! The file as a whole, its host, its slots and rules.

use std::collections::BTreeMap;

use narrows_catalog::board::{SlotBus, SlotForm};
use narrows_messages::Message;
use narrows_model::Arbitration;
use narrows_units::{Bytes, BytesPerSec, Gigahertz, LinkWidth};

use super::quantity::LaneSplit;
use super::scalar::ScalarValue;
use super::table::{FromValue, Value, table};
use super::written::description;
use super::{
    Array, Card, Chipset, Controller, Drive, Hub, Network, RootComplex, Switch, Tunnel, Workload,
};
use crate::machine_file::slip::{MachineFileSlip, Name, Result, ValueAt};

table! { #[derive(Default)] "narrows.machine/1" File {
    schema: Name,
    name: Option<Name>,
    host: Option<Host>,
    root_complex: Vec<RootComplex>,
    chipset: Vec<Chipset>,
    switch: Vec<Switch>,
    controller: Vec<Controller>,
    tunnel: Vec<Tunnel>,
    hub: Vec<Hub>,
    network: Vec<Network>,
    slot: Vec<DescribedSlot>,
    rule: Vec<Rule>,
    settings: Option<SettingsTable>,
    drive: Vec<Drive>,
    card: Vec<Card>,
    array: Vec<Array>,
    workload: Vec<Workload>,
} }

description! { #[derive(Default)] "[host]" Host {
    cpu: Option<Name>,
    cores: Option<ValueAt<i64>>,
    clock: Option<ValueAt<Gigahertz>>,
    board: Option<Name>,
    chipset: Option<Name>,
    max_payload: Option<ValueAt<Bytes>>,
    memory: Option<ValueAt<BytesPerSec>>,
    arbitration: Option<ValueAt<Arbitration>>,
    kernel: Option<Name>,
    hypervisor: Option<Name>,
} }

description! { #[derive(Default)] "[[slot]]" DescribedSlot {
    id: Name,
    on: Name,
    link: Option<ValueAt<LinkWidth>>,
    splits: Vec<ValueAt<LaneSplit>>,
    split: Option<ValueAt<LaneSplit>>,
    devices: Vec<ValueAt<SlotBus>>,
    form: Option<ValueAt<SlotForm>>,
} }

description! { #[derive(Default)] "[[rule]]" Rule {
    when: Vec<Name>,
    setting: NameList,
    then: Vec<Effect>,
} }

description! { #[derive(Default)] "then = [{ ... }]" Effect {
    slot: Name,
    link: Option<ValueAt<LinkWidth>>,
    on: Option<Name>,
    off: Option<ValueAt<bool>>,
} }

impl Host {
    pub fn says_something(&self) -> bool {
        !self.entries().is_empty()
    }
}

#[derive(Debug, Default)]
pub(crate) struct NameList(pub Vec<Name>);

impl super::table::TableField for NameList {
    fn field(table: &super::table::TableReader<'_>, key: &'static str) -> Result<Self> {
        let Some(value) = table.entries.get(key) else { return Ok(Self::default()) };
        let is_one = value.get_ref().is_str();
        let one = || Ok(vec![Name::from_value(value)?]);
        Ok(Self(if is_one { one()? } else { Vec::from_value(value)? }))
    }
}

/// Firmware settings by name, each name and value with its place.
#[derive(Debug)]
pub(crate) struct SettingsTable(pub BTreeMap<String, ValueAt<String>>);

impl FromValue for SettingsTable {
    fn from_value(value: &Value<'_>) -> Result<Self> {
        let Some(entries) = value.get_ref().as_table() else {
            let problem = Message::new("machine-not-table").with("table", "[settings]");
            return Err(MachineFileSlip::new(value.span().start, problem));
        };
        let read = entries.iter().map(|(name, value)| {
            let at = name.span().start;
            let problem = |problem| MachineFileSlip::new(value.span().start, problem);
            let text = String::scalar(value.get_ref()).map_err(problem)?;
            Ok((name.get_ref().to_string(), ValueAt { value: text, at }))
        });
        read.collect::<Result<_, _>>().map(Self)
    }
}

//! How a drive is connected below its controller: SATA, SAS and USB at the rates that exist.

use narrows_catalog::drive::{DriveInterface, DriveModel};
use narrows_messages::Message;
use narrows_topology::evidence::{DriveTransport, SATA_GBIT_S};
use narrows_units::GbitPerSec;

use crate::machine_file::description;
use crate::machine_file::slip::{Result, ValueAt};

/// The file's value, else the model's own.
pub(super) fn transport(
    drive: &description::Drive,
    model: Option<&DriveModel>,
) -> Result<Option<DriveTransport>> {
    let stated = [
        drive.sata.as_ref().map(|rate| (rate, sata(rate))),
        drive.sas.as_ref().map(|rate| (rate, sas(rate))),
        drive.usb.as_ref().map(|rate| (rate, usb(rate))),
    ];
    let mut stated = stated.into_iter().flatten();
    let Some((rate, transport)) = stated.next() else { return Ok(model.and_then(of_model)) };
    if let Some((other, _)) = stated.next() {
        return Err(other.wrong(Message::new("machine-two-transports")).against(rate.at));
    }
    let transport = transport?;
    refuse_link(drive, &transport, rate)?;
    refuse_model(drive, &transport, model, rate)?;
    Ok(Some(transport))
}

/// A drive in a USB enclosure can well be one with a PCIe link.
fn refuse_link(
    drive: &description::Drive,
    transport: &DriveTransport,
    rate: &ValueAt<GbitPerSec>,
) -> Result<()> {
    match &drive.link {
        Some(link) if !matches!(transport, DriveTransport::Usb { .. }) => {
            Err(link.wrong(Message::new("machine-link-and-transport")).against(rate.at))
        }
        _ => Ok(()),
    }
}

fn refuse_model(
    drive: &description::Drive,
    transport: &DriveTransport,
    model: Option<&DriveModel>,
    rate: &ValueAt<GbitPerSec>,
) -> Result<()> {
    let (Some(name), Some(model)) = (&drive.model, model) else { return Ok(()) };
    let on_pcie = of_model(model).is_none();
    if on_pcie && !matches!(transport, DriveTransport::Usb { .. }) {
        let problem = Message::new("machine-model-on-pcie").with("model", &model.name);
        return Err(rate.wrong(problem).against(name.at));
    }
    Ok(())
}

/// `None` for PCIe drives.
pub(super) fn of_model(model: &DriveModel) -> Option<DriveTransport> {
    match model.interface {
        DriveInterface::Sata3g => Some(DriveTransport::Sata { gbit_s: 3.0 }),
        DriveInterface::Sata6g => Some(DriveTransport::Sata { gbit_s: 6.0 }),
        DriveInterface::Nvme | DriveInterface::AhciPcie => None,
    }
}

fn sata(rate: &ValueAt<GbitPerSec>) -> Result<DriveTransport> {
    let gbit_s = one_of(rate, &SATA_GBIT_S, "machine-sata-rate")?;
    Ok(DriveTransport::Sata { gbit_s })
}

/// SAS-4 signals at 22.5 Gbit/s and is sold as 24.
fn sas(rate: &ValueAt<GbitPerSec>) -> Result<DriveTransport> {
    let gbit_s = one_of(rate, &[3.0, 6.0, 12.0, 22.5, 24.0], "machine-sas-rate")?;
    Ok(DriveTransport::Sas { gbit_s: if gbit_s > 22.5 { 22.5 } else { gbit_s } })
}

/// Mbit/s that there are: Universal Serial Bus 3.2 Specification, section 3.2.
pub(super) fn usb_rate(rate: &ValueAt<GbitPerSec>) -> Result<u32> {
    let gbit_s = one_of(rate, &[0.48, 5.0, 10.0, 20.0], "machine-usb-rate")?;
    Ok((gbit_s * 1000.0).round() as u32)
}

fn usb(rate: &ValueAt<GbitPerSec>) -> Result<DriveTransport> {
    Ok(DriveTransport::Usb { mbit_s: usb_rate(rate)? })
}

fn one_of(rate: &ValueAt<GbitPerSec>, known: &[f64], id: &'static str) -> Result<f64> {
    let known_rate = known.iter().find(|known| (*known - rate.value.get()).abs() < 1e-9);
    known_rate.copied().ok_or_else(|| rate.wrong(Message::new(id)))
}

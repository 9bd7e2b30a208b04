//! The duration of the last boot, as recorded by firmware, boot loader and systemd.
//!
//! Source: Boot Loader Interface (systemd.io/BOOT_LOADER_INTERFACE): `LoaderTimeInitUSec` and
//! `LoaderTimeExecUSec`, decimal microseconds since power-on in UTF-16; kernel
//! Documentation/filesystems/efivarfs.rst (four bytes of attributes come first);
//! Documentation/ABI/testing/sysfs-firmware-acpi, `fpdt/boot`, from ACPI 6.5 section 5.2.24.3:
//! nanoseconds since reset.

use narrows_units::Nanos;

use super::systemd;
use crate::Root;
use crate::facts::BootDurations;
use crate::root::RootReader;

/// The duration of the last boot of a machine; `None` if not recorded.
pub fn boot(root: &Root) -> Option<BootDurations> {
    boot_of(&root.open().ok()?)
}

/// Firmware and loader from the firmware's own record, else from the loader's, else from systemd,
/// which has it from one of them; the rest from systemd.
pub(super) fn boot_of(reader: &RootReader) -> Option<BootDurations> {
    let rest = systemd::boot(reader);
    let early = from_fpdt(reader).or_else(|| from_loader(reader));
    let early = early.or(rest.firmware.zip(rest.loader));
    let (firmware, loader) = early.unzip();
    let boot = BootDurations { firmware, loader, ..rest };
    (boot != BootDurations::default()).then_some(boot)
}

/// The longest plausible boot: a longer time has another origin.
const LONGEST: Nanos = Nanos::millis(3_600_000);

/// The firmware's time and the loader's, from two times since power-on.
pub(super) fn parts(launched: Nanos, left: Nanos) -> Option<(Nanos, Nanos)> {
    let possible = Nanos::ZERO < launched && launched <= left && left <= LONGEST;
    possible.then(|| (launched, left - launched))
}

fn from_fpdt(reader: &RootReader) -> Option<(Nanos, Nanos)> {
    let moment = |name: &str| -> Option<Nanos> {
        let text = reader.text(&format!("sys/firmware/acpi/fpdt/boot/{name}_ns"))?;
        Some(Nanos::new(text.parse().ok()?))
    };
    parts(moment("bootloader_launch")?, moment("exitbootservice_end")?)
}

/// The vendor of the boot loader's variables.
const LOADER: &str = "4a67b082-0a4c-41cf-b6c7-440b29bb8c4f";

fn from_loader(reader: &RootReader) -> Option<(Nanos, Nanos)> {
    let moment = |name: &str| {
        let path = format!("sys/firmware/efi/efivars/{name}-{LOADER}");
        efi_microseconds(&reader.read(&path, 256).ok()?)
    };
    parts(moment("LoaderTimeInitUSec")?, moment("LoaderTimeExecUSec")?)
}

/// A variable's bytes: its attributes, then decimal digits in UTF-16LE, mostly followed by a zero.
fn efi_microseconds(bytes: &[u8]) -> Option<Nanos> {
    let (letters, rest) = bytes.get(4..)?.as_chunks::<2>();
    let letters = letters.iter().map(|pair| u16::from_le_bytes(*pair));
    let text: Vec<u16> = letters.take_while(|letter| *letter != 0).collect();
    let text = String::from_utf16(&text).ok().filter(|_| rest.is_empty())?;
    let micros: u64 = text.parse().ok()?;
    Some(Nanos::new(micros.checked_mul(1000)?))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use proptest::prelude::*;

    use super::*;
    use crate::fixture::put;

    fn variable(text: &str) -> Vec<u8> {
        let letters = text.encode_utf16().chain([0]).flat_map(u16::to_le_bytes);
        [6, 0, 0, 0].into_iter().chain(letters).collect()
    }

    fn loader_says(root: &Path, init: &str, exec: &str) {
        for (name, text) in [("Init", init), ("Exec", exec)] {
            let path = format!("sys/firmware/efi/efivars/LoaderTime{name}USec-{LOADER}");
            put(root, &path, variable(text));
        }
    }

    /// 4.2 s until the loader, 4.2 to 9.7 s in it, most of it waiting at its menu.
    #[test]
    fn the_loader_tells_by_its_variables() {
        let folder = tempfile::tempdir().unwrap();
        loader_says(folder.path(), "4200000", "9700000");
        let boot = boot(&Root::at(folder.path())).unwrap();
        let [firmware, loader] = [4200, 5500].map(|millis| Some(Nanos::millis(millis)));
        assert_eq!(boot, BootDurations { firmware, loader, ..BootDurations::default() });
    }

    #[test]
    fn the_firmwares_own_record_goes_before_the_loaders() {
        let folder = tempfile::tempdir().unwrap();
        loader_says(folder.path(), "4200000", "9700000");
        let record = "sys/firmware/acpi/fpdt/boot";
        put(folder.path(), &format!("{record}/bootloader_launch_ns"), "3000000000\n");
        put(folder.path(), &format!("{record}/exitbootservice_end_ns"), "3500000000\n");
        let times = boot(&Root::at(folder.path())).unwrap();
        assert_eq!(
            (times.firmware, times.loader),
            (Some(Nanos::secs(3.0)), Some(Nanos::secs(0.5)))
        );
        // A record that ends before it begins is invalid.
        put(folder.path(), &format!("{record}/exitbootservice_end_ns"), "2\n");
        assert_eq!(boot(&Root::at(folder.path())).unwrap().firmware, Some(Nanos::secs(4.2)));
    }

    #[test]
    fn impossible_records_are_none() {
        let folder = tempfile::tempdir().unwrap();
        for (init, exec) in [("0", "1"), ("9", "1"), ("1", "9999999999"), ("x", "1"), ("", "")] {
            loader_says(folder.path(), init, exec);
            assert_eq!(boot(&Root::at(folder.path())), None, "{init} {exec}");
        }
        assert_eq!(boot(&Root::at("/no/such/folder")), None);
    }

    #[test]
    fn variables_are_utf_16_after_their_attributes() {
        assert_eq!(efi_microseconds(&variable("12")), Some(Nanos::micros(12)));
        assert_eq!(efi_microseconds(&[6, 0, 0, 0, b'7', 0]), Some(Nanos::micros(7)));
        assert_eq!(efi_microseconds(&[6, 0, 0, 0, b'7', 0, b'7']), None);
        assert_eq!(efi_microseconds(&[6, 0, 0]), None);
        assert_eq!(efi_microseconds(&variable("18446744073709551615")), None);
    }

    proptest! {
        #[test]
        fn any_time_reads_back(micros in 0u64..1 << 50) {
            let read = efi_microseconds(&variable(&micros.to_string()));
            prop_assert_eq!(read, Some(Nanos::micros(micros)));
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
            let _ = efi_microseconds(&bytes);
        }
    }
}

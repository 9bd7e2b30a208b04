//! Temperatures and throttling in an NVMe health page.
//!
//! Source: NVM Express Base Specification 2.0, section 5.16.1.3, figure 207 (SMART / Health
//! Information Log Page).

use super::PAGE_BYTES;

/// Temperatures and throttling counters since the drive was made. Counters wrap at 2^32.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct NvmeHeat {
    /// The hottest of the composite temperature and the sensors, degrees Celsius; `None` if the
    /// page has no temperature.
    pub celsius: Option<i32>,
    /// Critical Warning, bit 1: above or below a temperature threshold just now.
    pub warns: bool,
    /// Warning Composite Temperature Time, minutes.
    pub warning_minutes: u32,
    /// Critical Composite Temperature Time, minutes.
    pub critical_minutes: u32,
    /// Counts of Thermal Management Temperature 1 and 2: throttled lightly, heavily.
    pub transitions: [u32; 2],
    /// Total Time For Thermal Management Temperature 1 and 2, in seconds.
    pub slowed_s: [u32; 2],
}

/// Valid temperatures: the page is in kelvin, and drives without a sensor give 0.
const KELVIN: std::ops::RangeInclusive<u16> = 200..=500;
/// 0 degrees Celsius in whole kelvin, as in the kernel's driver.
const FREEZING_K: i32 = 273;

impl NvmeHeat {
    pub(crate) fn of(page: &[u8; PAGE_BYTES]) -> Self {
        let word = |at: usize| u16::from_le_bytes([page[at], page[at + 1]]);
        let dword = |at: usize| u32::from(word(at)) | u32::from(word(at + 2)) << 16;
        // Bytes 2:1 hold the composite temperature, 200 to 215 those of eight sensors.
        let kelvins = [1].into_iter().chain((200..216).step_by(2)).map(word);
        let hottest = kelvins.filter(|kelvin| KELVIN.contains(kelvin)).max();
        Self {
            celsius: hottest.map(|kelvin| i32::from(kelvin) - FREEZING_K),
            warns: page[0] & 0b10 != 0,
            warning_minutes: dword(192),
            critical_minutes: dword(196),
            transitions: [dword(216), dword(220)],
            slowed_s: [dword(224), dword(228)],
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn page(bytes: &[(usize, &[u8])]) -> [u8; PAGE_BYTES] {
        let mut page = [0; PAGE_BYTES];
        for (at, bytes) in bytes {
            page[*at..at + bytes.len()].copy_from_slice(bytes);
        }
        page
    }

    /// 013bh are 315 K or 42 C, the second sensor's 0160h are 352 K or 79 C.
    #[test]
    fn each_field_is_where_the_figure_has_it() {
        let heat = NvmeHeat::of(&page(&[
            (0, &[0b10]),
            (1, &[0x3b, 0x01]),
            (192, &[1, 0, 0, 0, 2, 1, 0, 0]),
            (202, &[0x60, 0x01]),
            (216, &[3, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0, 1]),
        ]));
        let expected = NvmeHeat {
            celsius: Some(79),
            warns: true,
            warning_minutes: 1,
            critical_minutes: 258,
            transitions: [3, 4],
            slowed_s: [5, 6 + (1 << 24)],
        };
        assert_eq!(heat, expected);
    }

    #[test]
    fn a_page_of_zeros_or_ones_has_no_temperature() {
        assert_eq!(NvmeHeat::of(&[0; PAGE_BYTES]), NvmeHeat::default());
        assert_eq!(NvmeHeat::of(&[0xff; PAGE_BYTES]).celsius, None);
    }

    proptest! {
        #[test]
        fn any_page_gives_a_temperature_that_can_be(parts: [[u8; 32]; 16]) {
            let heat = NvmeHeat::of(&parts.concat().try_into().unwrap());
            prop_assert!(heat.celsius.is_none_or(|celsius| (-73..=227).contains(&celsius)));
        }
    }
}

//! Sizes as commands print them: `931.5G`, `1,8T`, `931.51 GiB`, `1.00  TB`, `1,000,204,886,016 bytes`.
//!
//! Sources: lsblk(8) and `df -h` (a bare letter is a power of 1024); nvme-cli and smartctl (powers of 1000
//! if the unit has no `i`).

use narrows_units::Bytes;

/// The size at the start of a text; `None` if it is not a size.
pub(super) fn size(text: &str) -> Option<Bytes> {
    let text = text.trim();
    let end = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | ',')));
    let (number, unit) = text.split_at(end.unwrap_or(text.len()));
    let value: f64 = plain(number)?.parse().ok()?;
    let unit: String =
        unit.trim_start().chars().take_while(|c| c.is_ascii_alphabetic()).take(5).collect();
    let binary = unit.len() == 1 || unit.contains('i');
    let base: f64 = if binary { 1024.0 } else { 1000.0 };
    let power = match unit.to_ascii_uppercase().chars().next() {
        None | Some('B') => 0,
        Some('K') => 1,
        Some('M') => 2,
        Some('G') => 3,
        Some('T') => 4,
        Some('P') => 5,
        _ => return None,
    };
    let bytes = value * base.powi(power);
    (bytes > 0.0 && bytes < 1e18).then(|| Bytes::new(bytes as u64))
}

/// A number with a point: commas between groups of three go, one before fewer or more digits is a point. Several
/// points separate groups.
fn plain(number: &str) -> Option<String> {
    let number = number.trim_end_matches([',', '.']);
    if number.matches('.').count() > 1 {
        return Some(number.replace('.', "").replace(',', "."));
    }
    let groups: Vec<&str> = number.split(',').collect();
    let is_grouped = groups.len() > 2 || (groups.len() == 2 && groups[1].len() == 3);
    match is_grouped {
        true => Some(groups.concat()),
        false => Some(number.replace(',', ".")),
    }
}

/// Gigabits a second: `6.0 Gb/s`, `6.0 Gbps`, `6Gbps`.
pub(super) fn gbit_s(text: &str) -> Option<f64> {
    let text = text.trim();
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.'))?;
    let (number, unit) = text.split_at(end);
    let value: f64 = number.parse().ok()?;
    let unit = unit.trim_start();
    let is_giga = unit.starts_with("Gb/s") || unit.starts_with("Gbps") || unit.starts_with("Gbit");
    (is_giga && value > 0.0 && value < 1000.0).then_some(value)
}

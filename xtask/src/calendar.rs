//! Today's date, for the names of records.

use std::time::{SystemTime, UNIX_EPOCH};

pub fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(since.as_secs() / 86_400)
}

/// The Gregorian date `days` days after 1 January 1970.
fn date(mut days: u64) -> String {
    let mut year = 1970;
    while days >= days_in_year(year) {
        days -= days_in_year(year);
        year += 1;
    }
    let mut month = 1;
    while days >= days_in_month(year, month) {
        days -= days_in_month(year, month);
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", days + 1)
}

fn days_in_year(year: u64) -> u64 {
    // The eleven other months have 337.
    337 + days_in_month(year, 2)
}

fn days_in_month(year: u64, month: u64) -> u64 {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 => 28 + u64::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_follow_the_calendar() {
        assert_eq!(date(0), "1970-01-01");
        // 30 years of which 72, 76, 80, 84, 88, 92, 96 are leap: 10,957 days; then 31 + 28.
        assert_eq!(date(10_957 + 31 + 28), "2000-02-29");
        // 20,089 days are 55 years with 14 leap days: 1 January 2025.
        assert_eq!(date(20_089), "2025-01-01");
        assert_eq!(date(20_088), "2024-12-31");
    }
}

//! Screens as they look: sizes from 20 columns to 200, one drive to 64.

use narrows_messages::{Language, Localizer};
use narrows_units::Nanos;
use ratatui_core::backend::TestBackend;
use ratatui_core::layout::Rect;
use ratatui_core::terminal::Terminal;

use super::{ScreenStyle, draw, line};
use crate::live::hand::{LiveKey, RowLayout, SortColumn, ViewSettings};
use crate::live::meter::CurrentRates;
use crate::live::view::{LiveCpu, LiveDrive, LiveLocation, LivePrediction, LiveView};

const PLAIN: ScreenStyle = ScreenStyle { colour: false, unicode: true };

/// So many drives, half of them behind a chipset whose link is nearly full.
fn view(drives: usize) -> LiveView {
    let numbered = |at: usize| LiveDrive {
        name: format!("nvme{at}n1"),
        now: Some(CurrentRates {
            mb_s: 3510.0 - 7.0 * at as f64,
            iops: 26_779.0 - 53.0 * at as f64,
            latency: Some(Nanos::micros(1190 + at as u64)),
            in_flight: 32.0,
            errors: 0,
            busiest: 0.12,
        }),
        depth: 32,
        read_share: 1.0,
        link: Some("PCIe 3.0 x4".to_owned()),
        temperature_c: Some(41 + at as i32 % 30),
        is_throttled: false,
        expected_mb_s: Some(3500.0),
    };
    let all: Vec<(usize, f64)> = (0..drives).map(|at| (at, 1.0)).collect();
    let half = all[drives / 2..].to_vec();
    let behind = half.len() as f64;
    let chipset = LiveLocation {
        level: 1,
        name: "chipset Intel Z170".to_owned(),
        link: "DMI 3.0 x4".to_owned(),
        carries_mb_s: Some(3600.0 * behind),
        drives: half,
    };
    LiveView {
        title: "all: SEQ128K Q32 read".to_owned(),
        round: Some((7, 12)),
        share: 0.53,
        left: Some(Nanos::millis(95_000)),
        drives: (0..drives).map(numbered).collect(),
        places: vec![
            LiveLocation { name: "cpu0".to_owned(), drives: all, ..LiveLocation::default() },
            chipset,
        ],
        cpu: Some(LiveCpu { busy: 3.2, cores: 16 }),
        expected: Some(LivePrediction {
            limit: "the drives".to_owned(),
            mb_s: 3500.0 * drives as f64,
        }),
        ..LiveView::default()
    }
}

fn screen(view: &LiveView, hand: &ViewSettings, size: (u16, u16), language: Language) -> String {
    drawn(view, hand, size, &Localizer::new(language))
}

fn drawn(view: &LiveView, hand: &ViewSettings, size: (u16, u16), localizer: &Localizer) -> String {
    let (columns, lines) = size;
    let mut terminal = Terminal::new(TestBackend::new(columns, lines)).unwrap();
    let area = Rect::new(0, 0, columns, lines);
    terminal.draw(|frame| draw(view, hand, PLAIN, localizer, area, frame.buffer_mut())).unwrap();
    let drawn = terminal.backend().to_string();
    // The text after the quotation marks lists cells that wide letters hide.
    let lines = drawn.lines().map(|line| line.split('"').nth(1).unwrap_or_default().trim_end());
    lines.collect::<Vec<_>>().join("\n")
}

fn usual(view: &LiveView, size: (u16, u16)) -> String {
    screen(view, &ViewSettings::default(), size, Language::English)
}

#[test]
fn one_drive_in_a_usual_terminal() {
    insta::assert_snapshot!(usual(&view(1), (80, 24)));
}

#[test]
fn one_drive_in_twenty_columns() {
    insta::assert_snapshot!(usual(&view(1), (20, 12)));
}

#[test]
fn drives_that_fit_have_a_row_each() {
    insta::assert_snapshot!(usual(&view(8), (120, 24)));
}

#[test]
fn twenty_four_drives_fit_a_usual_terminal() {
    insta::assert_snapshot!(usual(&view(24), (80, 24)));
}

#[test]
fn sixty_four_drives_fit_a_usual_terminal() {
    let drawn = usual(&view(64), (80, 24));
    for at in 0..64 {
        assert!(drawn.contains(&format!("nvme{at}n1 ")), "nvme{at}n1 is not shown:\n{drawn}");
    }
    insta::assert_snapshot!(drawn);
}

#[test]
fn a_wide_terminal_shows_all_columns() {
    insta::assert_snapshot!(usual(&view(3), (200, 12)));
}

#[test]
fn groups_tell_sums_and_the_ends() {
    let hand = ViewSettings { shape: RowLayout::Groups, ..ViewSettings::default() };
    insta::assert_snapshot!(screen(&view(64), &hand, (80, 24), Language::English));
}

#[test]
fn more_than_fit_become_groups() {
    insta::assert_snapshot!(usual(&view(64), (20, 10)));
}

#[test]
fn japanese_letters_take_two_columns() {
    let mut view = view(4);
    view.title = "全ドライブ: SEQ128K Q32 リード".to_owned();
    view.drives[1].name = "バックアップ用ディスク".to_owned();
    view.is_simulated = true;
    let hand =
        ViewSettings { column: SortColumn::Rate, is_paused: true, ..ViewSettings::default() };
    insta::assert_snapshot!(screen(&view, &hand, (80, 16), Language::Japanese));
    insta::assert_snapshot!(screen(&view, &hand, (30, 16), Language::Japanese));
}

#[test]
fn what_is_wrong_is_said_with_signs() {
    let mut view = view(2);
    view.drives[0].is_throttled = true;
    view.drives[1].now.as_mut().unwrap().errors = 3;
    view.is_ending = true;
    insta::assert_snapshot!(usual(&view, (80, 12)));
}

#[test]
fn before_anything_is_known_nothing_is_made_up() {
    let mut view = view(2);
    view.drives.iter_mut().for_each(|drive| {
        *drive = LiveDrive { name: drive.name.clone(), depth: 32, ..LiveDrive::default() };
    });
    insta::assert_snapshot!(usual(&view, (80, 12)));
    let writing =
        LiveView { title: "Writing scratch files".to_owned(), share: 0.2, ..LiveView::default() };
    insta::assert_snapshot!(usual(&writing, (60, 6)));
}

/// Window sizes, down to nothing: drawing stays inside, and the rate is among the last to go.
#[test]
fn every_size_is_drawn() {
    let hand = ViewSettings { first: 60, shape: RowLayout::Rows, ..ViewSettings::default() };
    for language in Language::ALL {
        let localizer = Localizer::new(language);
        for columns in [1, 2, 7, 19, 20, 33, 80] {
            for lines in [1, 2, 3, 4, 5, 9, 10, 16, 24] {
                for (drives, hand) in [(1, &ViewSettings::default()), (64, &hand), (0, &hand)] {
                    drawn(&view(drives), hand, (columns, lines), &localizer);
                }
            }
        }
    }
    let (localizer, hand) = (Localizer::new(Language::English), ViewSettings::default());
    for lines in 1..30 {
        let screen = drawn(&view(1), &hand, (20, lines), &localizer);
        assert!(screen.contains("3.51 GB/s"), "{lines}");
    }
}

/// An area need not be the whole screen, and is not left.
#[test]
fn nothing_is_drawn_outside_of_the_area() {
    let mut terminal = Terminal::new(TestBackend::new(60, 20)).unwrap();
    let localizer = Localizer::new(Language::English);
    let area = Rect::new(5, 5, 30, 10);
    terminal
        .draw(|frame| {
            draw(&view(4), &ViewSettings::default(), PLAIN, &localizer, area, frame.buffer_mut());
        })
        .unwrap();
    for (at, cell) in terminal.backend().buffer().content().iter().enumerate() {
        let (x, y) = (at % 60, at / 60);
        let is_inside = (5..35).contains(&x) && (5..15).contains(&y);
        assert!(is_inside || cell.symbol() == " ", "{x}, {y}: {}", cell.symbol());
    }
}

#[test]
fn without_colour_no_cell_has_one() {
    let mut view = view(2);
    view.drives[0].is_throttled = true;
    for colour in [false, true] {
        let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
        let localizer = Localizer::new(Language::English);
        let look = ScreenStyle { colour, unicode: true };
        let area = Rect::new(0, 0, 80, 24);
        terminal
            .draw(|frame| {
                draw(&view, &ViewSettings::default(), look, &localizer, area, frame.buffer_mut());
            })
            .unwrap();
        let cells = terminal.backend().buffer().content();
        let coloured = cells.iter().filter(|cell| cell.fg != ratatui_core::style::Color::Reset);
        assert_eq!(coloured.count() > 0, colour);
    }
}

#[test]
fn ascii_stays_ascii() {
    let localizer = Localizer::new(Language::English);
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    let look = ScreenStyle { colour: false, unicode: false };
    let hand = ViewSettings { column: SortColumn::Rate, ..ViewSettings::default() };
    let area = Rect::new(0, 0, 80, 24);
    terminal
        .draw(|frame| draw(&view(9), &hand, look, &localizer, area, frame.buffer_mut()))
        .unwrap();
    let drawn = terminal.backend().to_string();
    let other: Vec<char> = drawn.chars().filter(|it| !it.is_ascii() && *it != '°').collect();
    assert!(other.is_empty(), "{other:?}\n{drawn}");
}

#[test]
fn scrolling_shows_what_lies_below() {
    let mut hand = ViewSettings { shape: RowLayout::Rows, ..ViewSettings::default() };
    let order: Vec<usize> = (0..24).collect();
    let first = screen(&view(24), &hand, (80, 16), Language::English);
    assert!(first.contains("nvme0n1 ") && !first.contains("nvme23n1 "), "{first}");
    for _ in 0..3 {
        hand.take(LiveKey::PageDown, &order);
    }
    let last = screen(&view(24), &hand, (80, 16), Language::English);
    assert!(!last.contains("nvme0n1 ") && last.contains("nvme23n1 "), "{last}");
}

#[test]
fn a_line_says_the_same() {
    let localizer = Localizer::new(Language::English);
    assert_eq!(
        line(&view(2), &localizer),
        "all: SEQ128K Q32 read: 53 %, 7/12, 7.01 GB/s, 53.5k IOPS, 1.19 ms, 1:35 left"
    );
}

//! Where Linux puts which chunk, by tables from its documentation and source, not by our own cut.

use std::num::NonZeroUsize;

use narrows_array::{ArrayLayout, LogicalRequest, RaidLevel, RequestCutting};
use narrows_units::Bytes;
use narrows_workload::Direction;

const CHUNK: u64 = 64 << 10;

/// The `turn`s at which a mirrored stripe reads its first and its second copy.
const COPIES: [u64; 2] = [0, 1];

/// Member and row of a chunk of data.
fn of_data(layout: &ArrayLayout, chunk: u64, turn: u64) -> (usize, u64) {
    let (direction, offset) = (Direction::Read, chunk * CHUNK);
    let request = LogicalRequest { direction, offset, len: CHUNK, stream: 0, turn };
    let mut extents = Vec::new();
    layout.cut(&request, false, &mut extents);
    assert_eq!((extents.len(), extents[0].bytes), (1, CHUNK));
    (extents[0].member, extents[0].offset / CHUNK)
}

/// Member and row of each place of a chunk in a table; a table has a line for each row, with the
/// chunk on each member, and letters where there is no data.
fn places(table: &[&str], chunk: u64) -> Vec<(usize, u64)> {
    let name = chunk.to_string();
    let rows = table.iter().zip(0_u64..);
    let cells = rows.flat_map(|(line, row)| {
        line.split_whitespace().enumerate().map(move |(member, cell)| (member, row, cell))
    });
    cells.filter(|(.., cell)| *cell == name).map(|(member, row, _)| (member, row)).collect()
}

fn layout(level: RaidLevel, members: usize) -> ArrayLayout {
    let cutting = RequestCutting::at(Bytes::new(CHUNK));
    ArrayLayout::new(level, NonZeroUsize::new(members).unwrap(), cutting, 0..1 << 30)
}

/// Checks that every data chunk is where the table has it, one copy a turn.
fn check(level: RaidLevel, members: usize, table: &[&str], chunks: u64, turns: &[u64]) {
    let layout = layout(level, members);
    for chunk in 0..chunks {
        let mut places_of_turns: Vec<_> =
            turns.iter().map(|turn| of_data(&layout, chunk, *turn)).collect();
        places_of_turns.sort_by_key(|(member, row)| (*row, *member));
        assert_eq!(places_of_turns, places(table, chunk), "{level:?} of {members}, chunk {chunk}");
    }
}

/// Source: md(4), RAID10, near layout: the copies of a chunk lie one after the other, across the
/// devices and then on in the next row; drivers/md/raid10.c, `__raid10_find_phys`. An odd number of
/// members parts the copies of every other pair at the end of a row.
#[test]
fn near_copies_over_three_and_four() {
    let three = ["0 0 1", "1 2 2", "3 3 4", "4 5 5", "6 6 7"];
    check(RaidLevel::MirroredStripe, 3, &three, 7, &COPIES);
    let four = ["0 0 1 1", "2 2 3 3", "4 4 5 5"];
    check(RaidLevel::MirroredStripe, 4, &four, 6, &COPIES);
}

/// Source: drivers/md/raid5.c, `raid5_compute_sector`, ALGORITHM_LEFT_SYMMETRIC, which is mdadm's
/// own choice: parity of row r on member `members - 1 - r % members`, data from the next on.
#[test]
fn left_symmetric_parity_over_four() {
    let rows = ["0 1 2 P", "4 5 P 3", "8 P 6 7", "P 9 10 11", "12 13 14 P"];
    check(RaidLevel::Parity(1), 4, &rows, 15, &[0]);
}

/// Source: as above for level 6: Q follows P, and data follows Q.
#[test]
fn left_symmetric_double_parity_over_five() {
    let rows =
        ["Q 0 1 2 P", "3 4 5 P Q", "7 8 P Q 6", "11 P Q 9 10", "P Q 12 13 14", "Q 15 16 17 P"];
    check(RaidLevel::Parity(2), 5, &rows, 18, &[0]);
}

/// A write of one stripe writes parity where the tables have letters.
#[test]
fn parity_is_written_where_the_tables_have_it() {
    for (level, members, row, parity) in [
        (RaidLevel::Parity(1), 4, 1, vec![2]),
        (RaidLevel::Parity(1), 4, 3, vec![0]),
        (RaidLevel::Parity(2), 5, 1, vec![3, 4]),
        (RaidLevel::Parity(2), 5, 4, vec![0, 1]),
    ] {
        let len = (members - parity.len()) as u64 * CHUNK;
        let (direction, offset) = (Direction::Write, row * len);
        let request = LogicalRequest { direction, offset, len, stream: 0, turn: 0 };
        let mut extents = Vec::new();
        layout(level, members).cut(&request, false, &mut extents);
        let (data, written) = extents.split_at(members - parity.len());
        assert!(data.iter().all(|extent| !parity.contains(&extent.member)));
        let written: Vec<_> = written.iter().map(|extent| extent.member).collect();
        assert_eq!(written, parity, "{level:?}, row {row}");
        assert!(extents.iter().all(|extent| extent.offset == row * CHUNK && extent.bytes == CHUNK));
    }
}

//! The jobs themselves, each with its input, which is made first and not timed.

use std::fs::File;
use std::io::{self, Write};
use std::sync::Barrier;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use rustix::time::{ClockId, clock_gettime};

use super::files::{EverydayFolder, cool, copy, going_on, read};
use crate::commands::trial::everyday::fill::{self, FillNoise};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EverydayJob {
    /// One large file is read from its beginning to its end.
    Load,
    /// A folder of mixed files is copied on the same drive.
    Copy,
    CopyTo,
    /// A large text is searched for several words.
    Scan,
    WriteSmall,
    ReadSmall,
}

impl EverydayJob {
    pub const ALL: [Self; 6] =
        [Self::Load, Self::Copy, Self::CopyTo, Self::Scan, Self::WriteSmall, Self::ReadSmall];

    /// Whether the drive itself is mostly written.
    pub fn writes(self) -> bool {
        matches!(self, Self::Copy | Self::CopyTo | Self::WriteSmall)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Load => "everyday-load",
            Self::Copy => "everyday-copy",
            Self::CopyTo => "everyday-copy-to",
            Self::Scan => "everyday-scan",
            Self::WriteSmall => "everyday-write-small",
            Self::ReadSmall => "everyday-read-small",
        }
    }
}

/// Where a job is done, and with how much.
pub struct EverydayLocation<'a> {
    pub from: &'a EverydayFolder,
    /// For copies to another drive, the folder there.
    pub to: &'a EverydayFolder,
    /// Bytes of the large file.
    pub size: u64,
    /// Files that it may have open at most: each keeps a descriptor.
    pub files: u64,
    pub seed: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JobCost {
    pub bytes: u64,
    pub files: u64,
    /// Until all that was written is on the drive.
    pub wall_s: f64,
    /// Processor time of the thread that did it.
    pub cpu_s: f64,
}

/// Small files have 2 to 64 KiB, as notes and thumbnails do.
const SMALL: (u64, u64) = (2 << 10, 64 << 10);
/// More small files are not made.
const MOST_SMALL: u64 = 2000;
/// So much is made between two looks at whether the user wants it to end.
const PART: u64 = 16 << 20;
/// A part of the size that small files and the text may take.
const SHARE: u64 = 2;
/// Words that are looked for. The text has no letters beyond `p` but in these.
const WORDS: [&str; 3] = ["zephyr", "quartz", "waltz"];
/// One word is planted in each stretch of this many bytes.
const STRETCH: usize = 64 << 10;

enum EverydayInput {
    Files(Vec<File>),
    Text { file: File, planted: usize },
    Sizes(Vec<u64>),
}

/// Makes the job's input, waits for the others, runs it and returns its cost.
pub fn carry_out(
    job: EverydayJob,
    place: &EverydayLocation<'_>,
    others: &Barrier,
    cancel: &AtomicBool,
) -> io::Result<JobCost> {
    let input = make(job, place, cancel);
    // Whoever fails waits as well: the others would never begin.
    others.wait();
    let (input, begun, cpu) = (input?, Instant::now(), cpu_s());
    let (bytes, files) = perform(job, place, &input, cancel)?;
    Ok(JobCost { bytes, files, wall_s: begun.elapsed().as_secs_f64(), cpu_s: cpu_s() - cpu })
}

fn cpu_s() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn make(
    job: EverydayJob,
    place: &EverydayLocation<'_>,
    cancel: &AtomicBool,
) -> io::Result<EverydayInput> {
    let sizes = match job {
        EverydayJob::Load => vec![place.size],
        EverydayJob::Copy | EverydayJob::CopyTo => {
            let mut sizes = fill::sizes(place.size / SHARE, place.seed);
            // Each with its copy.
            sizes.truncate((place.files / 2).max(1) as usize);
            sizes
        }
        EverydayJob::WriteSmall => return Ok(EverydayInput::Sizes(small(place))),
        EverydayJob::ReadSmall => small(place),
        EverydayJob::Scan => return text(place, cancel),
    };
    let file = |(at, size): (usize, u64)| filled(place, size, place.seed ^ at as u64, cancel);
    let files = sizes.into_iter().enumerate().map(file).collect::<io::Result<Vec<_>>>()?;
    place.from.flush()?;
    files.iter().try_for_each(cool)?;
    Ok(EverydayInput::Files(files))
}

fn filled(
    place: &EverydayLocation<'_>,
    size: u64,
    seed: u64,
    cancel: &AtomicBool,
) -> io::Result<File> {
    let mut file = place.from.file()?;
    let mut left = size;
    while left > 0 {
        going_on(cancel)?;
        let part = left.min(PART);
        fill::noise(&mut file, part, seed ^ left)?;
        left -= part;
    }
    Ok(file)
}

fn small(place: &EverydayLocation<'_>) -> Vec<u64> {
    let mut noise = FillNoise::new(place.seed);
    let (least, most) = SMALL;
    let all = (place.size / SHARE / most).min(place.files).clamp(1, MOST_SMALL);
    (0..all).map(|_| least + noise.below(most - least)).collect()
}

/// A text with a word in each stretch.
fn text(place: &EverydayLocation<'_>, cancel: &AtomicBool) -> io::Result<EverydayInput> {
    let (mut file, mut noise) = (place.from.file()?, FillNoise::new(place.seed));
    let stretches = (place.size / SHARE / STRETCH as u64).max(1) as usize;
    let mut stretch = vec![0_u8; STRETCH];
    for at in 0..stretches {
        going_on(cancel)?;
        for eight in stretch.chunks_mut(8) {
            let letters = noise.next().to_le_bytes().map(|byte| b'a' + (byte & 15));
            eight.copy_from_slice(&letters[..eight.len()]);
        }
        stretch.iter_mut().step_by(80).for_each(|byte| *byte = b'\n');
        let word = WORDS[at % WORDS.len()].as_bytes();
        let begins = 80 * noise.below(STRETCH as u64 / 80 - 1) as usize + 1;
        stretch[begins..begins + word.len()].copy_from_slice(word);
        file.write_all(&stretch)?;
    }
    cool(&file)?;
    Ok(EverydayInput::Text { file, planted: stretches })
}

fn perform(
    job: EverydayJob,
    place: &EverydayLocation<'_>,
    input: &EverydayInput,
    cancel: &AtomicBool,
) -> io::Result<(u64, u64)> {
    match input {
        EverydayInput::Text { file, planted } => Ok((scan(file, *planted, cancel)?, 1)),
        EverydayInput::Sizes(sizes) => {
            let file =
                |(at, size): (usize, &u64)| filled(place, *size, place.seed ^ at as u64, cancel);
            let files = sizes.iter().enumerate().map(file).collect::<io::Result<Vec<_>>>()?;
            place.from.flush()?;
            Ok((sizes.iter().sum(), files.len() as u64))
        }
        EverydayInput::Files(files) => {
            let to = match job {
                EverydayJob::Copy => Some(place.from),
                EverydayJob::CopyTo => Some(place.to),
                _ => None,
            };
            // Copies are kept until all are on the drive, which files deleted earlier may never be.
            let mut copies = Vec::new();
            let mut one = |file: &File| match to {
                Some(folder) => {
                    copies.push(folder.file()?);
                    copies.last().map_or(Ok(0), |fresh| copy(file, fresh, cancel))
                }
                None => read(file, cancel, |_| Ok(())),
            };
            let bytes = files.iter().map(&mut one).sum::<io::Result<u64>>()?;
            // Copies count until they are on the drive: what is in memory has cost it nothing.
            to.map_or(Ok(()), EverydayFolder::flush)?;
            Ok((bytes, files.len() as u64))
        }
    }
}

/// Looks for the words in all of the text, which must have as many as were planted.
fn scan(file: &File, planted: usize, cancel: &AtomicBool) -> io::Result<u64> {
    let mut hits = 0;
    // Words are within lines: text after the last line's end waits for the next piece.
    let mut rest = Vec::new();
    let bytes = read(file, cancel, |piece| {
        let end = piece.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        rest.extend_from_slice(&piece[..end]);
        let text = std::str::from_utf8(&rest).map_err(io::Error::other)?;
        hits += WORDS.iter().map(|word| text.matches(word).count()).sum::<usize>();
        rest.clear();
        rest.extend_from_slice(&piece[end..]);
        Ok(())
    })?;
    if hits == planted {
        Ok(bytes)
    } else {
        Err(io::Error::other(format!("{hits} of {planted} words found")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIB: u64 = 1 << 20;

    fn carried_out(job: EverydayJob, files: u64, cancel: bool) -> io::Result<JobCost> {
        let folder = tempfile::tempdir().unwrap();
        let number = std::os::unix::fs::MetadataExt::dev(&folder.path().metadata().unwrap());
        let own = EverydayFolder { path: folder.path().to_owned(), number };
        let place = EverydayLocation { from: &own, to: &own, size: 8 * MIB, files, seed: 7 };
        let took = carry_out(job, &place, &Barrier::new(1), &AtomicBool::new(cancel));
        assert_eq!(folder.path().read_dir().unwrap().count(), 0, "no file has a name");
        took
    }

    /// Loaded is 8 MiB, copied and searched half of it; small files have 2 to 64 KiB.
    #[test]
    fn jobs_move_what_they_say() {
        for job in EverydayJob::ALL {
            let took = match carried_out(job, 100, false) {
                Err(why) if why.raw_os_error() == Some(95) => {
                    return eprintln!("skipped: no files without a name here: {why}");
                }
                took => took.unwrap(),
            };
            assert!(took.wall_s > 0.0 && took.cpu_s >= 0.0, "{job:?} {took:?}");
            match job {
                EverydayJob::Load => assert_eq!((took.bytes, took.files), (8 * MIB, 1)),
                EverydayJob::Copy | EverydayJob::CopyTo | EverydayJob::Scan => {
                    assert_eq!(took.bytes, 4 * MIB)
                }
                EverydayJob::WriteSmall | EverydayJob::ReadSmall => {
                    assert_eq!(took.files, 4 * MIB / (64 << 10));
                    assert!(
                        (took.files * (2 << 10)..took.files * (64 << 10)).contains(&took.bytes)
                    );
                }
            }
        }
    }

    /// A copy has two files open; without descriptors one file is tried.
    #[test]
    fn no_more_files_are_open_than_there_are_descriptors_for() {
        for (job, files, done) in [
            (EverydayJob::Copy, 4, 2),
            (EverydayJob::CopyTo, 1, 1),
            (EverydayJob::WriteSmall, 3, 3),
            (EverydayJob::ReadSmall, 0, 1),
        ] {
            match carried_out(job, files, false) {
                Err(why) if why.raw_os_error() == Some(95) => {
                    return eprintln!("skipped: no files without a name here: {why}");
                }
                took => assert_eq!(took.unwrap().files, done, "{job:?}"),
            }
        }
    }

    #[test]
    fn a_job_ends_when_the_user_wants() {
        for job in EverydayJob::ALL {
            let why = carried_out(job, 100, true).unwrap_err();
            let is_ended =
                why.kind() == io::ErrorKind::Interrupted || why.raw_os_error() == Some(95);
            assert!(is_ended, "{job:?} {why}");
        }
    }

    /// A folder elsewhere than it was is not used.
    #[test]
    fn nothing_is_written_to_another_file_system() {
        let folder = tempfile::tempdir().unwrap();
        let moved = EverydayFolder { path: folder.path().to_owned(), number: u64::MAX };
        assert!(moved.file().is_err());
    }
}

//! Job files of fio: what they ask, as workloads on named files, and every option that is not understood.
//!
//! The form and the options are those of fio's HOWTO: sections after `[global]`, whose options hold for
//! the jobs below it; `;` and `#` begin comments, also behind an option; sizes count in 1,024. Nothing is dropped: an option that
//! changes what is measured and that Narrows lacks is told with its section, so that nothing else runs
//! under a job's name.
//!
//! Not here: running jobs.

use narrows_units::{Bytes, BytesPerSec, Nanos};
use narrows_workload::{Direction, Pattern, Workload};

use crate::text::{number, size};

/// A job file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Job {
    /// Its sections but `[global]`, in order.
    pub sections: Vec<Section>,
    /// Options that are not understood: the section and the option as it stands.
    pub unsupported: Vec<(String, String)>,
}

/// What one section asks.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Its name.
    pub name: String,
    /// The file or device; none where fio makes one by the section's name.
    pub filename: Option<String>,
    /// The requests.
    pub workload: Workload,
    /// How long it runs; none where it ends by its size.
    pub time: Option<Nanos>,
    /// How long it runs before that counts.
    pub ramp: Nanos,
    /// The size of its file.
    pub size: Option<Bytes>,
    /// It runs for its time even when all of its file was asked for.
    pub is_time_based: bool,
    /// The page cache is passed by.
    pub is_direct: bool,
    /// Each write is complete when it is durable.
    pub is_durable: bool,
    /// After so many writes of a thread the file is flushed.
    pub flush_every: Option<u32>,
    /// The rate that all its threads together are held to.
    pub limit: Option<BytesPerSec>,
    /// How long after the others of its round it starts.
    pub start_after: Nanos,
    /// Sections of one number run at the same time, those of the next one after them.
    pub round: usize,
}

/// Options that say how fio works and reports, or ask for what Narrows does anyway: queues of io_uring past
/// the page cache, random data, offsets without a map.
const AS_USUAL: [&str; 19] = [
    "group_reporting",
    "new_group",
    "norandommap",
    "randrepeat",
    "refill_buffers",
    "thread",
    "name",
    "description",
    "invalidate",
    "fixedbufs",
    "registerfiles",
    "nonvectored",
    "create_serialize",
    "overwrite",
    "fallocate",
    "unlink",
    "exitall",
    "gtod_reduce",
    "per_job_logs",
];

/// Engines whose requests are asked the same, with as many in flight.
const QUEUES: [&str; 2] = ["io_uring", "libaio"];
/// Engines that have one request in flight, whatever `iodepth` says.
const ONE_AT_A_TIME: [&str; 4] = ["sync", "psync", "pvsync", "pvsync2"];

/// Most sections: more are no job that somebody wrote.
const MOST: usize = 1000;

/// What a job file asks.
pub fn read(text: &str) -> Job {
    let mut job = Job::default();
    let mut global: Vec<(String, String)> = Vec::new();
    let mut section: Option<(String, Vec<(String, String)>)> = None;
    let mut round = 0;
    for line in text.lines() {
        let line = line.split([';', '#']).next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.split(']').next()) {
            job.finish(section.take(), &mut round);
            // A later `[global]` adds to the one before. fio looks at the first letters only.
            section = (!name.starts_with("global")).then(|| (name.to_owned(), global.clone()));
            continue;
        }
        let (key, value) = line.split_once('=').unwrap_or((line, "1"));
        let option = (key.trim().to_lowercase(), value.trim().to_owned());
        match &mut section {
            Some((_, options)) => options.push(option),
            None => global.push(option),
        }
    }
    job.finish(section, &mut round);
    job
}

impl Job {
    fn finish(&mut self, section: Option<(String, Vec<(String, String)>)>, round: &mut usize) {
        let Some((name, options)) = section.filter(|_| self.sections.len() < MOST) else { return };
        let mut asked = Asked::default();
        for (key, value) in &options {
            if asked.take(key, value).is_none() {
                let option = format!("{key}={value}");
                let told = (name.clone(), option);
                if !self.unsupported.contains(&told) {
                    self.unsupported.push(told);
                }
            }
        }
        if asked.waits && !self.sections.is_empty() {
            *round += 1;
        }
        if asked.engine_depth_one {
            asked.depth = 1;
        }
        self.sections.push(asked.section(name, *round));
    }
}

/// Options so far; later ones win, as in fio.
struct Asked {
    pattern: Pattern,
    /// Reads only, writes only, or both.
    access: u8,
    mix: u8,
    block: u64,
    depth: u32,
    jobs: u32,
    filename: Option<String>,
    time: Option<Nanos>,
    ramp: Nanos,
    size: Option<u64>,
    rate: Option<u64>,
    start_after: Nanos,
    waits: bool,
    engine_depth_one: bool,
    is_time_based: bool,
    is_direct: bool,
    is_durable: bool,
    flush_every: Option<u32>,
}

impl Default for Asked {
    fn default() -> Self {
        Self {
            pattern: Pattern::Sequential,
            access: 100,
            mix: 50,
            block: 4096,
            depth: 1,
            jobs: 1,
            filename: None,
            time: None,
            ramp: Nanos::ZERO,
            size: None,
            rate: None,
            start_after: Nanos::ZERO,
            waits: false,
            engine_depth_one: true,
            is_time_based: false,
            is_direct: false,
            is_durable: false,
            flush_every: None,
        }
    }
}

impl Asked {
    /// Takes an option; none where it is not understood.
    fn take(&mut self, key: &str, value: &str) -> Option<()> {
        let is_on = value != "0";
        match key {
            "rw" | "readwrite" => (self.pattern, self.access) = order(value)?,
            "bs" | "blocksize" => self.block = size(value, true)?,
            "iodepth" => self.depth = count(value, 4096)?,
            "numjobs" => self.jobs = count(value, 256)?,
            "rwmixread" => self.mix = value.parse().ok().filter(|share| *share <= 100)?,
            "rwmixwrite" => self.mix = 100_u8.checked_sub(value.parse().ok()?)?,
            // Several files in one section are striped over in turn.
            "filename" if !value.contains(':') => self.filename = Some(value.to_owned()),
            "runtime" | "timeout" => self.time = Some(time(value)?).filter(|it| *it > Nanos::ZERO),
            "ramp_time" => self.ramp = time(value)?,
            "size" | "filesize" => self.size = Some(size(value, true)?),
            "rate" if !value.contains(',') => self.rate = Some(size(value, true)?),
            "startdelay" | "start_delay" => self.start_after = time(value)?,
            "stonewall" | "wait_for_previous" => self.waits = is_on,
            "time_based" => self.is_time_based = is_on,
            "direct" => self.is_direct = is_on,
            "buffered" => self.is_direct = !is_on,
            "sync" => self.is_durable = !matches!(value, "0" | "none"),
            "fsync" | "fdatasync" if !is_on => self.flush_every = None,
            "fsync" | "fdatasync" => self.flush_every = Some(count(value, u32::MAX)?),
            "ioengine" if QUEUES.contains(&value) => self.engine_depth_one = false,
            "ioengine" if ONE_AT_A_TIME.contains(&value) => self.engine_depth_one = true,
            _ if AS_USUAL.contains(&key) => {}
            _ => return None,
        }
        Some(())
    }

    fn section(self, name: String, round: usize) -> Section {
        let read_percent = if self.access == 50 { self.mix } else { self.access };
        let plain =
            Workload::new(self.pattern, Direction::Read, Bytes::new(self.block), self.depth);
        let each = self.rate.map(|rate| rate as f64 * f64::from(self.jobs));
        Section {
            name,
            filename: self.filename,
            workload: Workload { read_percent, jobs: self.jobs, ..plain }.named_after_itself(),
            time: self.time,
            ramp: self.ramp,
            size: self.size.map(Bytes::new),
            is_time_based: self.is_time_based,
            is_direct: self.is_direct,
            is_durable: self.is_durable,
            flush_every: self.flush_every,
            limit: each.map(BytesPerSec::new),
            start_after: self.start_after,
            round,
        }
    }
}

/// The order and the reads in a hundred; 50 stands for a mix.
fn order(rw: &str) -> Option<(Pattern, u8)> {
    Some(match rw {
        "read" => (Pattern::Sequential, 100),
        "write" => (Pattern::Sequential, 0),
        "rw" | "readwrite" => (Pattern::Sequential, 50),
        "randread" => (Pattern::Random, 100),
        "randwrite" => (Pattern::Random, 0),
        "randrw" => (Pattern::Random, 50),
        _ => return None,
    })
}

fn count(text: &str, most: u32) -> Option<u32> {
    text.parse().ok().filter(|count| (1..=most).contains(count))
}

/// `30`, `30s`, `500ms`, `2m`: seconds where there is no unit.
fn time(text: &str) -> Option<Nanos> {
    let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(text.len());
    let seconds = match text[end..].trim() {
        "" | "s" => 1.0,
        "us" | "usec" => 1e-6,
        "ms" | "msec" => 1e-3,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    let time = number(&text[..end])? * seconds;
    (time <= 1e6).then(|| Nanos::secs(time))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const JOB: &str = "; two drives, then one\n[global]\nioengine=libaio\ndirect=1\niodepth=32\n\
        runtime=30\ntime_based\n\n[a]\nfilename=/dev/nvme0n1\nrw=read\nbs=128k\n\n\
        [b]\nfilename=/dev/nvme1n1\nrw=randrw\nrwmixread=70\nbs=4k\nnumjobs=4\nrate=10m\nnew_group\n\n\
        [c]\nfilename=/dev/nvme0n1\nstonewall\nrw=randread\nruntime=500ms\n";

    #[test]
    fn sections_are_workloads_in_rounds() {
        let job = read(JOB);
        assert_eq!(job.unsupported, []);
        let names: Vec<_> = job.sections.iter().map(|it| it.workload.name.as_str()).collect();
        assert_eq!(names, ["seq-read-128k-q32", "rand-rw70-4k-q32-j4", "rand-read-4k-q32"]);
        let rounds: Vec<_> = job.sections.iter().map(|it| it.round).collect();
        assert_eq!(rounds, [0, 0, 1]);
        assert_eq!(job.sections[0].time, Some(Nanos::secs(30.0)));
        assert_eq!(job.sections[2].time, Some(Nanos::millis(500)));
        assert!(job.sections.iter().all(|it| it.is_direct && it.is_time_based));
        // `rate` holds each of the four clones: 10 MiB/s.
        assert_eq!(job.sections[1].limit, Some(BytesPerSec::new(4.0 * 10_485_760.0)));
    }

    /// fio's default engine is synchronous: `iodepth` says nothing there.
    #[test]
    fn synchronous_engines_have_one_request_in_flight() {
        let depth =
            |engine: &str| read(&format!("[a]\niodepth=32\n{engine}")).sections[0].workload.depth;
        assert_eq!((depth("ioengine=io_uring"), depth("ioengine=psync"), depth("")), (32, 1, 1));
    }

    /// fio's default goes through the page cache.
    #[test]
    fn caching_is_as_the_job_says() {
        let of = |options: &str| {
            let section = read(&format!("[a]\n{options}")).sections.remove(0);
            (section.is_direct, section.is_durable, section.flush_every)
        };
        assert_eq!(of(""), (false, false, None));
        assert_eq!(of("direct=1\nsync=dsync"), (true, true, None));
        assert_eq!(of("buffered=0\nfdatasync=32"), (true, false, Some(32)));
    }

    /// fio cuts lines at either sign of a comment (`strip_blank_end` of its parse.c).
    #[test]
    fn comments_behind_options_are_none_of_them() {
        let job = read("[global of all] # all jobs\nrw=randread ; at random\n[a]\nbs=8k # pages\n");
        assert_eq!(job.unsupported, []);
        let names: Vec<_> = job.sections.iter().map(|it| it.workload.name.as_str()).collect();
        assert_eq!(names, ["rand-read-8k-q1"]);
    }

    /// The jobs that fio's sources bring as examples: what is understood in full is what fio takes.
    #[test]
    fn fios_examples_that_are_understood_are_what_fio_takes() {
        let folder =
            std::env::var_os("FIO_EXAMPLES").unwrap_or("/usr/share/doc/fio/examples".into());
        let Ok(files) = std::fs::read_dir(&folder) else {
            return eprintln!("skipped: no {}; FIO_EXAMPLES names the folder", folder.display());
        };
        let is_job = |path: &std::path::PathBuf| path.extension().is_some_and(|it| it == "fio");
        let paths = files.flatten().map(|file| file.path()).filter(is_job);
        let (mut understood, mut all) = (Vec::new(), 0);
        for path in paths {
            all += 1;
            let job = read(&std::fs::read_to_string(&path).unwrap());
            let Ok(fio) = std::process::Command::new("fio").arg("--parse-only").arg(&path).output()
            else {
                return eprintln!("skipped: no fio here");
            };
            if job.unsupported.is_empty() && !job.sections.is_empty() {
                assert!(fio.status.success(), "{}: {fio:?}", path.display());
                understood.push(path.file_name().unwrap_or_default().to_owned());
            }
        }
        println!("{} of {all}: {understood:?}", understood.len());
        assert!(!understood.is_empty());
    }

    #[test]
    fn what_is_not_understood_is_named_with_its_section() {
        let job = read(
            "[global]\nverify=crc32c\n[a]\nbssplit=4k/50:8k/50\nrw=randtrim\nsync=1\nzonemode=zbd\n[b]\nfilename=/a:/b\n",
        );
        let told: Vec<String> = job
            .unsupported
            .iter()
            .map(|(section, option)| format!("{section}: {option}"))
            .collect();
        assert_eq!(
            told,
            [
                "a: verify=crc32c",
                "a: bssplit=4k/50:8k/50",
                "a: rw=randtrim",
                "a: zonemode=zbd",
                "b: verify=crc32c",
                "b: filename=/a:/b",
            ]
        );
    }

    proptest! {
        /// Whatever stands in a file: every option is taken or named, and workloads are sound.
        #[test]
        fn any_text_is_read(text in "(\\[[a-z]{0,4}\\]\n|[a-z_]{1,9}(=[a-z0-9.:%,-]{0,9})?\n|[;#].{0,9}\n){0,30}") {
            for section in read(&text).sections {
                prop_assert!(section.workload.depth >= 1 && section.workload.jobs >= 1);
                prop_assert!(section.workload.block.get() >= 1);
            }
        }
    }
}

//! Child processes: they end when this one does, however it ends, and their output is read.
//!
//! Source: Microsoft, "Job Objects": whoever is started belongs to the job of who starts it; with
//! `JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE` all of a job end when its last handle is closed.

use std::io::{self, Read};
use std::process::{Child, Command, Stdio};
use std::ptr::null;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation,
    SetInformationJobObject,
};
use windows_sys::Win32::System::Threading::GetCurrentProcess;

/// How often it is looked whether a program has ended.
const LOOK: Duration = Duration::from_millis(20);

/// Joins a job of this process's own, whose only handle stays open until the process ends.
pub fn end_together() -> io::Result<()> {
    let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
    limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
    // SAFETY: the job has no name and default rights; the structure is that of its class, and
    // both handles are open. The job's is never closed: the end of the process does it.
    let done = unsafe {
        let job = CreateJobObjectW(null(), null());
        let (limits, size) = ((&raw const limits).cast(), size_of_val(&limits) as u32);
        !job.is_null()
            && SetInformationJobObject(job, JobObjectExtendedLimitInformation, limits, size) != 0
            && AssignProcessToJobObject(job, GetCurrentProcess()) != 0
    };
    if done { Ok(()) } else { Err(io::Error::last_os_error()) }
}

pub struct ProcessOutput {
    pub is_well: bool,
    pub result: Vec<u8>,
    pub aside: Vec<u8>,
}

/// Runs a program to its end; `None` on an interrupt, or if it takes longer than `most`.
pub fn run(
    command: &mut Command,
    most: Option<Duration>,
    cancel: &AtomicBool,
) -> io::Result<Option<ProcessOutput>> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    let (result, aside) = (child.stdout.take(), child.stderr.take());
    thread::scope(|scope| {
        // Both pipes are read while it runs: a full one would stop the program.
        let result = scope.spawn(|| heard(result));
        let aside = scope.spawn(|| heard(aside));
        let ended = ended(&mut child, most, cancel);
        // The output of an interrupted program is incomplete.
        if !matches!(ended, Ok(Some(_))) {
            let _ = child.kill();
            let _ = child.wait();
        }
        let lost = |_| io::Error::other("a thread ended early");
        let result = result.join().map_err(lost)??;
        let aside = aside.join().map_err(lost)??;
        Ok(ended?.map(|is_well| ProcessOutput { is_well, result, aside }))
    })
}

fn heard(from: Option<impl Read>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.map_or(Ok(0), |mut from| from.read_to_end(&mut bytes))?;
    Ok(bytes)
}

fn ended(
    child: &mut Child,
    most: Option<Duration>,
    cancel: &AtomicBool,
) -> io::Result<Option<bool>> {
    let begun = Instant::now();
    loop {
        let ended = child.try_wait()?;
        // Ctrl-C reaches both; a program ended by it reports less than was requested.
        if cancel.load(Ordering::SeqCst) || most.is_some_and(|most| begun.elapsed() > most) {
            return Ok(None);
        }
        if let Some(status) = ended {
            return Ok(Some(status.success()));
        }
        sleep(LOOK);
    }
}

//! The machine's and the targets' surroundings, as the document has them.
//!
//! Not here: reading them (`narrows-host`), the conclusions (`narrows-verdict`).

use std::fs::File;

use narrows_host::Root;
use narrows_host::context::{self, BootDurations};
use narrows_host::place::{InterceptingLayer, InterceptorKind, StackLevel};
use narrows_record::run::{self, RunContext};
use narrows_topology::{Id, PciAddress};
use narrows_units::{Bytes, Nanos};

pub fn now() -> RunContext {
    of(&context::context(&Root::live()))
}

fn of(host: &context::HostContext) -> RunContext {
    RunContext {
        kernel: host.kernel.clone().unwrap_or_default(),
        command_line: host.command_line.clone(),
        cpus: host.cpus,
        governor: host.governor.clone(),
        clock_limit_mhz: host.clock_limit.map(|clock| (clock.get() * 1000.0).round() as u32),
        mitigations: host.mitigations.clone(),
        memlock_bytes: host.memlock.map(Bytes::get),
        load: host.load,
        boot: host.boot.map(boot),
    }
}

fn boot(times: BootDurations) -> run::BootTimes {
    let seconds = |time: Option<Nanos>| time.map(Nanos::as_secs);
    run::BootTimes {
        firmware_s: seconds(times.firmware),
        loader_s: seconds(times.loader),
        kernel_s: seconds(times.kernel),
        initrd_s: seconds(times.initrd),
        userspace_s: seconds(times.userspace),
    }
}

/// The layers between a target and its drive, and the block devices that carry it, level by level.
/// `kind` is the target's kind; `file` is the open file or device, if there is one.
pub fn place(
    kind: run::TargetLocationKind,
    drive: &Id,
    file: Option<&File>,
    address: Option<PciAddress>,
) -> (run::TargetStack, Vec<StackLevel>) {
    let place = narrows_host::place::place(&Root::live(), drive.as_str(), file, address);
    // A file of the run's own holds nothing that could be compressed or stored only once.
    let is_own = matches!(kind, run::TargetLocationKind::Scratch | run::TargetLocationKind::Kept);
    let answers = place.answers_before.into_iter();
    let answers = answers.filter(|answer| !(is_own && answer.what == InterceptorKind::Packing));
    let stack = run::TargetStack {
        kind,
        scheduler: place.scheduler,
        layers: place.layers,
        copy_on_write: place.copy_on_write,
        compressed: place.compressed,
        // A tenth of a percent is finer than a file system reports.
        fill_percent: place.fill.map(|part| (part * 1000.0).round() / 10.0),
        polled_queues: place.polled_queues,
        write_cache: place.write_cache,
        numa_node: place.numa_node,
        answers_before: answers.map(answers_before).collect(),
    };
    (stack, place.levels)
}

fn answers_before(layer: InterceptingLayer) -> run::DataInterceptor {
    let what = match layer.what {
        // Direct I/O to a loop device ends at the device: its backing file is cached as any file,
        // unless the device was set up with `losetup --direct-io`.
        InterceptorKind::PageCache if layer.name.starts_with("loop") => {
            run::DataInterceptorKind::LoopCache
        }
        InterceptorKind::PageCache => run::DataInterceptorKind::PageCache,
        InterceptorKind::Memory => run::DataInterceptorKind::Memory,
        InterceptorKind::CacheDevice => run::DataInterceptorKind::CacheDevice,
        InterceptorKind::Packing => run::DataInterceptorKind::Packing,
        InterceptorKind::OwnRules => run::DataInterceptorKind::OwnRules,
    };
    run::DataInterceptor { what, name: layer.name }
}

#[cfg(test)]
mod tests {
    use narrows_units::Gigahertz;

    use super::*;

    #[test]
    fn figures_keep_their_units() {
        let host = context::HostContext {
            clock_limit: Some(Gigahertz::new(4.7)),
            memlock: Some(Bytes::mib(8)),
            boot: Some(BootDurations {
                initrd: Some(Nanos::millis(1500)),
                ..BootDurations::default()
            }),
            ..context::HostContext::default()
        };
        let run_context = of(&host);
        assert_eq!(
            (run_context.clock_limit_mhz, run_context.memlock_bytes),
            (Some(4700), Some(8 << 20))
        );
        assert_eq!(
            run_context.boot.map(|boot| (boot.initrd_s, boot.kernel_s)),
            Some((Some(1.5), None))
        );
    }

    #[test]
    fn a_file_here_has_a_place() {
        let file = tempfile::tempfile().unwrap();
        let (location, _) =
            place(run::TargetLocationKind::File, &Id::new("no such drive"), Some(&file), None);
        let fill = location.fill_percent.expect("every file system is filled to some part");
        assert!((0.0..=100.0).contains(&fill) && (fill * 10.0).fract().abs() < 1e-6);
        assert_eq!(location.kind, run::TargetLocationKind::File);
    }
}

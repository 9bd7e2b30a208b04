//! The very commands of a trial, in order, each with its purpose.

use narrows_host::trial::md;
use narrows_messages::Message;
use narrows_record::trial::TrialPlanStep;

use super::commands;
use super::order::{TrialOrder, TrialWork};
use crate::args::trial::TrialEngineName;

/// Everything that would be done; loop devices are counted, for they have no numbers yet.
pub fn steps(order: &TrialOrder) -> Vec<TrialPlanStep> {
    let (array, alone, other) = (
        (1..=order.members.len()).map(loop_name).collect::<Vec<String>>(),
        loop_name(order.members.len() + 1),
        order.other.as_ref().map(|_| loop_name(order.members.len() + 2)),
    );
    let mut steps = vec![apart(order)];
    for (backing, device) in order.backings().iter().zip(array.iter().chain([&alone]).chain(&other))
    {
        let file = Message::new("trial-step-file").with("folder", backing.folder.display());
        let file = file.with("size", narrows_units::Bytes::new(backing.size));
        let attach = Message::new("trial-step-loop").with("label", &order.label);
        let losetup =
            format!("losetup --direct-io=on --sector-size {} {device} FILE", backing.block);
        steps.extend([(file, Vec::new()), (attach, words(&losetup))]);
    }
    let mut stand = array.clone();
    if order.engine == TrialEngineName::Md {
        if !md::is_loaded() {
            steps.push((Message::new("trial-step-load"), commands::load_md()));
        }
        steps.push((Message::new("trial-step-md"), commands::make_md(order, &array)));
        stand = vec![commands::md_device(order)];
    }
    let array_fs = commands::make_array_fs(order, &stand);
    steps.extend(use_steps("trial-step-on-array", "array", order, &stand, array_fs));
    let one = std::slice::from_ref(&alone);
    let alone_fs = commands::make_fs(order.fs, None, one);
    steps.extend(use_steps("trial-step-on-alone", "alone", order, one, alone_fs));
    if order.engine == TrialEngineName::Md {
        let stop = commands::stop_md(&commands::md_device(order));
        steps.push((Message::new("trial-step-stop"), stop));
    }
    steps.push((Message::new("trial-step-end"), Vec::new()));
    steps.into_iter().map(|(what, command)| TrialPlanStep { what: what.into(), command }).collect()
}

fn loop_name(number: usize) -> String {
    format!("/dev/loopN{number}")
}

type Step = (Message, Vec<String>);

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

fn apart(order: &TrialOrder) -> Step {
    let what = Message::new("trial-step-apart").with("folder", order.folder.display());
    (what, words("unshare --mount --pid --fork --kill-child --propagation slave"))
}

/// Made and mounted anew for each command.
fn use_steps(
    what: &'static str,
    name: &str,
    order: &TrialOrder,
    devices: &[String],
    make: Vec<String>,
) -> Vec<Step> {
    let at = order.folder.join(name).display().to_string();
    let options = commands::mount_options(order.fs, devices);
    let mut mount = words(&format!("mount -t {} -o nosuid,nodev", order.fs.as_str()));
    if let Some(last) = mount.last_mut().filter(|_| !options.is_empty()) {
        last.push(',');
        last.push_str(&options);
    }
    mount.extend([devices.first().cloned().unwrap_or_default(), at.clone()]);
    let mut steps = vec![(Message::new("trial-step-fs"), make)];
    steps.push((Message::new("trial-step-mount"), mount));
    let prepare = order.prepare.as_ref();
    steps.extend(prepare.map(|line| {
        (Message::new("trial-step-prepare"), ["sh", "-c", line].map(str::to_owned).to_vec())
    }));
    for work in &order.works {
        let command = match work {
            TrialWork::Job(_) => Vec::new(),
            TrialWork::Command(words) => words.clone(),
        };
        steps.push((Message::new(what).with("work", work.name()), command));
    }
    steps.push((Message::new("trial-step-unmount"), vec!["umount".to_owned(), at]));
    steps
}

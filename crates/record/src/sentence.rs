//! The ids of sentences that one room writes into documents and another looks for.
//!
//! Most sentences are only shown. On these something depends, so that both sides take the id from
//! here: renaming one cannot silence the other.

/// A drive's link runs below its own capability: the lane budget's statement on it is already
/// known.
pub const LINK_DEGRADED: &str = "check-link-degraded";
/// More lanes are taken now than there are.
pub const LANES_OVER_NOW: &str = "lanes-over-now";
/// A device gets fewer lanes than its throughput needs.
pub const LANES_SHORT_MISSES: &str = "lanes-short-misses";
/// Two members of an array are on one drive: this does not show the performance of an array of
/// several.
pub const SAME_DRIVE: &str = "stripe-verb-same-drive";
/// A set in which a drive was throttled shows nothing about sharing.
pub const LEFT_HELD: &str = "sharing-left-held";
/// Rates scatter more than the effect looked for.
pub const OPEN_NOISE: &str = "sharing-open-noise";
/// No measurement shows who shares what.
pub const UNTOLD_FIGURES: &str = "sharing-untold-figures";
/// No drive was measured by itself.
pub const UNTOLD_ALONE: &str = "sharing-untold-alone";
/// No drives were measured together.
pub const UNTOLD_TOGETHER: &str = "sharing-untold-together";

/// Causes of one drive's limit that are a fault of its link: they come before other findings.
pub const LINK_FAULTS: [&str; 3] = ["cause-link-fell", "cause-link-trained", "cause-link-state"];
/// Drives that are slower alone than predicted.
pub const SLOWER_ALONE: &str = "sharing-slower-alone";
/// Drives that are slower alone than others described alike.
pub const SLOWER_ALIKE: &str = "sharing-slower-alike";
/// Drives throttled by heat, alone as well; their figures differ from round to round.
pub const HEAT: &str = "sharing-heat";
/// Drives throttled by heat in company only.
pub const HEAT_SHARED: &str = "sharing-heat-shared";
/// A location's link is in another state than described.
pub const PLACE_STATE: &str = "cause-place-state";

/// Findings of a run that precede every rate: a drive returned wrong data, or failed requests.
pub const WRONG_DATA: &str = "finding-wrong-blocks";
pub const FAILED_REQUESTS: [&str; 2] = ["finding-errors", "finding-gone"];
/// Findings of a run on a drive that is slower alone than it should be.
pub const SLOW_DRIVE: [&str; 3] =
    ["finding-own-cause", "finding-slower-alone", "finding-slower-alike"];
/// Findings of a run that drives do not slow each other.
pub const NO_CONTENTION: [&str; 3] =
    ["finding-no-sharing", "finding-limit-not-reached", "finding-shared-device-not-reached"];

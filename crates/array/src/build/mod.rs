//! From a wanted array to the steps that make it, keep it over reboots, and take it apart again.
//!
//! For: `narrows build`, which shows these steps as a rehearsal and then performs the same ones. Everything a
//! step needs is chosen before the first one is done, identifiers too: so the rehearsal shows the very
//! commands and lines, each step can be recognised as done ([`StepProof`]), and an interrupted build can be
//! continued or undone. Also the configuration that an existing array's system lacks ([`standing`]), and
//! whether its settings suit it ([`fitness`]).
//!
//! Not here: looking at drives, running commands, reading and writing files (`host`, `cli`).
//!
//! ```
//! use narrows_array::build::{Identifier, conf};
//!
//! let bytes = std::array::from_fn(|at| at as u8);
//! let line = conf::line("photos", "box", Identifier::of_random(bytes));
//! // Bytes 6 and 8 hold version 4 and the variant: 06 becomes 46, 08 becomes 88.
//! assert!(line.ends_with("UUID=00010203:04054607:88090a0b:0c0d0e0f"), "{line}");
//! assert_eq!(conf::arrays(&line).len(), 1);
//! ```

pub mod condition;
pub mod conf;
pub mod fitness;
pub mod fstab;
mod geometry;
pub mod identifier;
mod layers;
pub mod lines;
mod observed;
pub mod platform;
pub mod standing;
pub mod step;
pub mod sync;
pub mod system;
pub mod trim;
mod udev;
pub mod wanted;

pub use self::geometry::{Geometry, SUPERBLOCK};
pub use self::identifier::Identifier;
pub use self::layers::{ArrayIdentifiers, TRIM_TIMER, lvm_tag, mount_point, steps, undo};
pub use self::observed::{ObservedArray, ObservedBitmap, ObservedMember};
pub use self::platform::FirmwareController;
pub use self::step::{
    ArrayBuildStep, MountPoint, NamedContainer, StepAction, StepProof, StepPurpose, StepUndo,
};
pub use self::sync::Sync;
pub use self::system::{InitialRamDisk, SystemFacilities};
pub use self::wanted::{
    ArrayEngine, ArrayRequest, Container, FileSystemKind, MemberDevice, MemberSpan, Trim,
    UNKNOWN_DATA,
};

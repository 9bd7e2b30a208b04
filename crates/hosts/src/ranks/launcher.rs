//! The launcher's information about us, and joining its other ranks.

use narrows_messages::Message;

use crate::ranks::wire::Wire;

/// Our place among the processes that a launcher started, as the environment has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LauncherRank {
    /// From 0.
    pub rank: u32,
    /// How many there are; `None` if the launcher does not say.
    pub ranks: Option<u32>,
}

/// Variables for rank and number of ranks. Sources: Open MPI's mpirun(1), "Exported Environment Variables";
/// MPICH's hydra and PMI-1 launchers; srun(1), "OUTPUT ENVIRONMENT VARIABLES"; PMIx standard 4, `PMIX_RANK`.
const VARIABLES: [[&str; 2]; 4] = [
    ["OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"],
    ["PMI_RANK", "PMI_SIZE"],
    ["SLURM_PROCID", "SLURM_STEP_NUM_TASKS"],
    ["PMIX_RANK", ""],
];

/// Reads it with `variable`; `None` if nothing shows that a launcher started us. A batch script of Slurm has
/// a rank, too, but is not a step.
pub fn place(variable: impl Fn(&str) -> Option<String>) -> Option<LauncherRank> {
    let number = |name: &str| variable(name)?.trim().parse().ok();
    let places = VARIABLES
        .iter()
        .filter(|[_, ranks]| !ranks.starts_with("SLURM") || number(ranks).is_some());
    let mut places = places.filter_map(|[rank, ranks]| {
        Some(LauncherRank { rank: number(rank)?, ranks: number(ranks) })
    });
    places.next()
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoRanks {
    NotLaunched,
    #[cfg(not(feature = "mpi"))]
    NoMpi,
    /// Slurm started us without a plugin by which ranks find each other.
    NoPlugin,
    /// The launcher started several, but the MPI of this build is another and sees itself alone.
    OtherMpi {
        launched: u32,
        own: String,
    },
}

impl NoRanks {
    pub fn message(&self) -> Message {
        match self {
            Self::NotLaunched => Message::new("ranks-not-launched"),
            #[cfg(not(feature = "mpi"))]
            Self::NoMpi => Message::new("ranks-no-mpi"),
            Self::NoPlugin => Message::new("ranks-no-plugin"),
            Self::OtherMpi { launched, own } => {
                let what = Message::new("ranks-other-mpi").count("launched", *launched as usize);
                what.with("own", own)
            }
        }
    }
}

/// Joins the ranks that the launcher started with us.
pub fn join() -> Result<Box<dyn Wire>, NoRanks> {
    let place = place(|name| std::env::var(name).ok());
    joined(place)
}

#[cfg(not(feature = "mpi"))]
fn joined(_: Option<LauncherRank>) -> Result<Box<dyn Wire>, NoRanks> {
    Err(NoRanks::NoMpi)
}

#[cfg(feature = "mpi")]
fn joined(place: Option<LauncherRank>) -> Result<Box<dyn Wire>, NoRanks> {
    use std::ffi::OsString;

    use crate::ranks::message_passing::Mpi;

    // Without a launcher some libraries start one by themselves, which takes a second and a daemon.
    let place = place.ok_or(NoRanks::NotLaunched)?;
    // Such plugins set variables of PMI or PMIx; without them libraries end in MPI_Init.
    let is_told =
        |name: OsString| ["PMI", "OMPI"].iter().any(|it| name.to_string_lossy().starts_with(it));
    if !std::env::vars_os().any(|(name, _)| is_told(name)) {
        return Err(NoRanks::NoPlugin);
    }
    let mpi = Mpi::join().ok_or(NoRanks::NotLaunched)?;
    let launched = place.ranks.unwrap_or(1);
    if mpi.ranks() == 1 && launched > 1 {
        return Err(NoRanks::OtherMpi { launched, own: Mpi::library() });
    }
    Ok(Box::new(mpi))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(variables: &[(&str, &str)]) -> Option<LauncherRank> {
        place(|name| {
            let variable = variables.iter().find(|(known, _)| *known == name);
            variable.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn every_launcher_says_it_in_its_own_words() {
        let place = |rank, ranks| Some(LauncherRank { rank, ranks });
        assert_eq!(
            of(&[("OMPI_COMM_WORLD_RANK", "2"), ("OMPI_COMM_WORLD_SIZE", "3"), ("PMIX_RANK", "2")]),
            place(2, Some(3))
        );
        assert_eq!(of(&[("PMI_RANK", "0"), ("PMI_SIZE", "4")]), place(0, Some(4)));
        assert_eq!(of(&[("PMIX_RANK", "7")]), place(7, None));
        assert_eq!(of(&[("SLURM_PROCID", "1"), ("SLURM_STEP_NUM_TASKS", "2")]), place(1, Some(2)));
    }

    #[test]
    fn a_batch_script_is_no_step() {
        assert_eq!(of(&[("SLURM_PROCID", "0"), ("SLURM_NTASKS", "8")]), None);
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[("PMI_RANK", "none")]), None);
    }
}

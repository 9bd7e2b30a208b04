//! Answers given beforehand, by options or in a file: which drives may be overwritten, and which consents are
//! given about them. A missing answer allows nothing.

use std::path::{Path, PathBuf};

use narrows_array::build::{ArrayRequest, MemberDevice, UNKNOWN_DATA};
use narrows_files::answers_file::AnswersFile;
use narrows_messages::Message;
use narrows_record::build::BuildQuestion;

use crate::args::build::BuildArgs as Args;
use crate::failure::{CommandFailure, Result};
use crate::input;

pub struct BuildAnswers {
    pub serials: Vec<String>,
    wipe: Option<bool>,
    /// The words for data that no signature explains.
    lose: Option<String>,
    uneven: Option<bool>,
    slow_link: Option<bool>,
    /// The file; with one there are no questions at the terminal.
    file: Option<PathBuf>,
}

impl BuildAnswers {
    /// Options, then the file.
    pub fn of(args: &Args) -> Result<Self> {
        let file = args
            .answers
            .as_deref()
            .map(|file: &Path| {
                let about = |why: String| {
                    CommandFailure::usage(
                        Message::new("build-bad-file")
                            .with("path", file.display())
                            .with("why", why),
                    )
                };
                let bytes = input::read_written(file).map_err(|why| about(why.to_string()))?;
                let text = String::from_utf8(bytes).map_err(|why| about(why.to_string()))?;
                AnswersFile::parse(&text).map_err(about)
            })
            .transpose()?
            .unwrap_or_default();
        let either = |option: bool, answer: Option<bool>| if option { Some(true) } else { answer };
        Ok(Self {
            serials: args.serial.iter().cloned().chain(file.serials).collect(),
            wipe: either(args.wipe, file.wipe),
            lose: args.lose.clone().or(file.lose),
            uneven: either(args.uneven, file.uneven),
            slow_link: either(args.slow_link, file.slow_link),
            file: args.answers.clone(),
        })
    }

    pub fn may_wipe(&self) -> bool {
        self.wipe == Some(true)
    }

    /// Whether data that no signature explains may be lost: the very words were given.
    pub fn may_lose_unknown(&self) -> bool {
        self.lose.as_deref().map(str::trim) == Some(UNKNOWN_DATA)
    }

    pub fn may_be_uneven(&self) -> bool {
        self.uneven == Some(true)
    }

    pub fn may_be_slow(&self) -> bool {
        self.slow_link == Some(true)
    }

    pub fn has(&self, serial: &str) -> bool {
        // A drive without a serial number is answered by nothing.
        !serial.is_empty() && self.serials.iter().any(|it| it.trim() == serial)
    }

    /// Serial number to type, per drive.
    pub fn serials_of(&self, wanted: &ArrayRequest) -> Vec<BuildQuestion> {
        let serial = |member: &MemberDevice| {
            question("serial", Some(&member.path), self.has(&member.serial).then_some(true))
        };
        wanted.members.iter().map(serial).collect()
    }

    pub fn questions(&self, wanted: &ArrayRequest, is_slow: bool) -> Vec<BuildQuestion> {
        let marked = wanted.members.iter().filter(|member| !member.holds.is_empty());
        let wipes = marked.map(|member| question("wipe", Some(&member.path), self.wipe));
        let unknown = wanted.members.iter().filter(|member| member.holds_unknown_data());
        let lose = self.lose.as_ref().map(|_| self.may_lose_unknown());
        let unknown = unknown.map(|member| question("unknown_data", Some(&member.path), lose));
        let uneven = wanted.is_uneven().then(|| question("uneven", None, self.uneven));
        let slow = is_slow.then(|| question("slow_link", None, self.slow_link));
        self.serials_of(wanted)
            .into_iter()
            .chain(wipes)
            .chain(unknown)
            .chain(uneven)
            .chain(slow)
            .collect()
    }

    /// Questions that a file leaves open; `None` if all are answered or can be put to a person.
    pub fn open(&self, questions: &[BuildQuestion]) -> Option<CommandFailure> {
        let file = self.file.as_ref()?;
        let open = questions.iter().filter(|question| question.answer.is_none());
        let open: Vec<String> = open
            .map(|question: &BuildQuestion| match &question.drive {
                Some(drive) => format!("{} ({drive})", question.id),
                None => question.id.clone(),
            })
            .collect();
        let what = Message::new("build-unanswered").with("path", file.display());
        let what = what.with("questions", open.join(", "));
        (!open.is_empty()).then_some(CommandFailure::refused(what))
    }
}

fn question(id: &str, drive: Option<&String>, answer: Option<bool>) -> BuildQuestion {
    BuildQuestion { id: id.to_owned(), drive: drive.cloned(), answer }
}

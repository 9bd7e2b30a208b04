//! A person's answers.

use std::str::FromStr;

use narrows_catalog::board::SlotForm;

use super::{BoardQuestion, LearnedBoard, LearnedSlot, QuestionTopic};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidAnswer;

/// Longer labels are a slip.
const LONGEST: usize = 60;

impl LearnedBoard {
    /// Takes the answer to a question, which then is none any more. Slots keep their order.
    ///
    /// # Errors
    /// A label that another slot has or that no slot can have, an unknown form, a number of
    /// ports below those in use, another word than `card` and `soldered`.
    pub fn answer(&mut self, question: &BoardQuestion, answer: &str) -> Result<(), InvalidAnswer> {
        let at = self.questions.iter().position(|other| other == question).ok_or(InvalidAnswer)?;
        let about = question.about.as_deref().unwrap_or_default();
        match question.topic {
            QuestionTopic::Name => self.board = Some(label(answer)?),
            QuestionTopic::Label => self.label(about, label(answer)?)?,
            QuestionTopic::Form => {
                let form = SlotForm::from_str(answer).map_err(|_| InvalidAnswer)?;
                let slot =
                    self.slots.iter_mut().find(|slot| slot.id == about).ok_or(InvalidAnswer)?;
                slot.form = Some(form);
                slot.is_form_known = true;
            }
            QuestionTopic::Soldered => self.solder(about, answer)?,
            QuestionTopic::Sata => {
                let count: u8 = answer.parse().map_err(|_| InvalidAnswer)?;
                let ports = self.sata.iter_mut().find(|ports| ports.on == about);
                let ports = ports.filter(|ports| count >= ports.count).ok_or(InvalidAnswer)?;
                ports.count = count;
            }
            QuestionTopic::Unseen => return Err(InvalidAnswer),
        }
        self.questions.remove(at);
        Ok(())
    }

    fn label(&mut self, about: &str, label: String) -> Result<(), InvalidAnswer> {
        if self.slots.iter().any(|slot| slot.id == label && slot.id != about) {
            return Err(InvalidAnswer);
        }
        for rule in &mut self.rules {
            let names = rule.when.iter_mut().chain(std::iter::once(&mut rule.slot));
            names.filter(|name| *name == about).for_each(|name| name.clone_from(&label));
        }
        // Open questions name the slot by its id, which changes below.
        let is_of_slot = |question: &&mut BoardQuestion| {
            matches!(question.topic, QuestionTopic::Label | QuestionTopic::Form)
        };
        for question in self.questions.iter_mut().filter(is_of_slot) {
            if question.about.as_deref() == Some(about) {
                *question = match question.topic {
                    QuestionTopic::Form => BoardQuestion::of_form(&label),
                    _ => BoardQuestion { about: Some(label.clone()), ..question.clone() },
                };
            }
        }
        let slot = self.slots.iter_mut().find(|slot| slot.id == about).ok_or(InvalidAnswer)?;
        slot.id = label;
        slot.is_labelled = true;
        Ok(())
    }

    fn solder(&mut self, port: &str, answer: &str) -> Result<(), InvalidAnswer> {
        match answer {
            "soldered" => Ok(()),
            "card" => {
                let at =
                    self.users.iter().position(|user| user.port == port).ok_or(InvalidAnswer)?;
                let user = self.users.remove(at);
                self.slots.push(LearnedSlot::of_card(&user));
                Ok(())
            }
            _ => Err(InvalidAnswer),
        }
    }
}

/// A name without characters that names in files cannot have.
fn label(answer: &str) -> Result<String, InvalidAnswer> {
    let answer = answer.trim();
    let is_fine = !answer.is_empty()
        && answer.len() <= LONGEST
        && !answer.contains([':', '/', '"'])
        && !answer.chars().any(char::is_control);
    is_fine.then(|| answer.to_owned()).ok_or(InvalidAnswer)
}

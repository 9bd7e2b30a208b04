//! Replacements for secrets: a salted hash that is the same for the same secret within one capture,
//! and cannot be compared between captures.

use sha2::{Digest, Sha256};

/// Random bytes of one capture, never stored, so that guessed serials cannot be compared.
#[derive(Clone)]
pub struct Salt([u8; 32]);

impl Salt {
    /// From the system's random generator.
    pub fn random() -> std::io::Result<Self> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes)?;
        Ok(Self(bytes))
    }

    #[cfg(test)]
    pub(super) const fn of(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// `digits` (at most 64) hexadecimal digits for a secret, whatever its case and blanks.
    fn hex(&self, secret: &str, digits: usize) -> String {
        let secret = secret.trim_matches(|c: char| c.is_whitespace() || c == '\0');
        let hash = Sha256::new().chain_update(self.0).chain_update(secret.to_ascii_lowercase());
        let mut text: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        text.truncate(digits);
        text
    }

    /// A word for any secret: `anon-` and 12 hexadecimal digits, too few to look like a name that
    /// [`super::patterns`] would replace once more.
    pub(super) fn word(&self, secret: &str) -> String {
        format!("anon-{}", self.hex(secret, 12))
    }

    /// A text of the same form: each hexadecimal digit replaced by one of the hash, all else kept.
    /// For UUIDs, MAC addresses and world wide names.
    pub(super) fn shaped(&self, secret: &str) -> String {
        let hash = self.hex(secret, 64);
        let mut digits = hash.chars().cycle();
        let replaced =
            |c: char| if c.is_ascii_hexdigit() { digits.next().unwrap_or('0') } else { c };
        secret.chars().map(replaced).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_stable_within_a_salt_only() {
        let (one, other) = (Salt::of([1; 32]), Salt::of([2; 32]));
        assert_eq!(one.word("S3Z9NB0K"), one.word(" s3z9nb0k \n"));
        assert_ne!(one.word("S3Z9NB0K"), other.word("S3Z9NB0K"));
        assert_ne!(one.word("S3Z9NB0K"), one.word("S3Z9NB0L"));
        let mac = one.shaped("00:11:22:33:44:55");
        assert_eq!((mac.len(), mac.matches(':').count()), (17, 5));
        assert_ne!(mac, "00:11:22:33:44:55");
        assert_ne!(Salt::random().unwrap().0, Salt::random().unwrap().0);
    }
}

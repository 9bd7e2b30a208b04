//! How sure something is that was inferred.

/// So sure is as good as certain: rounding to 100 % would say more than is known.
const CERTAIN: f64 = 0.995;

/// A confidence of 0 to 1 in percent: `97`, and `> 99`, never `100`, because nothing that was inferred is
/// certain.
pub fn sureness(confidence: f64) -> String {
    match confidence {
        sure if sure >= CERTAIN => "> 99".to_owned(),
        sure => format!("{:.0}", sure * 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_inferred_is_certain() {
        assert_eq!([0.0, 0.974, 0.9949].map(sureness), ["0", "97", "99"]);
        assert_eq!([0.995, 1.0].map(sureness), ["> 99", "> 99"]);
    }
}

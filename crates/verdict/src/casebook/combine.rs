//! Ratios and differences of answers, with their uncertainty.
//!
//! Two predictions share their errors if one kind of limit binds in both: a link that carries 3 %
//! less than assumed does so in both, and uncertainty about a model of drives affects both. Then
//! both are taken at the same end of their bands. Otherwise the errors are taken as independent,
//! and half widths add as squares (ISO/IEC Guide 98-3:2008, section 5.1.2). The difference between
//! two runs of one benchmark is never shared; it is taken to be 1 % of each.

use super::ask::CasebookAnswer;

/// The scatter of runs of the same benchmark, as a part; an assumption.
const SCATTER: f64 = 0.01;

/// The ratio of `ask` to `per`.
pub(super) fn ratio(ask: CasebookAnswer, per: &CasebookAnswer) -> Option<CasebookAnswer> {
    if per.low <= 0.0 {
        return None;
    }
    let figure = ask.figure / per.figure;
    let scatter = figure * hypotenuse(SCATTER, SCATTER);
    let (low, high) = if shares_errors(&ask, per) {
        ends(figure, scatter, ask.low / per.low, ask.high / per.high)
    } else {
        let below = hypotenuse(1.0 - ask.low / ask.figure, per.high / per.figure - 1.0);
        let above = hypotenuse(ask.high / ask.figure - 1.0, 1.0 - per.low / per.figure);
        (figure * (1.0 - below).max(0.0), figure * (1.0 + above))
    };
    Some(CasebookAnswer { figure, low, high, limit: ask.limit, ground: ask.ground })
}

/// The difference of `ask` and `less`.
pub(super) fn difference(ask: CasebookAnswer, less: &CasebookAnswer) -> CasebookAnswer {
    let figure = ask.figure - less.figure;
    let scatter = hypotenuse(ask.figure * SCATTER, less.figure * SCATTER);
    let (low, high) = if shares_errors(&ask, less) {
        ends(figure, scatter, ask.low - less.low, ask.high - less.high)
    } else {
        let below = hypotenuse(ask.figure - ask.low, less.high - less.figure);
        let above = hypotenuse(ask.high - ask.figure, less.figure - less.low);
        (figure - below, figure + above)
    };
    CasebookAnswer { figure, low, high, limit: ask.limit, ground: ask.ground }
}

fn shares_errors(one: &CasebookAnswer, other: &CasebookAnswer) -> bool {
    let kind = |answer: &CasebookAnswer| answer.limit.as_ref().map(|bound| bound.limit.kind);
    kind(one) == kind(other)
}

/// From the lowest to the highest of all, with `scatter` added as squares on either side.
fn ends(figure: f64, scatter: f64, one: f64, other: f64) -> (f64, f64) {
    let below = figure - figure.min(one).min(other);
    let above = figure.max(one).max(other) - figure;
    (figure - hypotenuse(below, scatter), figure + hypotenuse(above, scatter))
}

fn hypotenuse(one: f64, other: f64) -> f64 {
    (one * one + other * other).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(low: f64, figure: f64, high: f64) -> CasebookAnswer {
        CasebookAnswer { figure, low, high, limit: None, ground: None }
    }

    /// One limit for both: 90 of 45 and 110 of 55 are twice each, and two runs that scatter by 1 %
    /// differ by 1.41 %. Of the differences, 45 and 55, 1 % of 100 and of 50 is 1.12.
    #[test]
    fn shared_errors_cancel_but_for_scatter() {
        let near = |is: f64, wanted: f64| assert!((is - wanted).abs() < 0.01, "{is} {wanted}");
        let ratio = ratio(answer(90.0, 100.0, 110.0), &answer(45.0, 50.0, 55.0)).unwrap();
        assert_eq!(ratio.figure, 2.0);
        near(ratio.low, 2.0 * (1.0 - 0.0141));
        near(ratio.high, 2.0 * (1.0 + 0.0141));
        let less = difference(answer(90.0, 100.0, 110.0), &answer(45.0, 50.0, 55.0));
        assert_eq!(less.figure, 50.0);
        near(less.low, 50.0 - (25.0f64 + 1.25).sqrt());
    }

    /// 3 and 4 make 5.
    #[test]
    fn independent_errors_add_as_squares() {
        assert!((hypotenuse(3.0, 4.0) - 5.0).abs() < 1e-12);
    }
}

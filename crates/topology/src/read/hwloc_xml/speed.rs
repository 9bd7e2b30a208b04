//! Converts hwloc's bandwidth back to a link, if possible.

use narrows_units::{Lanes, LinkWidth, TransferRate};

/// The only link whose bandwidth is `gb_s`; `None` if several or none have it.
///
/// hwloc multiplies rate, lanes and line code: 0.25 GB/s a lane for Gen1, 0.5 for Gen2 (8b/10b), and
/// rate x 128/130 / 8 for Gen3 to Gen5; for Gen6 it counts 242/256 of a flit.
pub(super) fn link(gb_s: f64) -> Option<LinkWidth> {
    let lanes = (1..=32).filter_map(Lanes::new);
    let all = TransferRate::ALL.into_iter();
    let all = all.flat_map(|rate| lanes.clone().map(move |lanes| LinkWidth { rate, lanes }));
    let mut fitting = all.filter(|link| {
        let its = lane_gb_s(link.rate) * f64::from(link.lanes.get());
        // The file has six decimal places, which is finer than that.
        (its - gb_s).abs() < its * 1e-4
    });
    let first = fitting.next();
    if fitting.next().is_some() { None } else { first }
}

fn lane_gb_s(rate: TransferRate) -> f64 {
    let code = match rate {
        TransferRate::Gen1 | TransferRate::Gen2 => 0.8,
        TransferRate::Gen3 | TransferRate::Gen4 | TransferRate::Gen5 => 128.0 / 130.0,
        TransferRate::Gen6 => 242.0 / 256.0,
    };
    rate.gt_s() * code / 8.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_link_can_be_that_fast() {
        assert_eq!(link(0.25), LinkWidth::new(1, 1));
        // 8 x 128/130 / 8 = 0.984615.
        assert_eq!(link(0.984615), LinkWidth::new(3, 1));
        // 3.938462 is 3.0 x4 as well as 4.0 x2 and 5.0 x1; 4.0 is 1.0 x16 or 2.0 x8.
        assert_eq!(link(3.938462), None);
        assert_eq!(link(4.0), None);
        assert_eq!(link(0.1), None);
    }
}

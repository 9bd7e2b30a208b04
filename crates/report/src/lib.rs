//! One document becomes a terminal page, an SVG drawing and an HTML report.

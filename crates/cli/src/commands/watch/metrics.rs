//! The newest second for Prometheus, over HTTP.
//!
//! It listens on the loopback address unless another is named, and takes nothing in.
//!
//! Source: Prometheus' "Exposition formats", text format version 0.0.4.

use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};

use narrows_formats::prometheus::{PrometheusText, label};
use narrows_messages::Message;
use narrows_record::watch::{OwnRequests, WatchSecond};

use crate::failure::{CommandFailure, Result};
use crate::http::{HttpListener, HttpRequest, HttpResponse};

const TEXT: &str = "text/plain; version=0.0.4; charset=utf-8";

/// A server of the newest second until the program ends.
pub struct MetricsServer {
    address: SocketAddr,
    text: Arc<Mutex<String>>,
}

impl MetricsServer {
    /// Serves at `PORT`, `:PORT` or `ADDRESS:PORT`.
    pub fn serve(place: &str) -> Result<Self> {
        let address = address(place).ok_or_else(|| {
            CommandFailure::usage(Message::new("watch-bad-port").with("text", place))
        })?;
        let failed = |why: std::io::Error| {
            let what = Message::new("watch-no-port").with("address", address);
            CommandFailure::new(what.with("why", why))
        };
        let listener = HttpListener::at(address).map_err(failed)?;
        let address = listener.address().map_err(failed)?;
        let text = Arc::new(Mutex::new(String::new()));
        let newest = Arc::clone(&text);
        let is_own = address.ip().is_loopback();
        listener.serve(move |request| {
            if is_own && !is_to_loopback(request) {
                HttpResponse::of(421)
            } else {
                answer(request, &newest)
            }
        });
        Ok(Self { address, text })
    }

    pub fn url(&self) -> String {
        format!("http://{}/metrics", self.address)
    }

    pub fn say(&self, second: &WatchSecond) {
        // Whoever panicked left a whole text: it is replaced at once.
        *self.text.lock().unwrap_or_else(PoisonError::into_inner) = exposed(second);
    }
}

/// Whether a request names this machine. A page in a browser here can lead a name of its own to the
/// loopback address and read the answer (DNS rebinding), but not another `Host`.
fn is_to_loopback(request: &HttpRequest<'_>) -> bool {
    let [host] = request.hosts.as_slice() else { return request.hosts.is_empty() };
    let is_port = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let parts = host.rsplit_once(':').filter(|(_, port)| is_port(port));
    let name = parts.map_or(*host, |(name, _)| name);
    let address = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    name.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
}

fn answer(request: &HttpRequest<'_>, newest: &Mutex<String>) -> HttpResponse {
    if !matches!(request.method, "GET" | "HEAD") {
        return HttpResponse::of(405);
    }
    let text = match request.path {
        "/metrics" => newest.lock().unwrap_or_else(PoisonError::into_inner).clone(),
        _ => "/metrics\n".to_owned(),
    };
    let body = Cow::Owned(text.into_bytes());
    HttpResponse { status: 200, fields: vec![("Content-Type", TEXT)], body }
}

fn address(place: &str) -> Option<SocketAddr> {
    let port = place.strip_prefix(':').unwrap_or(place);
    match port.parse::<u16>() {
        Ok(port) => Some(SocketAddr::from((Ipv4Addr::LOCALHOST, port))),
        Err(_) => place.parse().ok(),
    }
}

/// A second in Prometheus' text format.
fn exposed(second: &WatchSecond) -> String {
    let mut to = PrometheusText::default();
    to.gauge(
        "narrows_waiting_ratio",
        "Part of the second spent waiting for drives.",
        &[(String::new(), second.waiting)],
    );
    of_looks(&mut to, second);
    // Of the whole machine no job is known.
    let cpus = if second.is_of_machine() { second.machine.cpu } else { second.cpu };
    to.gauge(
        "narrows_cpus",
        "Processors' worth of time that the job ran, or the whole machine.",
        &[(String::new(), cpus)],
    );
    let limit = [
        label("limit", second.limit.as_str()),
        second.on.as_deref().map(|on| label("drive", on)).unwrap_or_default(),
    ];
    let limit: Vec<String> = limit.into_iter().filter(|label| !label.is_empty()).collect();
    to.gauge(
        "narrows_limit",
        "What limits the job, with the part of the second that speaks for it.",
        &[(limit.join(","), second.confidence)],
    );
    of_drives(&mut to, second);
    to.text
}

/// Results of looks at the job's threads; nothing if there were none.
fn of_looks(to: &mut PrometheusText, second: &WatchSecond) {
    if second.looks == 0 {
        return;
    }
    let part = |count: u32| f64::from(count) / f64::from(second.looks);
    let idle = 1.0 - part(second.running + second.blocked + second.in_flight);
    to.gauge(
        "narrows_running_ratio",
        "Part of the looks at which a thread ran.",
        &[(String::new(), part(second.running))],
    );
    to.gauge(
        "narrows_idle_ratio",
        "Part of the looks at which the job waited for something else.",
        &[(String::new(), idle.max(0.0))],
    );
}

fn of_drives(to: &mut PrometheusText, second: &WatchSecond) {
    let drives = |of: &dyn Fn(&narrows_record::watch::DriveSecond) -> f64| -> Vec<(String, f64)> {
        second.drives.iter().map(|drive| (label("drive", &drive.drive), of(drive))).collect()
    };
    let rate = |bytes: u64| bytes as f64 / second.length_s;
    to.gauge(
        "narrows_drive_read_bytes_per_second",
        "Bytes read.",
        &drives(&|it| rate(it.read_bytes)),
    );
    to.gauge(
        "narrows_drive_written_bytes_per_second",
        "Bytes written.",
        &drives(&|it| rate(it.written_bytes)),
    );
    to.gauge(
        "narrows_drive_operations_per_second",
        "Requests completed.",
        &drives(&|it| rate(it.reads + it.writes)),
    );
    to.gauge(
        "narrows_drive_busy_ratio",
        "Part of the second with a request in flight.",
        &drives(&|it| it.busy),
    );
    to.gauge(
        "narrows_drive_queue_depth",
        "Requests in flight on average.",
        &drives(&|it| it.depth),
    );
    to.gauge(
        "narrows_drive_latency_seconds",
        "How long a request took on average.",
        &drives(&|it| it.latency_us.unwrap_or(f64::NAN) / 1e6),
    );
    // Untraced drives are absent, as is a latency without requests.
    let own = |of: &dyn Fn(&OwnRequests) -> f64| drives(&|it| it.own.as_ref().map_or(f64::NAN, of));
    to.gauge(
        "narrows_job_operations_per_second",
        "The job's own requests completed.",
        &own(&|own| own.requests as f64 / second.length_s),
    );
    to.gauge(
        "narrows_job_queue_depth",
        "The job's own requests in flight on average.",
        &own(&|own| own.depth),
    );
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;

    use narrows_record::watch::{DriveSecond, WatchLimit};

    use super::*;

    #[test]
    fn addresses_are_loopback_unless_another_is_named() {
        for text in ["9101", ":9101", "127.0.0.1:9101"] {
            assert_eq!(address(text).unwrap().to_string(), "127.0.0.1:9101", "{text}");
        }
        assert_eq!(address("0.0.0.0:1").unwrap().to_string(), "0.0.0.0:1");
        assert!(["", ":", "x", "70000", "host:1"].iter().all(|text| address(text).is_none()));
    }

    #[test]
    fn the_newest_second_is_served() {
        let metrics = MetricsServer::serve(":0").unwrap();
        metrics.say(&WatchSecond {
            length_s: 2.0,
            looks: 50,
            running: 10,
            limit: WatchLimit::Depth,
            on: Some("s\"d\\a".to_owned()),
            confidence: 0.8,
            waiting: 0.8,
            drives: vec![DriveSecond {
                drive: "sda".to_owned(),
                read_bytes: 4096,
                ..DriveSecond::default()
            }],
            ..WatchSecond::default()
        });
        let get = |host: &str| {
            let mut stream = TcpStream::connect(metrics.address).unwrap();
            write!(stream, "GET /metrics HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
            let mut text = String::new();
            stream.read_to_string(&mut text).unwrap();
            text
        };
        for host in
            ["x", "evil.example:9101", "127.0.0.1.evil.example", "localhost.x", "", "10.0.0.1"]
        {
            let refused = get(host);
            assert!(
                refused.contains(" 421 ") && !refused.contains("narrows_"),
                "{host}: {refused}"
            );
        }
        for host in ["127.0.0.1:9101", "localhost", "LocalHost:1", "[::1]:9101"] {
            assert!(get(host).contains("narrows_limit"), "{host}");
        }
        let text = get("localhost:9101");
        assert!(
            text.contains("narrows_limit{limit=\"depth\",drive=\"s\\\"d\\\\a\"} 0.8"),
            "{text}"
        );
        assert!(
            text.contains("narrows_drive_read_bytes_per_second{drive=\"sda\"} 2048\n"),
            "{text}"
        );
        assert!(!text.contains("NaN") && text.contains("version=0.0.4"), "{text}");
    }

    fn traced() -> WatchSecond {
        let own = Some(OwnRequests { requests: 8, bytes: 4096, depth: 0.5 });
        let drive = DriveSecond { drive: "sda".to_owned(), own, ..DriveSecond::default() };
        WatchSecond {
            length_s: 2.0,
            looks: 4,
            running: 1,
            drives: vec![drive],
            ..WatchSecond::default()
        }
    }

    #[test]
    fn what_was_not_looked_at_is_not_told() {
        let text = exposed(&traced());
        assert!(text.contains("narrows_running_ratio 0.25\n"), "{text}");
        assert!(text.contains("narrows_job_operations_per_second{drive=\"sda\"} 4\n"), "{text}");
        let mut machine = WatchSecond { looks: 0, ..traced() };
        machine.machine.cpu = 1.5;
        let text = exposed(&machine);
        assert!(text.contains("narrows_cpus 1.5\n") && !text.contains("running"), "{text}");
    }

    /// Each panel of the dashboard shows something that is served.
    #[test]
    fn the_dashboard_asks_for_what_is_served() {
        let file = include_str!("../../../../../docs/examples/grafana-watch.json");
        let dashboard: serde_json::Value = serde_json::from_str(file).unwrap();
        let text = exposed(&WatchSecond { limit: WatchLimit::Depth, ..traced() });
        let panels = dashboard["panels"].as_array().unwrap().iter();
        let targets = panels.flat_map(|panel| panel["targets"].as_array().unwrap());
        let texts: Vec<&str> = targets.map(|target| target["expr"].as_str().unwrap()).collect();
        assert!(texts.len() >= 10);
        for name in texts {
            assert!(text.contains(&format!("# TYPE {name} gauge\n")), "{name}: {text}");
        }
    }
}

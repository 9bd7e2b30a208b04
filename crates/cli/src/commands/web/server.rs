//! A server for one browser on this machine.
//!
//! It listens on the loopback address only. That keeps neither other users of this machine out nor pages of
//! other sites that the browser shows: hence the token in every path, and the `Host` header, which a name
//! that was led to the loopback address does not have (DNS rebinding).

use std::io::Cursor;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use narrows_messages::Message;
use tiny_http::{Header, Method, Request, Response};

use super::page::FILES;
use super::start::{self, Start};
use crate::failure::Failure;

/// How often it looks whether somebody wants it to end.
const PATIENCE: Duration = Duration::from_millis(200);

/// What the page may do: run its own scripts and its module, and ask nobody else for anything. The page
/// says the same itself, but for who may show it in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(&str, &str); 6] = [
    ("Content-Security-Policy", POLICY),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
];

/// Something that is served.
type Served<'a> = (&'a str, &'a [u8]);

/// A server that listens and has not answered yet.
pub struct Server {
    http: tiny_http::Server,
    port: u16,
    token: String,
    start: Start,
}

impl Server {
    /// Listens on a port; on any that is free where none is named.
    ///
    /// # Errors
    /// The port is taken, or may not be used.
    pub fn new(port: Option<u16>, start: Start) -> Result<Self, Failure> {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port.unwrap_or(0)));
        let failed = |why: String| {
            let what = Message::new("cli-web-no-port").with("address", address);
            Failure::new(what.with("why", why))
        };
        let http = tiny_http::Server::http(address).map_err(|error| failed(error.to_string()))?;
        let port = http.server_addr().to_ip().map_or(0, |address| address.port());
        let token = token().map_err(|error| failed(error.to_string()))?;
        Ok(Self { http, port, token, start })
    }

    /// Where the page is, with the token without which nothing is served.
    pub fn url(&self) -> String {
        format!("http://{}:{}/{}/", Ipv4Addr::LOCALHOST, self.port, self.token)
    }

    /// Answers until it is to end.
    pub fn serve(&self, ends: &AtomicBool) {
        while !ends.load(Ordering::Relaxed) {
            match self.http.recv_timeout(PATIENCE) {
                Ok(Some(request)) => self.answer(request),
                Ok(None) => {}
                Err(_) => return,
            }
        }
    }

    fn answer(&self, request: Request) {
        let response = match self.found(&request) {
            Ok((kind, bytes)) => response(200, kind, bytes),
            Err(status) => response(status, "text/plain; charset=utf-8", b""),
        };
        // A browser that went away is no matter of ours.
        let _ = request.respond(response);
    }

    /// What is asked for, or the status that says why it is not served.
    fn found(&self, request: &Request) -> Result<Served<'_>, u16> {
        let hosts = request.headers().iter().filter(|it| it.field.equiv("Host"));
        let hosts: Vec<&str> = hosts.map(|header| header.value.as_str()).collect();
        let own = [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)];
        if !matches!(hosts.as_slice(), [one] if own.iter().any(|own| own == one)) {
            return Err(421);
        }
        let path = request.url().split(['?', '#']).next().unwrap_or_default();
        let mut parts = path.strip_prefix('/').unwrap_or_default().splitn(2, '/');
        if !is_same(parts.next().unwrap_or_default(), &self.token) {
            return Err(403);
        }
        if !matches!(request.method(), Method::Get | Method::Head) {
            return Err(405);
        }
        self.served(parts.next().unwrap_or_default()).ok_or(404)
    }

    fn served(&self, name: &str) -> Option<Served<'_>> {
        match name {
            "start.json" => Some(("application/json", self.start.json.as_bytes())),
            start::SOURCE => Some(("application/octet-stream", self.start.source.as_deref()?)),
            "" => FILES.first().map(|file| (file.kind, file.bytes)),
            name => FILES.iter().find(|it| it.name == name).map(|file| (file.kind, file.bytes)),
        }
    }
}

fn response(status: u16, kind: &str, bytes: &[u8]) -> Response<Cursor<Vec<u8>>> {
    let mut response = Response::from_data(bytes.to_vec()).with_status_code(status);
    for (name, value) in HEADERS.into_iter().chain([("Content-Type", kind)]) {
        if let Ok(header) = Header::from_bytes(name, value) {
            response.add_header(header);
        }
    }
    response
}

/// 128 bits that nobody can guess, in hexadecimal digits.
fn token() -> std::io::Result<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Compares without telling by the time it takes how much is right.
fn is_same(given: &str, own: &str) -> bool {
    let differences = given.bytes().zip(own.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    given.len() == own.len() && differences == 0
}

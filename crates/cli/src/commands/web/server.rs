//! A server for one browser on this machine.
//!
//! It listens on the loopback address only. That keeps neither other users of this machine out nor pages of
//! other sites that the browser shows: hence the token in every path, and the `Host` header, which a name
//! that was led to the loopback address does not have (DNS rebinding).

use std::borrow::Cow;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use narrows_messages::Message;

use super::page::{self, PageFile};
use super::start::{self, PageStart};
use crate::failure::{CommandFailure, Result};
use crate::http::{HttpListener, HttpRequest, HttpResponse};

/// How often it looks whether it is to end.
const PATIENCE: Duration = Duration::from_millis(200);

/// The page's permissions: run its own scripts and its module, and request nothing from elsewhere. The
/// page itself has the same policy, except for who may show it in a frame.
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

/// A server that listens and has not answered yet.
pub struct PageServer {
    listener: HttpListener,
    desk: PageHandler,
}

struct PageHandler {
    port: u16,
    token: String,
    files: Vec<PageFile>,
    start: PageStart,
}

impl PageServer {
    /// Listens on a port; on any free one if none is named.
    pub fn new(port: Option<u16>, start: PageStart) -> Result<Self> {
        let files = page::files()?;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port.unwrap_or(0)));
        let failed = |why: std::io::Error| {
            let what = Message::new("cli-web-no-port").with("address", address);
            CommandFailure::new(what.with("why", why))
        };
        let listener = HttpListener::at(address).map_err(failed)?;
        let port = listener.address().map_err(failed)?.port();
        let token = token().map_err(failed)?;
        Ok(Self { listener, desk: PageHandler { port, token, files, start } })
    }

    /// URL of the page, with the token without which nothing is served.
    pub fn url(&self) -> String {
        format!("http://{}:{}/{}/", Ipv4Addr::LOCALHOST, self.desk.port, self.desk.token)
    }

    pub fn serve(self, ends: &AtomicBool) {
        let desk = self.desk;
        self.listener.serve(move |request| {
            let (status, kind, body) = match desk.file_at(request) {
                Ok((kind, body)) => (200, kind, body),
                Err(status) => (status, "text/plain; charset=utf-8", Cow::Borrowed(&[][..])),
            };
            let fields = HEADERS.into_iter().chain([("Content-Type", kind)]).collect();
            HttpResponse { status, fields, body }
        });
        while !ends.load(Ordering::Relaxed) {
            thread::sleep(PATIENCE);
        }
    }
}

impl PageHandler {
    /// The requested file, or the status for why it is not served.
    fn file_at(&self, request: &HttpRequest<'_>) -> Result<Served, u16> {
        let own = [format!("127.0.0.1:{}", self.port), format!("localhost:{}", self.port)];
        // Exactly one: of two fields it could not be known which one a proxy has checked.
        if !matches!(request.hosts.as_slice(), [one] if own.iter().any(|own| own == one)) {
            return Err(421);
        }
        let mut parts = request.path.strip_prefix('/').unwrap_or_default().splitn(2, '/');
        // Compares without telling by the time it takes how much is right.
        let given = parts.next().unwrap_or_default();
        let differences =
            given.bytes().zip(self.token.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
        let is_same = given.len() == self.token.len() && differences == 0;
        if !is_same {
            return Err(403);
        }
        if !matches!(request.method, "GET" | "HEAD") {
            return Err(405);
        }
        self.served(parts.next().unwrap_or_default()).ok_or(404)
    }

    fn served(&self, name: &str) -> Option<Served> {
        let own = |text: &[u8]| Cow::Owned(text.to_vec());
        match name {
            "start.json" => Some(("application/json", own(self.start.json.as_bytes()))),
            start::SOURCE => Some(("application/octet-stream", own(self.start.source.as_ref()?))),
            name => {
                let is_it = |file: &&PageFile| name.is_empty() || file.name == name;
                let file = self.files.iter().find(is_it)?;
                Some((file.kind, Cow::Borrowed(file.bytes)))
            }
        }
    }
}

/// Media type and bytes of a response.
type Served = (&'static str, Cow<'static, [u8]>);

/// 128 random bits, in hexadecimal digits.
fn token() -> std::io::Result<String> {
    let mut bytes = [0_u8; 16];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

//! A server of a few small answers over HTTP, for one browser or one collector of metrics.
//!
//! For: `narrows web` and `narrows watch --prometheus`. Any process of the machine may connect, so a
//! connection costs little whatever it sends: a head has at most [`MOST_HEAD`] bytes and [`HEAD_TIME`] to
//! arrive completely, a body is refused unread, each connection has its own thread, takes one request and is
//! closed after its answer. Beyond [`MOST_CONNECTIONS`], the oldest one not being answered is dropped.
//!
//! The grammar of heads is read by `httparse`. Sources: RFC 9110, RFC 9112.
//!
//! Not here: the answers, and access control.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use httparse::{EMPTY_HEADER, Header, Status};

/// Bytes of a head: the usual limit of servers, and several times a browser's.
const MOST_HEAD: usize = 8 << 10;
/// Fields of a head; a browser sends two dozen.
const MOST_FIELDS: usize = 64;
/// How long a head may take to come whole.
const HEAD_TIME: Duration = Duration::from_secs(5);
/// How long an answer may take to be read by the other side.
const ANSWER_TIME: Duration = Duration::from_secs(30);
/// How long, and for how many bytes, the other side may go on sending after its answer.
const LINGER: (Duration, usize) = (Duration::from_secs(1), 64 << 10);
/// Connections at one time; a browser opens six.
const MOST_CONNECTIONS: usize = 64;
/// A thread's stack; it holds the buffer of a head and little else.
const STACK: usize = 128 << 10;
/// How long the system is left alone that has no more connections or threads to give.
const PATIENCE: Duration = Duration::from_millis(50);

/// A request that may be answered: a head, and no body.
pub struct HttpRequest<'a> {
    /// `GET`, `HEAD` and so on.
    pub method: &'a str,
    /// The target without its query.
    pub path: &'a str,
    /// Every `Host` field.
    pub hosts: Vec<&'a str>,
}

pub struct HttpResponse {
    pub status: u16,
    /// Fields beside the length: names and values that are fixed in the program.
    pub fields: Vec<(&'static str, &'static str)>,
    pub body: Cow<'static, [u8]>,
}

impl HttpResponse {
    pub fn of(status: u16) -> Self {
        Self { status, fields: Vec::new(), body: Cow::Borrowed(&[]) }
    }
}

pub struct HttpListener(TcpListener);

impl HttpListener {
    /// Listens at an address; at any free port if its port is 0.
    pub fn at(address: SocketAddr) -> io::Result<Self> {
        TcpListener::bind(address).map(Self)
    }

    pub fn address(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }

    /// Answers until the program ends, without blocking the caller.
    pub fn serve(self, answer: impl Fn(&HttpRequest<'_>) -> HttpResponse + Send + Sync + 'static) {
        thread::spawn(move || accept(&self.0, &Arc::new(answer)));
    }
}

/// An open connection as others see it: its stream, and whether it is being answered.
type Seen = (TcpStream, bool);

/// The open connections in order of arrival, and the number of their threads, including those of
/// dropped connections that have not ended yet.
#[derive(Default)]
struct OpenConnections {
    open: BTreeMap<u64, Seen>,
    threads: usize,
}

/// A connection's place among the open ones, given up when this is dropped.
struct ConnectionGuard {
    open: Arc<Mutex<OpenConnections>>,
    number: u64,
}

impl ConnectionGuard {
    /// A place for a connection, possibly taken from another one; `None` if threads end too slowly.
    fn take(open: &Arc<Mutex<OpenConnections>>, number: u64, stream: &TcpStream) -> Option<Self> {
        let mut all = lock(open);
        if all.threads >= 2 * MOST_CONNECTIONS {
            return None;
        }
        if all.open.len() >= MOST_CONNECTIONS {
            let first = all.open.iter().min_by_key(|(at, (_, answered))| (*answered, **at));
            let first = first.map(|(at, _)| *at)?;
            if let Some((stream, _)) = all.open.remove(&first) {
                // Its thread sees the end of the stream.
                let _ = stream.shutdown(Shutdown::Both);
            }
        }
        all.open.insert(number, (stream.try_clone().ok()?, false));
        all.threads += 1;
        Some(Self { open: Arc::clone(open), number })
    }

    /// While it is answered, those go before it that are not.
    fn answered(&self, is_answered: bool) {
        if let Some((_, answered)) = lock(&self.open).open.get_mut(&self.number) {
            *answered = is_answered;
        }
    }
}

impl Drop for ConnectionGuard {
    fn drop(&mut self) {
        let mut all = lock(&self.open);
        all.open.remove(&self.number);
        all.threads -= 1;
    }
}

fn lock(open: &Mutex<OpenConnections>) -> MutexGuard<'_, OpenConnections> {
    open.lock().unwrap_or_else(PoisonError::into_inner)
}

fn accept<A>(listener: &TcpListener, answer: &Arc<A>)
where
    A: Fn(&HttpRequest<'_>) -> HttpResponse + Send + Sync + 'static,
{
    let open = Arc::<Mutex<OpenConnections>>::default();
    for (number, stream) in (0..).zip(listener.incoming()) {
        // Out of descriptors, accept fails again and again: without a pause this would spin.
        let Ok(stream) = stream else {
            thread::sleep(PATIENCE);
            continue;
        };
        // Threads that were sent away end within moments; who comes meanwhile waits.
        let place = loop {
            match ConnectionGuard::take(&open, number, &stream) {
                Some(place) => break place,
                None => thread::sleep(PATIENCE),
            }
        };
        let answer = Arc::clone(answer);
        let work = move || {
            // A browser that went away is no matter of ours.
            let _ = converse(&stream, &place, &*answer);
        };
        if thread::Builder::new().stack_size(STACK).spawn(work).is_err() {
            // The closure is dropped, and with it the connection and its place.
            thread::sleep(PATIENCE);
        }
    }
}

fn converse(
    mut stream: &TcpStream,
    place: &ConnectionGuard,
    answer: &impl Fn(&HttpRequest<'_>) -> HttpResponse,
) -> io::Result<()> {
    // Head and body are two writes: Nagle's algorithm would hold the second one back.
    stream.set_nodelay(true)?;
    let mut head = [0; MOST_HEAD];
    let (given, has_body) = match read_head(stream, &mut head) {
        // Nothing came, as of a browser that connects before it has anything to ask.
        Ok([]) => return Ok(()),
        Ok(head) => {
            place.answered(true);
            respond(head, answer)
        }
        Err(status) => (HttpResponse::of(status), true),
    };
    send(stream, &given, has_body)?;
    place.answered(false);
    // Reads a little of what still comes. A stream that is closed with bytes unread is reset, and
    // the other side loses the answer that says why its request was refused (RFC 9112, section
    // 9.6).
    stream.shutdown(Shutdown::Write)?;
    let (end, mut left) = (Instant::now() + LINGER.0, LINGER.1);
    let mut some = [0; 4096];
    while left > 0 {
        let time = end.saturating_duration_since(Instant::now());
        // A time of zero is refused by the system, which ends it as well.
        stream.set_read_timeout(Some(time))?;
        match stream.read(&mut some)? {
            0 => break,
            read => left = left.saturating_sub(read),
        }
    }
    Ok(())
}

/// A head up to its empty line; the status if none arrives.
fn read_head<'a>(mut stream: &TcpStream, head: &'a mut [u8]) -> Result<&'a [u8], u16> {
    let end = Instant::now() + HEAD_TIME;
    let mut length = 0;
    loop {
        let left = end.saturating_duration_since(Instant::now());
        if left.is_zero() || stream.set_read_timeout(Some(left)).is_err() {
            break;
        }
        match stream.read(&mut head[length..]) {
            // A full buffer leaves an empty slice, into which nothing is read either.
            Ok(0) if length == head.len() => return Err(431),
            Ok(0) => break,
            Ok(more) => {
                // An empty line may come in two reads, of bare line feeds too (RFC 9112, 2.2).
                let from = length.saturating_sub(3);
                length += more;
                let new = &head[from..length];
                if new.windows(2).any(|two| two == b"\n\n")
                    || new.windows(3).any(|three| three == b"\n\r\n")
                {
                    return Ok(&head[..length]);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    if length == 0 { Ok(&[]) } else { Err(408) }
}

/// The answer to a head, and whether its body is sent.
fn respond(
    head: &[u8],
    answer: &impl Fn(&HttpRequest<'_>) -> HttpResponse,
) -> (HttpResponse, bool) {
    let mut fields = [EMPTY_HEADER; MOST_FIELDS];
    let mut parsed = httparse::Request::new(&mut fields);
    match parsed.parse(head) {
        Ok(Status::Complete(_)) => {}
        Err(httparse::Error::TooManyHeaders) => return (HttpResponse::of(431), true),
        Ok(Status::Partial) | Err(_) => return (HttpResponse::of(400), true),
    }
    let (method, target) = (parsed.method.unwrap_or_default(), parsed.path.unwrap_or_default());
    let given = match refusal(parsed.headers) {
        Some(status) => HttpResponse::of(status),
        None => answer(&HttpRequest {
            method,
            path: target.split(['?', '#']).next().unwrap_or_default(),
            hosts: values(parsed.headers, "Host").collect(),
        }),
    };
    (given, method != "HEAD")
}

/// The values of a field; one that is no text is empty.
fn values<'a>(fields: &'a [Header<'a>], name: &str) -> impl Iterator<Item = &'a str> {
    let own = fields.iter().filter(move |field| field.name.eq_ignore_ascii_case(name));
    own.map(|field| str::from_utf8(field.value).unwrap_or_default())
}

/// Why a request is rejected: it has a body, or it cannot be known whether it has one (RFC 9112, section 6.3).
fn refusal(fields: &[Header<'_>]) -> Option<u16> {
    if values(fields, "Transfer-Encoding").next().is_some() {
        return Some(413);
    }
    values(fields, "Content-Length").find_map(|length| match length.trim() {
        zeros if !zeros.is_empty() && zeros.bytes().all(|digit| digit == b'0') => None,
        digits if !digits.is_empty() && digits.bytes().all(|it| it.is_ascii_digit()) => Some(413),
        _ => Some(400),
    })
}

fn send(stream: &TcpStream, answer: &HttpResponse, has_body: bool) -> io::Result<()> {
    let end = Instant::now() + ANSWER_TIME;
    // The phrase of the statuses that are answered (RFC 9110, section 15).
    let reason = match answer.status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        413 => "Content Too Large",
        421 => "Misdirected Request",
        431 => "Request Header Fields Too Large",
        _ => "",
    };
    let mut head = format!(
        "HTTP/1.1 {} {}\r\nConnection: close\r\nContent-Length: {}\r\n",
        answer.status,
        reason,
        answer.body.len()
    );
    for (name, value) in &answer.fields {
        // Writing to a string does not fail.
        let _ = write!(head, "{name}: {value}\r\n");
    }
    head.push_str("\r\n");
    write_until(stream, head.as_bytes(), end)?;
    if has_body { write_until(stream, &answer.body, end) } else { Ok(()) }
}

fn write_until(mut stream: &TcpStream, mut bytes: &[u8], end: Instant) -> io::Result<()> {
    while !bytes.is_empty() {
        let left = end.saturating_duration_since(Instant::now());
        // A time of zero is refused by the system.
        stream.set_write_timeout(Some(left))?;
        match stream.write(bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => bytes = &bytes[written..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;

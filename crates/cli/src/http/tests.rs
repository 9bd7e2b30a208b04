use super::*;

/// A server that answers with the path and the hosts.
fn served() -> SocketAddr {
    let listener = HttpListener::at(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
    let address = listener.address().unwrap();
    listener.serve(|request| {
        let text = format!("{} of {}", request.path, request.hosts.join(","));
        let body = Cow::Owned(text.into_bytes());
        HttpResponse { status: 200, fields: vec![("Content-Type", "text/plain")], body }
    });
    address
}

/// The response to these bytes until the server closes.
fn sent(to: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(to).unwrap();
    // The server may have answered and closed before all is sent.
    let _ = stream.write_all(bytes);
    rest(stream)
}

fn rest(mut stream: TcpStream) -> String {
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8(answer).unwrap()
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

#[test]
fn a_request_is_answered_and_its_connection_closed() {
    let server = served();
    let whole = sent(server, b"GET /a?b HTTP/1.1\r\nHost: one\r\nHOST: two\r\n\r\n");
    let (head, body) = whole.split_once("\r\n\r\n").unwrap();
    assert_eq!(body, "/a of one,two");
    assert!(
        head.starts_with("HTTP/1.1 200 OK\r\n") && head.contains("Content-Length: 13"),
        "{head}"
    );
    assert!(head.contains("Connection: close\r\nContent-Length"), "{head}");
    let head = sent(server, b"HEAD /a HTTP/1.0\n\n");
    assert!(head.contains("Content-Length: 6") && head.ends_with("\r\n\r\n"), "{head}");
    // A head arrives in pieces, and anything after it is not answered.
    let mut slow = TcpStream::connect(server).unwrap();
    slow.set_nodelay(true).unwrap();
    for byte in b"GET /b HTTP/1.1\r\nHost: c\r\n\r\n" {
        slow.write_all(&[*byte]).unwrap();
    }
    let _ = slow.write_all(b"GET /second HTTP/1.1\r\n\r\n");
    let answer = rest(slow);
    assert!(answer.ends_with("/b of c") && answer.matches("HTTP/1.1").count() == 1, "{answer}");
}

#[test]
fn a_body_is_refused_unread() {
    let server = served();
    for (field, code) in [
        ("Content-Length: 999999999999", "413"),
        ("content-length: 99999999999999999999999999", "413"),
        ("Content-Length: 1", "413"),
        ("Transfer-Encoding: chunked", "413"),
        ("Content-Length: 0\r\nContent-Length: 5", "413"),
        ("Content-Length: -1", "400"),
        ("Content-Length: 1, 1", "400"),
        ("Content-Length:", "400"),
        ("Content-Length: 0", "200"),
        ("Content-Length: 00", "200"),
    ] {
        let answer =
            sent(server, format!("POST / HTTP/1.1\r\nHost: a\r\n{field}\r\n\r\n").as_bytes());
        assert_eq!(status(&answer), code, "{field}: {answer}");
    }
}

#[test]
fn a_head_without_end_or_sense_is_refused() {
    let server = served();
    let start = b"GET / HTTP/1.1\r\n".to_vec();
    let of = |more: Vec<u8>| [start.clone(), more].concat();
    for (bytes, code) in [
        (of([b"X: ".to_vec(), vec![b'x'; 1 << 20]].concat()), "431"),
        (of(b"X: y\r\n".repeat(1 << 16)), "431"),
        (of([b"X: y\r\n".repeat(MOST_FIELDS + 1), b"\r\n".to_vec()].concat()), "431"),
        (vec![b'A'; 1 << 20], "431"),
        (b"\0\x01\x02\r\n\r\n".to_vec(), "400"),
        (b"GET / HTTP/3.0\r\n\r\n".to_vec(), "400"),
        (of(b"no field\r\n\r\n".to_vec()), "400"),
    ] {
        let answer = sent(server, &bytes);
        assert_eq!(status(&answer), code, "{answer}");
    }
}

/// Silent connections take no place from a browser, however many they are; each goes in its time.
#[test]
fn connections_that_send_nothing_take_no_place() {
    let server = served();
    let connect = |_| {
        let mut stream = TcpStream::connect(server).unwrap();
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nX: ");
        stream
    };
    let mut silent: Vec<TcpStream> = (0..3 * MOST_CONNECTIONS).map(connect).collect();
    let answer = sent(server, b"GET /good HTTP/1.1\r\n\r\n");
    assert!(answer.ends_with("/good of "), "{answer}");
    let last = silent.pop().unwrap();
    assert_eq!(status(&rest(last)), "408");
}

/** Sockets, HTTP statuses and redirects. */
import type { Socket } from "node:net";
import type { AttackClass, Outcome, ResponseAttack } from "../attack";
import { address, addresses, body, http, many, pour, sends } from "../payloads";

const whole = addresses(address());
const head = (...lines: readonly string[]) =>
  `${["HTTP/1.1 200 OK", "Content-Type: text/xml; charset=utf-8", ...lines].join("\r\n")}\r\n\r\n`;
const sendsRaw = (text: () => string) => sends(() => Buffer.from(text(), "utf8"));

/** Writes one piece every 100 ms until the client closes the connection. */
function drip(socket: Socket, start: string, pieces: () => string): void {
  socket.write(start);
  const timer = setInterval(() => socket.write(pieces()), 100);
  socket.on("close", () => clearInterval(timer));
}

function* forever(unit: string): Generator<string> {
  for (;;) yield* many(unit, 65_536);
}

const broken = (
  name: string,
  serve: ResponseAttack["serve"],
  outcome: Outcome = "ConnectionError",
): ResponseAttack => ({
  name,
  outcome,
  serve,
});

export const transport: AttackClass<ResponseAttack> = {
  name: "transport",
  attacks: [
    {
      name: "net-dns-failure",
      outcome: "ConnectionError",
      serve: () => undefined,
      endpoint: () => "https://no-such-host.invalid/service",
      requests: 0,
    },
    broken("net-reset-after-request", (socket) => socket.resetAndDestroy()),
    broken("net-reset-mid-body", (socket) => {
      socket.write(head("Content-Length: 5000") + whole.slice(0, 300), () =>
        setTimeout(() => socket.resetAndDestroy(), 20),
      );
    }),
    broken("net-truncated-content-length", (socket) => socket.end(head("Content-Length: 5000") + whole.slice(0, 300))),
    broken("net-truncated-but-wellformed", (socket) =>
      socket.end(head(`Content-Length: ${whole.length + 100}`) + whole),
    ),
    broken(
      "net-bad-chunk-size",
      sendsRaw(() => `${head("Transfer-Encoding: chunked")}zz\r\n${whole}\r\n0\r\n\r\n`),
    ),
    broken("net-chunk-size-huge", (socket) => {
      socket.end(`${head("Transfer-Encoding: chunked")}fffffffffffffffff\r\n${whole}`);
    }),
    broken("net-chunk-extension-flood", (socket) => {
      socket.write(head("Transfer-Encoding: chunked"));
      void pour(socket, ["5;", ...many("a=b;", 4_000_000)]);
    }),
    broken(
      "net-two-content-lengths",
      sendsRaw(() => `${head(`Content-Length: ${whole.length}`, "Content-Length: 5")}${whole}`),
    ),
    {
      ...broken(
        "net-headers-only-then-silence",
        sendsRaw(() => head("Content-Length: 500")),
        "TimeoutError",
      ),
      slow: true,
    },
    {
      ...broken(
        "net-half-body-then-silence",
        sendsRaw(() => head("Content-Length: 5000") + whole.slice(0, 300)),
        "TimeoutError",
      ),
      slow: true,
    },
    {
      ...broken(
        "net-slow-headers-drip",
        (socket) => drip(socket, "HTTP/1.1 200 OK\r\n", () => "X-A: b\r\n"),
        "TimeoutError",
      ),
      slow: true,
    },
    {
      ...broken(
        "net-slow-body-drip",
        (socket) => drip(socket, head("Content-Length: 500000") + whole.slice(0, whole.indexOf("<City>")), () => " "),
        "TimeoutError",
      ),
      slow: true,
    },
    {
      ...broken(
        "net-never-ending-body",
        (socket) => {
          socket.write(head("Connection: close"));
          void pour(
            socket,
            (function* () {
              yield whole.slice(0, whole.indexOf("</Address_GetListResult>"));
              yield* forever(address());
            })(),
          );
        },
        "ResponseError(limit)",
      ),
      options: { timeoutMs: 5000, deadlineMs: 6000 },
      slow: true,
    },
    {
      ...broken(
        "net-never-ending-whitespace-after-root",
        (socket) => {
          socket.write(head("Connection: close"));
          void pour(
            socket,
            (function* () {
              yield whole;
              yield* forever(" ");
            })(),
          );
        },
        "ResponseError(limit)",
      ),
      options: { timeoutMs: 5000, deadlineMs: 6000 },
      slow: true,
    },
    broken(
      "net-endless-1xx",
      (socket) => void pour(socket, forever("HTTP/1.1 102 Processing\r\n\r\n")),
      "TimeoutError",
    ),
    broken(
      "net-103-early-hints-then-200",
      sendsRaw(() => `HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${http(whole)}`),
      "value",
    ),
    broken(
      "net-100-continue-then-200",
      sendsRaw(() => `HTTP/1.1 100 Continue\r\n\r\n${http(whole)}`),
      "value",
    ),
    broken(
      "net-101-upgrade",
      sendsRaw(() => "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"),
    ),
    broken(
      "net-huge-header-1MB",
      sendsRaw(() => head(`X-A: ${"a".repeat(1_048_576)}`)),
      "ResponseError(limit)",
    ),
    broken("net-http09", (socket) => socket.end(whole)),
    broken(
      "net-lf-only-headers",
      sendsRaw(() => head(`Content-Length: ${whole.length}`).replaceAll("\r\n", "\n") + whole),
    ),
    broken(
      "net-nul-in-header",
      sendsRaw(() => head("X-A: a\0b", `Content-Length: ${whole.length}`) + whole),
    ),
    broken(
      "net-http10-close",
      (socket) => socket.end(`HTTP/1.0 200 OK\r\nContent-Type: text/xml; charset=utf-8\r\n\r\n${whole}`),
      "value",
    ),
    {
      ...broken(
        "net-desync-extra-response",
        (socket) => {
          socket.write(Buffer.concat([http(whole), http(addresses(address({ Id: "666" })))]));
        },
        "value",
      ),
      calls: 2,
    },
    {
      ...broken(
        "net-keepalive-stale-close",
        (socket, { number }) => {
          socket.write(http(whole));
          if (number === 1) setTimeout(() => socket.destroy(), 5);
        },
        "value",
      ),
      calls: 2,
    },
  ],
};

export const tls: AttackClass<ResponseAttack> = {
  name: "tls",
  attacks: [
    { name: "tls-self-signed", outcome: "ConnectionError", serve: body(() => whole), wire: "tls", requests: 0 },
    {
      name: "tls-plain-http-on-https-port",
      outcome: "ConnectionError",
      serve: body(() => whole),
      endpoint: (port) => `https://127.0.0.1:${port}/service`,
      wire: "plain",
      requests: 0,
    },
  ],
};

const html = "<!DOCTYPE html><html><body><p>An error page</p></body></html>";
const empty = (status: string): ResponseAttack => ({
  name: `http-${status.slice(0, 3)}-empty`,
  outcome: "HttpError",
  serve: sends(() => http("", status)),
});
const page = (status: string): ResponseAttack => ({
  name: `http-${status.slice(0, 3)}-html`,
  outcome: "HttpError",
  serve: sends(() => http(html, status, { "Content-Type": "text/html" })),
});
const success = (status: string, outcome: Outcome): ResponseAttack => ({
  name: `http-${status.slice(0, 3)}-with-success-envelope`,
  outcome,
  serve: sends(() => http(whole, status)),
});
const retryAfter = (name: string, value: string, requests: number, slow = false): ResponseAttack => ({
  name: `http-503-retry-after-${name}`,
  outcome: "HttpError",
  serve: sends(() => http("", "503 Service Unavailable", { "Retry-After": value })),
  options: { retries: 2, deadlineMs: 4000 },
  requests,
  slow,
});

export const statuses: AttackClass<ResponseAttack> = {
  name: "http",
  attacks: [
    {
      name: "http-200-plain-text",
      outcome: "ResponseError(content-type)",
      serve: body(() => "OK", { "Content-Type": "text/plain" }),
    },
    {
      name: "http-200-soap-as-texthtml",
      // With a note, and not in strict: see undeclared-content.test.ts.
      outcome: "value",
      serve: body(() => whole, { "Content-Type": "text/html; charset=utf-8" }),
    },
    {
      name: "http-200-soap-no-content-type",
      outcome: "value",
      serve: body(() => whole, { "Content-Type": undefined }),
    },
    {
      name: "http-200-multipart-mtom",
      outcome: "value",
      serve: body(
        () => `--b\r\nContent-Type: application/xop+xml; charset=utf-8; type="text/xml"\r\n\r\n${whole}\r\n--b--`,
        { "Content-Type": 'multipart/related; type="application/xop+xml"; boundary=b; start-info="text/xml"' },
      ),
    },
    ...[
      ...["400 Bad Request", "404 Not Found", "405 Method Not Allowed", "407 Proxy Authentication Required"],
      ...["408 Request Timeout", "413 Payload Too Large", "415 Unsupported Media Type", "429 Too Many Requests"],
      "503 Service Unavailable",
    ].map(empty),
    ...[
      ...["400 Bad Request", "401 Unauthorized", "403 Forbidden", "404 Not Found", "500 Internal Server Error"],
      ...["502 Bad Gateway", "503 Service Unavailable"],
    ].map(page),
    success("201 Created", "value"),
    success("202 Accepted", "value"),
    success("203 Non-Authoritative Information", "value"),
    success("300 Multiple Choices", "HttpError"),
    success("304 Not Modified", "HttpError"),
    success("403 Forbidden", "HttpError"),
    success("500 Internal Server Error", "HttpError"),
    retryAfter("1", "1", 3, true),
    retryAfter("999999999", "999999999", 1),
    retryAfter("-1", "-1", 3),
    retryAfter("Thu%2C%2001%20", "Thu, 01 Jan 1970 00:00:00 GMT", 3),
    retryAfter("Fri%2C%2031%20", "Fri, 31 Dec 9999 23:59:59 GMT", 1),
    {
      name: "http-set-cookie-not-kept",
      outcome: "value",
      serve: (socket, { head: asked, number }) => {
        const isKept = number === 2 && /^cookie:/im.test(asked);
        socket.write(isKept ? http("", "500 Cookie") : http(whole, "200 OK", { "Set-Cookie": "session=1; Path=/" }));
      },
      calls: 2,
    },
  ],
};

/** Another host name of this machine. A request there proves that a redirect was followed. */
const OTHER = "http://localhost:9/elsewhere";
const redirect = (name: string, status: string, location: string): ResponseAttack => ({
  name: `redirect-${name}`,
  outcome: "HttpError",
  serve: sends(() => http("", status, { Location: location })),
  options: { retries: 2 },
});

export const redirects: AttackClass<ResponseAttack> = {
  name: "redirect",
  attacks: [
    redirect("301-other-host", "301 Moved Permanently", OTHER),
    redirect("302-other-host", "302 Found", OTHER),
    redirect("302-same-host", "302 Found", "/service"),
    redirect("303-other-host", "303 See Other", OTHER),
    redirect("303-same-host", "303 See Other", "/service"),
    redirect("307-other-host", "307 Temporary Redirect", OTHER),
    redirect("308-other-host", "308 Permanent Redirect", OTHER),
    redirect("loop", "302 Found", "/service?again"),
  ],
};

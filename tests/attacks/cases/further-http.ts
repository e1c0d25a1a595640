/** Additional attacks that are not on the shared list: HTTP. */
import type { AttackClass, ResponseAttack } from "../attack";
import { address, addresses, body, envelope, http, pours, result, sends } from "../payloads";
import { chunked, ends, LENGTH, OK, raw, typed, value, whole } from "./tools";

export const furtherHttp: AttackClass<ResponseAttack> = {
  name: "further http",
  attacks: [
    value("trailers", chunked(Buffer.from(whole), 100, "X-Trailer: 1\r\n")),
    ends("trailers-with-a-length", "ConnectionError", chunked(Buffer.from(whole), 100, "Content-Length: 5\r\n")),
    ends(
      "trailers-over-the-limit",
      "ResponseError(limit)",
      chunked(Buffer.from(whole), 100, `X: ${"y".repeat(40_000)}\r\n`),
    ),
    ends("ten-thousand-headers", "ResponseError(limit)", raw(`${OK}\r\n${"X: y\r\n".repeat(10_000)}${LENGTH}`)),
    value(
      "status-100-many-times",
      sends(() => Buffer.concat([Buffer.from("HTTP/1.1 100 Continue\r\n\r\n".repeat(500)), http(whole)])),
    ),
    value(
      "status-102-103-many-times",
      sends(() =>
        Buffer.concat([Buffer.from("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".repeat(500)), http(whole)]),
      ),
    ),
    ends(
      "status-101",
      "ConnectionError",
      raw("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket", ""),
    ),
    {
      ...ends("status-100-for-ever", "TimeoutError", (socket) => {
        const timer = setInterval(() => socket.write("HTTP/1.1 100 Continue\r\n\r\n".repeat(100)), 5);
        socket.on("close", () => clearInterval(timer));
      }),
      options: { timeoutMs: 400 },
    },
    ends("status-204", "HttpError", raw("HTTP/1.1 204 No Content", "")),
    ends(
      "status-202",
      "HttpError",
      sends(() => http("", "202 Accepted")),
    ),
    ends(
      "status-205",
      "HttpError",
      sends(() => http("", "205 Reset Content")),
    ),
    ends(
      "status-206",
      "HttpError",
      sends(() => http(whole, "206 Partial Content", { "Content-Range": "bytes 0-9/99" })),
    ),
    ends("status-304", "HttpError", raw("HTTP/1.1 304 Not Modified\r\nContent-Type: text/xml", "")),
    ends(
      "status-300-with-an-envelope",
      "HttpError",
      sends(() => http(whole, "300 Multiple Choices")),
    ),
    ends(
      "status-999",
      "HttpError",
      sends(() => http(whole, "999 Whatever")),
    ),
    ends("status-of-two-digits", "ConnectionError", raw(`HTTP/1.1 20 OK\r\n${LENGTH}`)),
    ends("http-0.9", "ConnectionError", (socket) => socket.end(whole)),
    value("http-2.0-in-the-status-line", raw(`HTTP/2.0 200 OK\r\nContent-Type: text/xml\r\n${LENGTH}`)),
    value(
      "http-1.0-until-close",
      pours(() => [whole]),
    ),
    ends("length-twice-the-same", "ConnectionError", raw(`${OK}\r\n${LENGTH}\r\n${LENGTH}`)),
    ends("length-negative", "ConnectionError", raw(`${OK}\r\nContent-Length: -1`)),
    ends("length-with-plus", "ConnectionError", raw(`${OK}\r\nContent-Length: +${whole.length}`)),
    ends("length-beyond-numbers", "ConnectionError", raw(`${OK}\r\nContent-Length: 99999999999999999999999`)),
    ends(
      "length-and-chunked",
      "ConnectionError",
      raw(`${OK}\r\nTransfer-Encoding: chunked\r\n${LENGTH}`, `5\r\n<?xml\r\n0\r\n\r\n`),
    ),
    ends("header-folded", "ConnectionError", raw(`${OK};\r\n charset=utf-8\r\n${LENGTH}`)),
    ends("header-with-nul", "ConnectionError", raw(`${OK}\r\nX: a\0b\r\n${LENGTH}`)),
    ends("header-without-name", "ConnectionError", raw(`${OK}\r\n: a\r\n${LENGTH}`)),
    ends("blank-before-colon", "ConnectionError", raw(`${OK}\r\nX : a\r\n${LENGTH}`)),
    ends(
      "bare-line-feeds",
      "ConnectionError",
      sends(() => `HTTP/1.1 200 OK\nContent-Type: text/xml\n${LENGTH}\n\n${whole}`),
    ),
    value("header-__proto__", raw(`${OK}\r\n__proto__: x\r\nconstructor: y\r\n${LENGTH}`)),
    {
      ...ends(
        "location-with-credentials",
        "HttpError",
        raw(
          `HTTP/1.1 302 Found\r\nLocation: https://marker-user-7781:marker-token-9f31@h/marker-token-9f31/%6darker-domain-5c02?t=marker-token-9f31\r\nContent-Length: 0`,
          "",
        ),
      ),
    },
    ends(
      "location-that-is-no-address",
      "HttpError",
      raw("HTTP/1.1 302 Found\r\nLocation: javascript:alert(1)\r\nContent-Length: 0", ""),
    ),
    {
      ...value(
        "second-answer-smuggled-behind",
        raw(`${OK}\r\n${LENGTH}`, whole + http(addresses(address({ Street: "Smuggled" }))).toString()),
      ),
      calls: 2,
    },
    value(
      "mtom",
      typed(
        'multipart/related; type="application/xop+xml"; boundary=b',
        () => `--b\r\nContent-Type: application/xop+xml\r\n\r\n${whole}\r\n--b--`,
      ),
    ),
    ends(
      "mtom-said-to-be-xml",
      "ResponseError(xml)",
      typed("text/xml", () => `--b\r\nContent-Type: application/xop+xml\r\n\r\n${whole}\r\n--b--`),
    ),
    ends(
      "xop-include",
      "ResponseError(value)",
      body(() =>
        addresses(
          address({
            Street: '<xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="file:///etc/passwd"/>',
          }),
        ),
      ),
    ),
    ends(
      "content-type-list",
      "ResponseError(content-type)",
      typed("text/html, text/xml", () => whole),
    ),
    ends(
      "content-type-differing-with-charsets",
      "ResponseError(content-type)",
      typed("text/xml; charset=utf-8, text/html; charset=utf-8", () => whole),
    ),
    {
      ...ends(
        "content-type-twice-in-strict",
        "ResponseError(content-type)",
        typed("text/xml; charset=utf-8, text/xml; charset=utf-8", () => whole),
        /although its body is one/,
      ),
      options: { validation: "strict" },
      lenient: "value",
    },
    {
      ...ends(
        "soap-as-text-html-in-strict",
        "ResponseError(content-type)",
        typed("text/html; charset=utf-8", () => whole),
        /although its body is one/,
      ),
      options: { validation: "strict" },
      lenient: "value",
    },
    ends(
      "page-around-an-envelope",
      "ResponseError(content-type)",
      typed("text/html", () => `<html><body>${whole.slice(whole.indexOf("?>") + 2)}</body></html>`),
    ),
    ends(
      "dtd-before-an-envelope-as-text-html",
      "ResponseError(content-type)",
      typed("text/html", () => `<!DOCTYPE a [<!ENTITY b "c">]>${whole.slice(whole.indexOf("?>") + 2)}`),
    ),
    ends(
      "json-with-an-envelope-inside",
      "ResponseError(content-type)",
      typed("application/json", () => JSON.stringify(whole)),
    ),
    ends(
      "fault-in-a-202",
      "FaultError",
      sends(() =>
        http(
          envelope("<soap:Fault><faultcode>soap:Server</faultcode><faultstring>no</faultstring></soap:Fault>"),
          "202 Accepted",
        ),
      ),
    ),
    ends(
      "result-in-a-500",
      "HttpError",
      sends(() => http(envelope(result(address())), "500 Oops")),
    ),
  ],
};

// The service, in a process of its own: canned answers over keep-alive HTTP, as cheap as Node allows, so that the client
// is what is measured. `/entries/N` answers a list of N entries, `/entries12/N` the same in SOAP 1.2, `/stream/N` the same in
// chunks made on the way, `/fault` a fault, `/stored` the response of `tests/compare/records.wsdl`.
// Sends its port to the parent, and stops when the parent is gone.
import { createServer } from "node:net";
import { addressElements, after, before, envelope, fault, inSoap12, stored, streamBlock } from "./responses.mjs";

const headers = (contentType) =>
  `Cache-Control: private, max-age=0\r\nContent-Type: ${contentType}; charset=utf-8\r\nServer: Microsoft-IIS/10.0\r\n` +
  "X-AspNet-Version: 4.0.30319\r\nX-Powered-By: ASP.NET\r\nDate: Sat, 21 Nov 2026 09:00:00 GMT\r\n";
const common = headers("text/xml");
const canned = new Map();

function cannedAnswer(path) {
  let answer = canned.get(path);
  if (answer === undefined) {
    answer = makeAnswer(path);
    canned.set(path, answer);
  }
  return answer;
}

function makeAnswer(path) {
  const [, kind, count] = path.split("/");
  if (kind === "fault") return whole("500 Internal Server Error", "text/xml", fault);
  if (kind === "stored") return whole("200 OK", "text/xml", stored);
  if (kind === "entries12") return whole("200 OK", "application/soap+xml", inSoap12(envelope(Number(count))));
  return whole("200 OK", "text/xml", envelope(Number(count)));
}

function whole(status, contentType, text) {
  const body = Buffer.from(text);
  const head = `HTTP/1.1 ${status}\r\n${headers(contentType)}Content-Length: ${body.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
}

const chunk = (text) => {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);
};

/** Writes the entries of a block repeatedly, as fast as the socket accepts them. */
function streamAnswer(socket, count) {
  const block = streamBlock;
  const full = chunk(addressElements(0, block));
  let left = count;
  socket.write(`HTTP/1.1 200 OK\r\n${common}Transfer-Encoding: chunked\r\n\r\n`);
  socket.write(chunk(before));
  const more = () => {
    while (left > 0) {
      const now = Math.min(left, block);
      left -= now;
      if (!socket.write(now === block ? full : chunk(addressElements(0, now)))) {
        socket.once("drain", more);
        return;
      }
    }
    socket.write(chunk(after));
    socket.write("0\r\n\r\n");
  };
  more();
}

/** Returns the end of the first request in `bytes`, and its path; undefined while it is incomplete. */
function readRequest(bytes) {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd < 0) return undefined;
  const head = bytes.latin1Slice(0, headEnd);
  const length = /content-length: *(\d+)/i.exec(head);
  if (length === null) throw new Error(`request without Content-Length:\n${head}`);
  const end = headEnd + 4 + Number(length[1]);
  return bytes.length < end ? undefined : { end, path: head.slice(5, head.indexOf(" ", 5)) };
}

const server = createServer((socket) => {
  socket.setNoDelay(true);
  let pending = Buffer.alloc(0);
  socket.on("error", () => socket.destroy());
  socket.on("data", (bytes) => {
    pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
    for (let request = readRequest(pending); request !== undefined; request = readRequest(pending)) {
      pending = pending.subarray(request.end);
      const stream = /^\/stream\/(\d+)$/.exec(request.path);
      if (stream === null) socket.write(cannedAnswer(request.path));
      else streamAnswer(socket, Number(stream[1]));
    }
  });
});

process.on("disconnect", () => process.exit(0));
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));

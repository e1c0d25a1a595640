// The service, in a process of its own: canned answers over keep-alive HTTP, as cheap as Node allows, so that the client
// is what is measured. `/entries/N` answers a list of N entries, `/stream/N` the same in chunks made on the way.
// Sends its port to the parent, and stops when the parent is gone.
import { createServer } from "node:net";
import { addressElements, after, before, envelope, streamBlock } from "./responses.mjs";

const common =
  "Cache-Control: private, max-age=0\r\nContent-Type: text/xml; charset=utf-8\r\nServer: Microsoft-IIS/10.0\r\n" +
  "X-AspNet-Version: 4.0.30319\r\nX-Powered-By: ASP.NET\r\nDate: Sat, 21 Nov 2026 09:00:00 GMT\r\n";
const canned = new Map();

function cannedAnswer(count) {
  let answer = canned.get(count);
  if (answer === undefined) {
    const body = Buffer.from(envelope(count));
    answer = Buffer.concat([Buffer.from(`HTTP/1.1 200 OK\r\n${common}Content-Length: ${body.length}\r\n\r\n`), body]);
    canned.set(count, answer);
  }
  return answer;
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
      const [, kind, count] = request.path.split("/");
      if (kind === "stream") streamAnswer(socket, Number(count));
      else socket.write(cannedAnswer(Number(count)));
    }
  });
});

process.on("disconnect", () => process.exit(0));
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));

import { Socket } from "node:net";
import { Duplex } from "node:stream";
import { controlFlow, type SocketFlow } from "../../src/transport/connection";

/** A socket that carries the test's bytes, and the bytes that a reader in the manner of undici got. */
function open(): {
  socket: Socket;
  flow: SocketFlow;
  push: (text: string | null) => void;
  got: () => string;
  ended: () => boolean;
} {
  const duplex = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  const socket = duplex as unknown as Socket;
  const flow = controlFlow(socket);
  let text = "";
  let ended = false;
  socket.on("readable", () => {
    for (let chunk = socket.read(); chunk !== null; chunk = socket.read()) text += chunk.toString("latin1");
  });
  socket.on("end", () => {
    ended = true;
  });
  return {
    socket,
    flow,
    push: (pushed) => void duplex.push(pushed === null ? null : Buffer.from(pushed, "latin1")),
    got: () => text,
    ended: () => ended,
  };
}

const settle = async (): Promise<void> => {
  for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
};

const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
const PROCESSING = "HTTP/1.1 102 Processing\r\nA: b\r\n\r\n";
const HINTS = "HTTP/1.1 103 Early Hints\r\nLink: </x>; rel=preload\r\nB: c\r\n\r\n";

test.each([
  ["none", ""],
  ["100", CONTINUE],
  ["103, then 100", HINTS + CONTINUE],
  ["100, then 103", CONTINUE + HINTS],
  ["102, 103 and 100", PROCESSING + HINTS + CONTINUE],
  ["of HTTP/1.0", "HTTP/1.0 100 Continue\r\n\r\n"],
  ["without a reason", "HTTP/1.1 100\r\n\r\n"],
  ["of no known status", "HTTP/1.1 199 Whatever\r\n\r\n"],
])("interim responses are left out, split at every byte: %s", async (_what, interim) => {
  const whole = interim + OK;
  for (let at = 0; at <= whole.length; at++) {
    const { push, got } = open();
    push(whole.slice(0, at));
    await settle();
    expect(OK.startsWith(got())).toBe(true);
    push(whole.slice(at));
    await settle();
    expect(got()).toBe(OK);
  }
});

test("they are left out byte by byte", async () => {
  const { push, got } = open();
  for (const byte of PROCESSING + HINTS + CONTINUE + OK) {
    push(byte);
    await settle();
  }
  expect(got()).toBe(OK);
});

test.each([
  ["101", "HTTP/1.1 101 Switching Protocols\r\n\r\n"],
  ["HTTP/2", "HTTP/2.0 100 Continue\r\n\r\n"],
  ["a status of four digits", "HTTP/1.1 1000 X\r\n\r\n"],
  ["a longer number", "HTTP/1.1 10\r\n\r\n"],
  ["garbage", "1111111111111111"],
  ["a page", "<html>HTTP/1.1 100 Continue\r\n\r\n</html>"],
  ["a head that is too long", `HTTP/1.1 100 Continue\r\nA: ${"x".repeat(20_000)}\r\n\r\n`],
])("%s is left to the parser", async (_what, text) => {
  const { push, got } = open();
  push(text);
  await settle();
  expect(got() === text).toBe(true);
});

test("behind the head of the response nothing is left out, until the next request", async () => {
  const { socket, push, got } = open();
  socket.write("request");
  push(OK);
  await settle();
  push(CONTINUE);
  await settle();
  expect(got()).toBe(OK + CONTINUE);
  socket.write("request");
  push(CONTINUE + OK);
  await settle();
  expect(got()).toBe(OK + CONTINUE + OK);
});

test("while it is held nothing is read, the end included; then all of it", async () => {
  const { flow, push, got, ended } = open();
  push(OK);
  await settle();
  flow.hold();
  push("more");
  push(null);
  await settle();
  expect([got(), ended()]).toEqual([OK, false]);
  flow.release();
  await settle();
  expect([got(), ended()]).toEqual([`${OK}more`, true]);
});

test("holding and releasing twice is doing it once", async () => {
  const { flow, push, got } = open();
  flow.release();
  flow.hold();
  flow.hold();
  push(OK);
  await settle();
  flow.release();
  flow.release();
  await settle();
  expect(got()).toBe(OK);
});

test("an interim response that comes while it is held is left out too", async () => {
  const { flow, push, got } = open();
  flow.hold();
  push(CONTINUE);
  await settle();
  push(OK);
  flow.release();
  await settle();
  expect(got()).toBe(OK);
});

test("an interim response that never ends is not reported", async () => {
  const { push, got, ended } = open();
  push("HTTP/1.1 100 Conti");
  push(null);
  await settle();
  expect([got(), ended()]).toEqual(["", true]);
});

test("a socket's own size and other arguments reach it", () => {
  const socket = new Socket();
  controlFlow(socket);
  expect(socket.read(5)).toBeNull();
  socket.destroy();
});

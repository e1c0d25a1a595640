/** The costs of a response, a queue and a listener: limits that an idle machine keeps. */

import { createHash } from "node:crypto";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { book, books, envelope } from "soapwright-testing/client/shelf";
import { runChild } from "soapwright-testing/stage/child";
import { bookList } from "soapwright-testing/stage/responses";
import { listenSilently } from "soapwright-testing/stage/silent";
import { atEnd, endAfterEach, serve } from "soapwright-testing/stage/stage";
import { answer } from "soapwright-testing/transport/raw-server";
import type { CostTask, End, ListenerReport, MemoryReport, QueueReport } from "./cost-process";

endAfterEach();

const MINUTE = 60_000;

describe("namespaces in a header block that is not read", () => {
  /** Returns nested elements, each with its own declaration, of `megabytes` in total. */
  function declared(megabytes: number, write: (n: number) => string): string {
    const nested = 50;
    let text = "";
    for (let n = 0; text.length < megabytes * 2 ** 20; n += nested) {
      const opened = Array.from({ length: nested }, (_, depth) => `<a ${write(n + depth)}>`).join("");
      text += opened + "</a>".repeat(nested);
    }
    return `<Trace xmlns="urn:trace">${text}</Trace>`;
  }
  const hash = (n: number): string => createHash("sha256").update(String(n)).digest("hex");

  test.each<[string, (n: number) => string]>([
    ["of one prefix and ever new names", (n) => `xmlns:p="u${n}"`],
    ["of one prefix and long names", (n) => `xmlns:p="urn:${hash(n).repeat(3)}"`],
    ["of ever new prefixes", (n) => `xmlns:p${n}="u"`],
    ["of the default namespace", (n) => `xmlns="u${n}"`],
    ["of one name", () => `xmlns:p="u"`],
  ])(
    "%s are forgotten with the response",
    async (_what, write) => {
      const bytes = answer(gzipSync(envelope(books(book(1)), "1.1", declared(7, write)), { level: 1 }), "200 OK", [
        "Content-Encoding: gzip",
      ]);
      const server = await serve((socket, { number }) => socket.write(number === 1 ? bookList(book(1)) : bytes));
      const task: CostTask = { job: "memory after a response", url: server.url };
      const { report, end } = await runChild<MemoryReport>(join(__dirname, "cost-process.ts"), task, ["--expose-gc"]);
      expect(end).toBe(0);
      // The document may be read, or refused by one of the limits.
      expect(["ok", "RESPONSE limit"]).toContain(report?.end);
      expect(report?.keptMiB).toBeLessThan(6);
    },
    MINUTE,
  );

  test(
    "take no memory by the response while it is read, either",
    async () => {
      const bytes = answer(
        gzipSync(
          envelope(
            books(book(1)),
            "1.1",
            declared(28, (n) => `xmlns:p="u${n}"`),
          ),
          { level: 1 },
        ),
        "200 OK",
        ["Content-Encoding: gzip"],
      );
      const server = await serve((socket, { number }) => socket.write(number === 1 ? bookList(book(1)) : bytes));
      const task: CostTask = { job: "memory after a response", url: server.url };
      // Memory for four times as many namespaces would exceed this limit.
      const flags = ["--expose-gc", "--max-old-space-size=160"];
      const { report, end } = await runChild<MemoryReport>(join(__dirname, "cost-process.ts"), task, flags);
      expect(end).toBe(0);
      expect(["ok", "RESPONSE limit"]).toContain(report?.end);
    },
    2 * MINUTE,
  );
});

test(
  "a listener of responses does not make a stream keep its text",
  async () => {
    const part = Array.from({ length: 1_000 }, (_, id) => book(id, `${"x".repeat(950)} ${id}`)).join("");
    const [opening = "", closing = ""] = envelope(books(book(0))).split(book(0));
    const server = await serve((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nConnection: close\r\n\r\n${opening}`);
      let parts = 0;
      const more = (): void => {
        while (parts < 64) {
          parts++;
          if (!socket.write(part)) {
            socket.once("drain", more);
            return;
          }
        }
        socket.end(closing);
      };
      more();
    });
    const task: CostTask = { job: "a listener on a stream", url: server.url };
    const { report, end } = await runChild<ListenerReport>(join(__dirname, "cost-process.ts"), task, ["--expose-gc"]);
    expect(end).toBe(0);
    expect(report).toMatchObject({ items: 64_000, heard: [200] });
    expect(report?.mostMiB).toBeLessThan(16);
  },
  2 * MINUTE,
);

describe("calls that wait in the queue", () => {
  test.each<[End, number, string]>([
    ["expire", 60_000, "TIMEOUT"],
    ["one signal", 60_000, "ABORTED"],
    // The queue is full, so one more call is refused.
    ["close", 100_000, "ABORTED"],
  ])(
    "and end together by %s do not block the loop: %d",
    async (how, calls, code) => {
      const silent = await listenSilently();
      atEnd(silent.stop);
      const task: CostTask = { job: "queue", url: `http://127.0.0.1:${silent.port}/`, calls, end: how };
      const { report, end } = await runChild<QueueReport>(join(__dirname, "cost-process.ts"), task, ["--expose-gc"]);
      expect(end).toBe(0);
      expect(report?.ended).toEqual({ [code]: calls });
      expect(report?.oneMore).toBe(calls === 100_000 ? "OVERLOADED" : "waits");
      // The time to queue the calls is a measure of this machine's speed.
      expect(report?.blockedMs).toBeLessThan((report?.queueingMs ?? 0) / 4);
      expect(report?.settlingMs).toBeLessThan((report?.queueingMs ?? 0) * 5);
      // The limit is a quarter of a millisecond for each call. Quadratic work takes minutes.
      expect(report?.queueingMs).toBeLessThan(calls / 4);
    },
    5 * MINUTE,
  );
});

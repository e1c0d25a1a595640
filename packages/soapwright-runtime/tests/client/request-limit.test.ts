/** `maxRequestBytes`: a longer request is not sent. */

import { added } from "soapwright-testing/stage/responses";
import { listenSilently } from "soapwright-testing/stage/silent";
import { slowTest } from "soapwright-testing/stage/slow";
import { atEnd, endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";

endAfterEach();

describe("maxRequestBytes", () => {
  const withTitle = (Title: string) => ({ Book: { Id: 1, Title, Price: "1" } });

  test.each([
    ["letters", "x"],
    ["letters of several bytes", "é"],
    ["what is escaped", "&"],
  ])("is counted in bytes as they are sent, to the byte: %s", async (_what, letter) => {
    const server = await serve((socket) => socket.write(added));
    const args = withTitle(letter.repeat(3_000));
    await open({ endpoint: server.url }).addBook(args);
    const length = Number(/content-length: (\d+)/i.exec(server.requests[0]?.head ?? "")?.[1]);
    expect(length).toBeGreaterThan(3_000);
    expect(await open({ endpoint: server.url, maxRequestBytes: length }).addBook(args)).toBe(1);
    const error = await rejection(open({ endpoint: server.url, maxRequestBytes: length - 1 }).addBook(args));
    expect(error).toMatchObject({ code: "ARGUMENT", attempts: 0, operation: "Add_Book" });
    expect(error.message).toMatch(/maxRequestBytes/);
    expect(server.requests).toHaveLength(2);
  });

  slowTest("refuses an argument of 64 MiB unless it is raised", async () => {
    const silent = await listenSilently();
    atEnd(silent.stop);
    const args = withTitle("x".repeat(2 ** 26));
    const client = open({ endpoint: `http://127.0.0.1:${silent.port}/`, retries: 0, timeoutMs: 3_000 });
    expect(await rejection(client.addBook(args))).toMatchObject({ code: "ARGUMENT", attempts: 0 });
    expect(silent.open()).toBe(0);
  });

  test("is for streams too", async () => {
    const stream = open({ endpoint: "http://127.0.0.1:1/", maxRequestBytes: 100 }).getBooksStream({ ShelfId: 1 });
    await expect(stream.next()).rejects.toMatchObject({ code: "ARGUMENT" });
  });

  test.each([0, -1, 1.5, "5"])("is no option of %p", (maxRequestBytes) => {
    expect(() => open({ maxRequestBytes })).toThrow(
      expect.objectContaining({
        code: "CONFIGURATION",
        option: "maxRequestBytes",
        message: expect.stringContaining("bytes"),
      }),
    );
  });
});

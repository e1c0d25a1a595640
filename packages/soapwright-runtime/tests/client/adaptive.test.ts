/** The option `adaptive`, over sockets. */

import { bookList } from "soapwright-testing/stage/responses";
import { endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer } from "soapwright-testing/transport/raw-server";
import { adaptive } from "../../src/admissions/admissions";

endAfterEach();

test.each([
  ["429 without a fault", answer("", "429 Slow down")],
  ["503 without a fault", answer("", "503 Busy")],
])("%s lowers both limits, and good responses do not at once raise them", async (_what, refusal) => {
  const server = await serve((socket, { number }) => socket.write(number <= 3 ? refusal : bookList()));
  const client = open({ endpoint: server.url, admission: [adaptive()], retries: 0, connections: 32 });
  const before = client.stats().origins[0]!;
  expect([before.maxInFlight, before.requestsPerSecond]).toEqual([20, undefined]);
  for (let i = 0; i < 3; i++) await rejection(client.getBooks({ ShelfId: 1 }));
  const after = client.stats().origins[0]!;
  expect(after.maxInFlight).toBeLessThan(20);
  expect(after.requestsPerSecond).toBeGreaterThan(0);
  await client.getBooks({ ShelfId: 1 });
});

test("without it, and with neither of its limits, limits are those of the options", async () => {
  const server = await serve((socket) => socket.write(answer("", "429 Slow down")));
  for (const options of [{}, { admission: [adaptive({})] }]) {
    const client = open({ endpoint: server.url, retries: 0, connections: 32, ...options });
    await rejection(client.getBooks({ ShelfId: 1 }));
    expect(client.stats().origins[0]).toMatchObject({ maxInFlight: 32, requestsPerSecond: undefined });
  }
});

test.each([
  [{ rate: 1 }, "adaptive.rate"],
  [{ rates: true }, '"rates" is not an option of adaptive; rate is.'],
  ["yes", "adaptive takes an object, but is a string."],
])("%j is no value of it", (options, message) => {
  expect(() => adaptive(options as never)).toThrow(
    expect.objectContaining({ code: "CONFIGURATION", message: expect.stringContaining(message) }),
  );
});

/** A service that hangs, by a clock that the test turns: the wait is told after three seconds and ends after ten. */
import { type AddressInfo, createServer, type Socket } from "node:net";
import { turn } from "soapwright-testing/stage/gate";
import { WaitNote } from "../../packages/soapwright-cli/src/terminal/wait-note";
import { run } from "../../src/cli/run";

afterEach(() => jest.useRealTimers());

test("a wait is told once, as JSON with its reason", () => {
  jest.useFakeTimers();
  const told: string[] = [];
  const note = new WaitNote({ err: (text) => void told.push(text) }, true);
  note.begin(() => "Waiting for a service.");
  jest.advanceTimersByTime(30_000);
  note.end();
  expect(told.map((line) => JSON.parse(line) as object)).toEqual([
    { waiting: { reason: "check-waiting", message: "Waiting for a service." } },
  ]);
});

test("an outage that hangs is told after 3 s and ended after 10", async () => {
  const sockets: Socket[] = [];
  let isAsked = false;
  const server = createServer((socket) => {
    sockets.push(socket.on("error", () => {}).on("data", () => (isAsked = true)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const printed = { out: "", err: "" };
  jest.useFakeTimers({
    doNotFake: ["Date", "hrtime", "nextTick", "performance", "queueMicrotask", "setImmediate", "clearImmediate"],
  });
  try {
    let exitCode: number | undefined;
    const ended = run(["doctor", "--interface", "v3"], {
      environment: {
        EMPLOYEE_SERVICE_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        EMPLOYEE_SERVICE_DOMAIN: "sandbox",
      },
      out: (text) => {
        printed.out += text;
      },
      err: (text) => {
        printed.err += text;
      },
      stopped: () => new Promise(() => {}),
    }).then((code) => (exitCode = code));
    while (!isAsked) await turn();
    jest.advanceTimersByTime(2_999);
    await turn();
    expect(printed.err).toBe("");
    jest.advanceTimersByTime(1);
    await turn();
    expect(printed.err).toMatch(/^Waiting for the check http of v3: http:\S+, time limit 10 s\.\n$/);
    jest.advanceTimersByTime(6_999);
    await turn();
    expect(printed.out).not.toContain("http ");
    jest.advanceTimersByTime(1);
    while (exitCode === undefined) await turn();
    await ended;
    expect(exitCode).toBe(1);
    expect(printed.out).toMatch(/ {2}error {4}http .* did not respond to a GET within 10,000 ms\./);
    expect(printed.out).toContain("It is not made, because the service did not respond in time.");
  } finally {
    jest.useRealTimers();
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

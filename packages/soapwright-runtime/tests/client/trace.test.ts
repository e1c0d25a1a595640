/** Events of the tracing channel for calls that end before a request is sent. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { ShelfClient } from "soapwright-testing/client/shelf";

const EVENTS = ["start", "error", "end"];
let seen: [string, unknown][] = [];
const listeners = EVENTS.map((event) => {
  const name = `tracing:soapwright:call:${event}`;
  const listener = (message: unknown): void => void seen.push([event, structuredClone(message)]);
  return { name, listener };
});

beforeEach(() => {
  seen = [];
  for (const { name, listener } of listeners) subscribe(name, listener);
});
afterEach(() => {
  for (const { name, listener } of listeners) unsubscribe(name, listener);
});

const client = new ShelfClient({ endpoint: "http://127.0.0.1:9/shelf", headers: () => ({}) });

test.each<[string, string, () => Promise<unknown>]>([
  ["arguments", "ARGUMENT", () => client.getBooks({ ShelfId: 0.5 })],
  ["options", "CONFIGURATION", () => client.getBooks({ ShelfId: 1 }, { timeoutMs: -1 })],
  ["a stream's arguments", "ARGUMENT", () => client.getBooksStream({ ShelfId: 0.5 }).next()],
])("a call that fails for %s is reported as any other failure", async (_what, code, call) => {
  await expect(call()).rejects.toMatchObject({ code, attempts: 0 });
  expect(seen.map(([event]) => event)).toEqual(["start", "error", "end"]);
  expect(seen.at(-1)?.[1]).toMatchObject({
    operation: "Get_Books",
    endpoint: "http://127.0.0.1:9/shelf",
    attempts: 0,
    status: undefined,
    requestLength: 0,
    error: { code },
    durationMs: expect.any(Number),
  });
});

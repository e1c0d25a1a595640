/** Tenants of one client take turns when calls have to wait. */

import type { Headers } from "soapwright-testing/client/shelf";
import { endAfterEach, rejection, serve } from "soapwright-testing/stage/stage";
import { credentialsOf, shelfWith, well } from "soapwright-testing/tenants/stage";
import { type ClientOptions, fairness, isConfigurationError, isOverloadError } from "../../src";

endAfterEach();

const ask = { ShelfId: 1 };

/** A client with one connection, and the callers of its server, in order. */
async function shelf(options: ClientOptions<Headers> = {}) {
  const server = await serve((socket) => socket.write(well()));
  const client = shelfWith({ user: "first" }, { endpoint: server.url, connections: 1, ...options });
  return { client, came: () => server.requests.map((request) => credentialsOf(request).split(" ")[0]) };
}

test("a tenant with many calls does not hold up the others, whose credentials say who they are", async () => {
  const { client, came } = await shelf();
  const noisy = Array.from({ length: 6 }, (_, i) =>
    client.with({ auth: { user: "noisy", secret: `T${i}` } }).getBooks(ask),
  );
  const quiet = ["a", "b"].map((user) => client.with({ auth: { user } }).getBooks(ask));
  await Promise.all([...noisy, ...quiet]);
  expect(came()).toEqual(["noisy", "noisy", "a", "b", "noisy", "noisy", "noisy", "noisy"]);
});

test("a token that a function returns anew changes nothing", async () => {
  const { client, came } = await shelf();
  let asked = 0;
  const noisy = () => client.with({ auth: { user: "noisy", secret: () => `T${asked++}` } }).getBooks(ask);
  const calls = Array.from({ length: 5 }, noisy);
  await Promise.all([...calls, client.with({ auth: { user: "quiet", secret: () => "Q" } }).getBooks(ask)]);
  expect(came().indexOf("quiet")).toBeLessThanOrEqual(2);
});

test("where a function returns the user name, each client of with() is a tenant", async () => {
  const { client, came } = await shelf();
  const [one, other] = [client.with({ auth: { user: () => "one" } }), client.with({ auth: { user: () => "other" } })];
  const calls = [one, one, one, one, other].map((tenant) => tenant.getBooks(ask));
  await Promise.all(calls);
  expect(came().indexOf("other")).toBeLessThanOrEqual(2);
});

test("without tenants calls are sent in order", async () => {
  const { client } = await shelf();
  const ended: number[] = [];
  await Promise.all(Array.from({ length: 20 }, (_, i) => client.getBooks(ask).then(() => ended.push(i))));
  expect(ended).toEqual(Array.from({ length: 20 }, (_, i) => i));
});

test("the key and the weight are the user's where they are given", async () => {
  const { client } = await shelf({
    fairness: fairness({
      key: ({ args }) => ((args as { ShelfId: number }).ShelfId < 10 ? "small" : undefined),
      weight: (key) => (key === "small" ? 2 : 1),
    }),
  });
  const ended: number[] = [];
  const ids = [99, 10, 11, 12, 1, 2, 3];
  await Promise.all(ids.map((ShelfId) => client.getBooks({ ShelfId }).then(() => ended.push(ShelfId))));
  expect(ended).toEqual([99, 10, 1, 2, 11, 3, 12]);
});

test("a key of the user's is never a tenant by its credentials", () => {
  const keys: string[] = [];
  const rule = fairness({ key: ({ args }) => args as string, weight: (key) => keys.push(key) });
  const given = ["\0acme", "\x01acme", "acme", "\0"];
  const tenants = given.map((args) => rule.keyOf({ operation: "Get", args }));
  expect(tenants.some((tenant) => tenant?.startsWith("\0"))).toBe(false);
  expect(new Set(tenants).size).toBe(given.length);
  for (const tenant of tenants) rule.open({ slots: 1, perSecond: undefined }).weightOf(tenant);
  expect(keys).toEqual(given);
});

test("when too many wait, the newest of the tenant with the most is refused", async () => {
  const { client } = await shelf({ maxQueued: 3 });
  const noisy = client.with({ auth: { user: "noisy" } });
  const calls = Array.from({ length: 4 }, () => noisy.getBooks(ask));
  const quiet = client.with({ auth: { user: "quiet" } }).getBooks(ask);
  const outcomes = await Promise.allSettled([...calls, quiet]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(isOverloadError((outcomes[3] as PromiseRejectedResult).reason)).toBe(true);
});

test.each([
  [{ key: () => 7 as never }, "fairness.key returned a number. Return a string, or undefined."],
  [
    {
      key: () => {
        throw new Error("my secret");
      },
    },
    "fairness.key threw an error, see cause. Let it return a value for every call.",
  ],
  [{ key: () => "t", weight: () => 0 }, "fairness.weight returned 0. Return a whole number from 1 to 100."],
  [{ key: () => "t", weight: () => Number.NaN }, "fairness.weight returned NaN."],
])("a rule that is wrong rejects the call that has to wait, and no other: %#", async (options, message) => {
  const { client } = await shelf({ fairness: fairness(options) });
  const first = client.getBooks(ask);
  const error = await rejection(client.getBooks(ask));
  expect(isConfigurationError(error) && error.option).toBe("fairness");
  expect((error as Error).message).toContain(message);
  await first;
  await client.getBooks(ask);
});

test.each([
  [7, "fairness takes an object, but is a number"],
  [{ keys: () => "t" }, '"keys" is not an option of fairness; key is.'],
  [{ key: "t" }, "fairness.key takes a function"],
  [{ maxInFlight: 0 }, "fairness.maxInFlight takes a whole number from 1 to 1000000 (requests), but is 0."],
  [{ requestsPerSecond: "5" }, "fairness.requestsPerSecond takes a number from 0.001"],
])("refuses the rule %j", (options, message) => {
  expect(() => fairness(options as never)).toThrow(message);
});

test("a client refuses options that did not go through fairness()", () => {
  const options = { endpoint: "http://127.0.0.1:1/", fairness: { key: () => "t" } as never };
  expect(() => shelfWith({}, options)).toThrow("fairness takes the result of fairness({ … }), but is an object.");
});

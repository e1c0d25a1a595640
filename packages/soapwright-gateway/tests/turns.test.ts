/** Whose calls wait in which queue: a caller who sends many does not keep the others from their turns. */
import type { ServerResponse } from "node:http";
import type { FastifyRequest } from "fastify";
import type { GatewayOptions } from "soapwright-gateway";
import { envelopeOf, startBackend, until } from "./backend";

const nameOf = ({ headers }: FastifyRequest): string => String(headers["x-name"]);
const credentialsOf: readonly (readonly [string, NonNullable<GatewayOptions["credentials"]>])[] = [
  ["equal texts", ({ headers }) => ({ httpHeaders: { "x-name": String(headers["x-name"]) } })],
  [
    "equal options in another order",
    ({ headers, id }) =>
      Number(id.replace(/\D/g, "")) % 2 === 0
        ? { timeoutMs: 30_000, httpHeaders: { "x-name": String(headers["x-name"]) } }
        : { httpHeaders: { "x-name": String(headers["x-name"]) }, timeoutMs: 30_000 },
  ],
];
const options: readonly (readonly [string, Partial<GatewayOptions>])[] = [
  ...credentialsOf.map(([name, credentials]) => [name, { credentials }] as const),
  ["names of callerOf", { callerOf: nameOf }],
  [
    "names of callerOf beside one account",
    { callerOf: nameOf, credentials: ({ headers }) => ({ httpHeaders: { "x-name": String(headers["x-name"]) } }) },
  ],
  [
    "names of callerOf beside functions",
    {
      callerOf: nameOf,
      credentials: ({ headers }) => ({ httpHeaders: () => ({ "x-name": String(headers["x-name"]) }) }),
    },
  ],
];

test.each(options)("callers take turns: %s", async (_name, given) => {
  const waiting: ServerResponse[] = [];
  const order: string[] = [];
  const backend = await startBackend(
    (request, response) => {
      order.push(String(request.headers["x-name"]));
      waiting.push(response);
    },
    given,
    { connections: 1, limits: { queued: 100 } },
  );
  const arrived = (): number => backend.client.stats().origins[0]?.waiting ?? 0;
  const call = (name: string) => backend.post("countParcels", { "x-name": name }).then(({ status }) => status);
  const first = call("alice");
  await until(() => waiting.length === 1);
  const flood = Array.from({ length: 20 }, () => call("alice"));
  await until(() => arrived() === 20);
  const bob = call("bob");
  await until(() => arrived() === 21);
  let isOver = false;
  const all = Promise.all([first, bob, ...flood]).finally(() => {
    isOver = true;
  });
  let served = 0;
  let atBob = -1;
  void bob.then(() => {
    atBob = served;
  });
  while (!isOver) {
    await until(() => waiting.length > 0 || isOver);
    waiting.shift()?.end(envelopeOf("CountParcels", "<Count>1</Count>"));
    served++;
  }
  expect(new Set(await all)).toEqual(new Set([200]));
  // Alice has the connection, and at most two calls of hers go before his.
  expect(atBob).toBeLessThanOrEqual(5);
  if (order.includes("bob")) expect(order.indexOf("bob")).toBeLessThanOrEqual(2);
  await backend.close();
});

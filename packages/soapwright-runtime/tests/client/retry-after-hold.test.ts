/** The admission `retryAfterHold`: which calls wait when a busy response requires it. */

import type { Headers } from "soapwright-testing/client/shelf";
import { bookList } from "soapwright-testing/stage/responses";
import { sampleOf } from "soapwright-testing/stage/slow";
import { endAfterEach, rejection, serve } from "soapwright-testing/stage/stage";
import { shelfWith } from "soapwright-testing/tenants/stage";
import { answer } from "soapwright-testing/transport/raw-server";
import { adaptive, breaker, type ClientOptions, fairness, retryAfterHold, sharedRate } from "../../src";

endAfterEach();

type Options = Pick<ClientOptions<Headers>, "admission" | "fairness" | "requestsPerSecond">;

/** Tenant 1 is refused for an hour; then each of two tenants makes one call with a short time limit. */
async function callAfter(options: Options): Promise<string[]> {
  const server = await serve((socket, { number }) =>
    socket.write(number === 1 ? answer("", "429 Slow down", ["Retry-After: 3600"]) : bookList()),
  );
  const client = shelfWith({ secret: "s" }, { endpoint: server.url, retries: 0, ...options });
  const call = (tenant: number) =>
    client.with({ auth: { user: `user ${tenant}` } }).getBooks({ ShelfId: tenant }, { deadlineMs: 1_000 });
  await rejection(call(1));
  return Promise.all(
    [1, 2].map((tenant) =>
      call(tenant).then(
        () => "well",
        ({ code }: { code: string }) => code,
      ),
    ),
  );
}

const ofTenant = retryAfterHold("tenant");
const key = ({ args }: { args: unknown }) => String((args as { ShelfId: number }).ShelfId);
const rate = sharedRate({ join: () => () => {}, begin: () => true, end: () => {} });

test.each<[what: string, options: Options, outcome: readonly string[]]>(
  sampleOf(
    [
      ["without the admission", {}, ["well", "well"]],
      ["origin", { admission: [retryAfterHold("origin")] }, ["TIMEOUT", "TIMEOUT"]],
      ["tenant, by credentials", { admission: [ofTenant] }, ["TIMEOUT", "well"]],
      ["tenant, and fairness", { admission: [ofTenant], fairness: fairness({ key }) }, ["TIMEOUT", "well"]],
      [
        "tenant, and limits of tenants",
        { admission: [ofTenant], fairness: fairness({ maxInFlight: 2 }) },
        ["TIMEOUT", "well"],
      ],
      ["tenant, and breaker", { admission: [ofTenant, breaker()] }, ["TIMEOUT", "well"]],
      ["tenant, and adaptive", { admission: [ofTenant, adaptive({ concurrency: true })] }, ["TIMEOUT", "well"]],
      ["tenant, and shared rate", { admission: [ofTenant, rate] }, ["TIMEOUT", "well"]],
      ["tenant, and requestsPerSecond", { admission: [ofTenant], requestsPerSecond: 100 }, ["TIMEOUT", "well"]],
    ],
    3,
  ),
)("%s: the tenant, and another, get what their hold lets through", async (_what, options, outcome) => {
  expect(await callAfter(options)).toEqual(outcome);
});

test("a held call takes nothing of a shared rate", async () => {
  let taken = 0;
  const counted = sharedRate({ join: () => () => {}, begin: () => ++taken > 0, end: () => {} });
  await callAfter({ admission: [ofTenant, counted] });
  expect(taken).toBe(2);
});

test("another scope is refused", () => {
  expect(() => retryAfterHold("call" as never)).toThrow(
    'retryAfterHold takes "tenant" or "origin", but is another string.',
  );
});

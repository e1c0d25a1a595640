/** The option `retryAfterHolds`: which calls wait when a busy response requires it. */
import { bookList } from "soapwright-testing/stage/responses";
import { endAfterEach, open, rejection, serve } from "soapwright-testing/stage/stage";
import { answer } from "soapwright-testing/transport/raw-server";

endAfterEach();

/** Tenant `a` is refused for an hour; then each of two tenants makes one call with a short time limit. */
async function callAfter(retryAfterHolds: string | undefined): Promise<string[]> {
  const server = await serve((socket, { number }) =>
    socket.write(number === 1 ? answer("", "429 Slow down", ["Retry-After: 3600"]) : bookList()),
  );
  const fairness = { key: ({ args }: { args: unknown }) => String((args as { ShelfId: number }).ShelfId) };
  const client = open({ endpoint: server.url, retries: 0, fairness, retryAfterHolds });
  await rejection(client.getBooks({ ShelfId: 1 }));
  const calls = [1, 2].map((ShelfId) =>
    client.getBooks({ ShelfId }, { deadlineMs: 1_500 }).then(
      () => "well",
      ({ code }: { code: string }) => code,
    ),
  );
  return Promise.all(calls);
}

test.each([
  [undefined, ["well", "well"]],
  ["call", ["well", "well"]],
  ["tenant", ["TIMEOUT", "well"]],
  ["origin", ["TIMEOUT", "TIMEOUT"]],
])("%s: the tenant, and another, get %j", async (holds, outcome) => {
  expect(await callAfter(holds)).toEqual(outcome);
});

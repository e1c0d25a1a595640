/** The limits of each tenant, over sockets. */
import type { Socket } from "node:net";
import { bookList } from "soapwright-testing/stage/responses";
import { endAfterEach, open, serve } from "soapwright-testing/stage/stage";

endAfterEach();

test("a tenant has no more requests under way than its limit, whatever others have", async () => {
  const underWay: { socket: Socket; tenant: string }[] = [];
  let most = 0;
  const server = await serve((socket, { body }) => {
    underWay.push({ socket, tenant: /<ShelfId>(\d)/.exec(body)?.[1] ?? "" });
    most = Math.max(most, underWay.filter(({ tenant }) => tenant === "1").length);
    // All allowed requests arrive before the first gets its response.
    setTimeout(
      () =>
        underWay
          .splice(
            underWay.findIndex((each) => each.socket === socket),
            1,
          )[0]
          ?.socket.write(bookList()),
      5,
    );
  });
  const fairness = { key: ({ args }: { args: unknown }) => String((args as { ShelfId: number }).ShelfId) };
  const client = open({ endpoint: server.url, maxInFlightPerTenant: 2, fairness });
  const noisy = Array.from({ length: 12 }, () => client.getBooks({ ShelfId: 1 }));
  const order: string[] = [];
  await Promise.all([
    ...noisy,
    client.getBooks({ ShelfId: 2 }).then(() => order.push("quiet")),
    noisy.at(-1)?.then(() => order.push("noisy")),
  ]);
  expect([most, order]).toEqual([2, ["quiet", "noisy"]]);
});

test.each([
  [
    { connections: 4, maxInFlightPerTenant: 5 },
    "maxInFlightPerTenant (5) is more than connections (4), the limit of all tenants.",
  ],
  [
    { requestsPerSecond: 1, requestsPerSecondPerTenant: 2 },
    "requestsPerSecondPerTenant (2) is more than requestsPerSecond (1), the limit of all tenants.",
  ],
  [{ priority: "high" }, expect.stringContaining("priority takes")],
])("%j contradicts itself", (options, message) => {
  expect(() => open(options)).toThrow(expect.objectContaining({ code: "CONFIGURATION", message }));
});

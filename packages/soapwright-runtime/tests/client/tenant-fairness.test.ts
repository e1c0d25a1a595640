/** The limits of each tenant by `fairness`, over sockets. */
import type { Socket } from "node:net";
import { bookList } from "soapwright-testing/stage/responses";
import { endAfterEach, open, serve } from "soapwright-testing/stage/stage";
import { fairness } from "../../src";

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
  const key = ({ args }: { args: unknown }) => String((args as { ShelfId: number }).ShelfId);
  const client = open({ endpoint: server.url, fairness: fairness({ key, maxInFlight: 2 }) });
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
    { connections: 4, fairness: fairness({ maxInFlight: 5 }) },
    "fairness.maxInFlight (5) is more than connections (4), the limit of all tenants.",
  ],
  [
    { requestsPerSecond: 1, fairness: fairness({ requestsPerSecond: 2 }) },
    "fairness.requestsPerSecond (2) is more than requestsPerSecond (1), the limit of all tenants.",
  ],
  [{ priority: "high" }, expect.stringContaining("priority takes")],
])("%j contradicts itself", (options, message) => {
  expect(() => open(options)).toThrow(expect.objectContaining({ code: "CONFIGURATION", message }));
});

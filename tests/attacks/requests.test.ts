/** Every argument that a caller can pass is refused before a byte is sent, or read back by libxml2 unchanged. */
import { Referee } from "soapwright-testing/referee/referee";
import { RawServer } from "soapwright-testing/transport/raw-server";
import { FURTHER_REQUESTS, REQUESTS } from "./all-cases";
import { ClientFork } from "./client-fork";
import { http } from "./payloads";
import { answerFor, leavesOf } from "./wire";

const client = new ClientFork();
let referee: Referee;
beforeAll(() => {
  referee = new Referee();
});
afterAll(async () => {
  client.stop();
  await referee.close();
});

describe.each([...REQUESTS, ...FURTHER_REQUESTS])("requests of class $name", ({ attacks }) => {
  test.each([...attacks])(
    "$name ends in $outcome",
    async (attack) => {
      const server = await RawServer.start((socket) => void socket.write(http(answerFor(attack))));
      try {
        const { outcome, detail, at, leaks, polluted } = await client.run({
          side: "request",
          name: attack.name,
          url: server.url,
          port: server.port,
        });
        expect({ outcome, detail }).toEqual({ outcome: attack.outcome, detail });
        expect({ leaks, polluted }).toEqual({ leaks: [], polluted: false });
        if (attack.at !== undefined) expect(at).toBe(attack.at);
        expect(server.requests).toHaveLength(attack.outcome === "sent" ? 1 : 0);
        if (attack.arrives === undefined) return;
        const leaves = leavesOf(await referee.parse(server.requests[0]!.body));
        const arrived = Object.fromEntries(leaves);
        expect(leaves).toHaveLength(Object.keys(arrived).length);
        for (const [name, text] of Object.entries(attack.arrives)) expect(arrived[name]).toBe(text);
      } finally {
        await server.stop();
      }
    },
    30_000,
  );
});

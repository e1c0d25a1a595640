/** Every response of the shared list, written by a raw server to the whole client. */

import { sampleOf } from "soapwright-testing/stage/slow";
import { FURTHER, RESPONSES } from "./all-cases";
import type { ResponseAttack } from "./attack";
import { ClientFork } from "./client-fork";
import type { Report } from "./client-process";
import { openWire } from "./wire";

const ALL = process.env.ATTACKS === "all";
/**
 * The limits of a case, for example a decision within 6 s with a time limit of 2 s. Timings count only on an idle
 * machine.
 */
const MOST = { elapsedMs: 6000, growthMiB: 256, blockedMs: 250 };

async function stand(client: ClientFork, attack: ResponseAttack): Promise<{ report: Report; requests: number }> {
  const wire = await openWire(attack);
  try {
    const report = await client.run({ side: "response", name: attack.name, url: wire.url, port: wire.port });
    return { report, requests: wire.requests() };
  } finally {
    await wire.stop();
  }
}

const client = new ClientFork();
afterAll(() => client.stop());

describe.each([...RESPONSES, ...FURTHER])("answers of class $name", ({ name, attacks }) => {
  const run = ALL
    ? attacks
    : sampleOf(
        attacks.filter(({ slow }) => !slow),
        5,
      );
  test.each(run)(
    "$name ends in $outcome",
    async (attack) => {
      if (ALL && (name === "bomb" || attack.slow)) {
        client.stop();
        // A first call warms up the process: what it loads must not count as the attack's.
        await stand(client, RESPONSES[0]!.attacks[0]!);
      }
      const { report, requests } = await stand(client, attack);
      const { outcome, detail, leaks, polluted, watched } = report;
      expect({ outcome, detail }).toEqual({ outcome: attack.outcome, detail });
      if (attack.says !== undefined) expect(detail).toMatch(attack.says);
      expect({ leaks, polluted }).toEqual({ leaks: [], polluted: false });
      expect(requests).toBe(attack.requests ?? attack.calls ?? 1);
      if (!ALL) return;
      expect(watched.elapsedMs).toBeLessThan(MOST.elapsedMs);
      expect(watched.growthMiB).toBeLessThan(MOST.growthMiB);
      expect(watched.blockedMs).toBeLessThan(MOST.blockedMs);
    },
    30_000,
  );
});

/** Sends the same inputs to plain node-soap, and writes the table of both. Only `make attacks` runs it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Referee } from "soapwright-testing/referee/referee";
import { RawServer } from "soapwright-testing/transport/raw-server";
import { REQUESTS, RESPONSES } from "./all-cases";
import type { RequestAttack, ResponseAttack } from "./attack";
import { ClientFork } from "./client-fork";
import { http } from "./payloads";
import { answerFor, leavesOf, openWire } from "./wire";

/** The time limit of a decision, in milliseconds, which is also the limit of our client. */
const DECISION_MS = 6000;

/** Summarizes outcomes: `4 × value, 2 × hang`, the most frequent first. */
function counted(outcomes: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return sorted.map(([outcome, count]) => `${count} × ${outcome}`).join(", ");
}

async function bareOutcome(client: ClientFork, run: () => Promise<string>): Promise<string> {
  try {
    return await run();
  } catch (error) {
    const hangs = error instanceof Error && error.message.startsWith("no decision");
    client.stop();
    return hangs ? "hang" : "process ended";
  }
}

async function bareResponse(client: ClientFork, attack: ResponseAttack): Promise<string> {
  const wire = await openWire(attack);
  const { url, port } = wire;
  const order = { side: "response", name: attack.name, url, port } as const;
  try {
    return await bareOutcome(client, async () => {
      const { outcome, polluted } = await client.run(order);
      return polluted ? "prototype polluted" : outcome;
    });
  } finally {
    await wire.stop();
  }
}

async function bareRequest(client: ClientFork, referee: Referee, attack: RequestAttack): Promise<string> {
  const server = await RawServer.start((socket) => void socket.write(http(answerFor(attack))));
  const { url, port } = server;
  try {
    const outcome = await bareOutcome(
      client,
      async () => (await client.run({ side: "request", name: attack.name, url, port })).outcome,
    );
    if (outcome !== "sent" || attack.outcome !== "sent") return outcome;
    const leaves = await referee.parse(server.requests[0]!.body).then(leavesOf, () => undefined);
    if (leaves === undefined) return "sent broken";
    const arrived = Object.fromEntries(leaves);
    const isRight = Object.entries(attack.arrives ?? {}).every(([name, text]) => arrived[name] === text);
    return isRight && leaves.length === Object.keys(arrived).length ? "sent right" : "sent wrong";
  } finally {
    await server.stop();
  }
}

if (process.env.ATTACKS === "all") {
  test("prints what both end in, by class", async () => {
    const client = new ClientFork("bare-process.ts", DECISION_MS);
    const referee = new Referee();
    const lines = ["| side | class | cases | ours | bare node-soap |", "|---|---|--:|---|---|"];
    const add = (side: string, name: string, attacks: readonly { outcome: string }[], bare: readonly string[]) => {
      const ours = counted(attacks.map(({ outcome }) => outcome));
      lines.push(`| ${side} | ${name} | ${attacks.length} | ${ours} | ${counted(bare)} |`);
    };
    try {
      for (const { name, attacks } of RESPONSES) {
        const bare: string[] = [];
        for (const attack of attacks) bare.push(await bareResponse(client, attack));
        add("response", name, attacks, bare);
      }
      for (const { name, attacks } of REQUESTS) {
        const bare: string[] = [];
        for (const attack of attacks) bare.push(await bareRequest(client, referee, attack));
        add("request", name, attacks, bare);
      }
    } finally {
      client.stop();
      await referee.close();
    }
    const table = `${lines.join("\n")}\n`;
    process.stdout.write(table);
    const into = process.env.ATTACKS_TABLE;
    if (into !== undefined) writeFileSync(join(process.cwd(), into), table);
  }, 1_800_000);
} else test("bare node-soap is attacked in make attacks only", () => undefined);

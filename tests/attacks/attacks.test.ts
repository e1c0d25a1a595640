import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { formatDiagnostic } from "soapwright-contract";
import { corpusFolder } from "soapwright-testing/corpus/corpus-folder";
import { Referee } from "soapwright-testing/referee/referee";
import { sampleOf } from "soapwright-testing/stage/slow";
import { RawServer } from "soapwright-testing/transport/raw-server";
import { generate } from "../../packages/soapwright/src/pipeline";
import { FURTHER, FURTHER_REQUESTS, REQUESTS, RESPONSES } from "./all-cases";
import type { RequestAttack, ResponseAttack } from "./attack";
import { ClientFork } from "./client-fork";
import type { Report } from "./client-process";
import { http } from "./payloads";
import { answerFor, leavesOf, openWire } from "./wire";

/**
 * The shared list of cases, where it exists: all of its cases are here, and each required outcome is one that it
 * allows.
 */
describe("list", () => {
  const LIST = resolve(corpusFolder, "../attacks/cases.tsv");

  const ours = [
    ...RESPONSES.flatMap(({ name: group, attacks }) =>
      attacks.map((attack) => ({ side: "response", group, ...attack })),
    ),
    ...REQUESTS.flatMap(({ name: group, attacks }) => attacks.map((attack) => ({ side: "request", group, ...attack }))),
  ].map(({ side, group, name, outcome }) => ({ key: `${side} ${group} ${name}`, outcome }));

  /** Returns our outcomes for a text such as `ResponseError(xml: DTD) / HttpError(3xx)` or `value, noted; … in strict`. */
  const allowed = (mustBe: string) =>
    mustBe
      .split(/ \/ |; /)
      .map((one) => one.replace(/\((\w[\w-]*): .*\)/, "($1)").replace("HttpError(3xx)", "HttpError"))
      .map((one) => one.replace(/, noted$/, ""));

  /**
   * Cases that end otherwise since the list was written: the client reads a response with attachments (XOP 1.0, MTOM),
   * and a block that must be understood has a code of its own among those of an envelope, which WS-Addressing decides by.
   */
  const DECIDED_SINCE: Readonly<Record<string, string>> = {
    "response http http-200-multipart-mtom": "value",
    "response envelope env-mustunderstand-header": "ResponseError(header-not-understood)",
  };

  test("no case is here twice", () => {
    expect(new Set(ours.map(({ key }) => key)).size).toBe(ours.length);
  });

  if (existsSync(LIST)) {
    const listed = readFileSync(LIST, "utf8")
      .trimEnd()
      .split("\n")
      .slice(1)
      .map((row) => row.split("\t"))
      .map(([side, group, name, mustBe]) => ({ key: `${side} ${group} ${name}`, mustBe: mustBe! }));

    test(`all ${listed.length} cases of the list are here`, () => {
      const known = new Set(ours.map(({ key }) => key));
      expect(listed.filter(({ key }) => !known.has(key))).toEqual([]);
      const wanted = new Set(listed.map(({ key }) => key));
      expect(ours.filter(({ key }) => !wanted.has(key))).toEqual([]);
    });

    test("each ends as the list allows", () => {
      const outcomes = new Map(ours.map(({ key, outcome }) => [key, outcome]));
      const others = listed.filter(
        ({ key, mustBe }) => !allowed(DECIDED_SINCE[key] ?? mustBe).includes(outcomes.get(key) ?? ""),
      );
      expect(others).toEqual([]);
    });
  } else {
    test(`skipped: list absent at ${LIST}`, () => {
      console.log(`skipped: list absent at ${LIST}`);
    });
  }
});

/** Sends the same inputs to plain node-soap, and writes the table of both. Only `make attacks` runs it. */
describe("bare", () => {
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
});

/** The client of the records is what the generator currently makes of their WSDL. */
describe("generated", () => {
  test("generated/ is fresh", async () => {
    const folder = join(__dirname, "generated");
    const made = await generate(join(__dirname, "record-service.wsdl"), {
      source: "record-service.wsdl",
      extension: "",
    });
    expect(made.diagnostics.map(formatDiagnostic)).toEqual([]);
    const committed = readdirSync(folder).map((file) => [file, readFileSync(join(folder, file), "utf8")]);
    expect(Object.fromEntries(committed)).toEqual(Object.fromEntries(made.files!));
  });
});

/** Every argument that a caller can pass is refused before a byte is sent, or read back by libxml2 unchanged. */
describe("requests", () => {
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
});

/** Every response of the shared list, written by a raw server to the whole client. */
describe("hostile responses", () => {
  const ALL = process.env.ATTACKS === "all";
  /**
   * The limits of a case, for example a decision within 6 s with a time limit of 2 s. Timings count only on an idle
   * machine.
   */
  const MOST = { elapsedMs: 6000, growthMiB: 256, blockedMs: 250 };

  async function stand(
    client: ClientFork,
    attack: ResponseAttack,
    validation?: "strict" | "lenient",
  ): Promise<{ report: Report; requests: number }> {
    const wire = await openWire(attack);
    try {
      const report = await client.run({
        side: "response",
        name: attack.name,
        url: wire.url,
        port: wire.port,
        validation,
      });
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

  /**
   * Validation is about values alone. A response that ends otherwise, by a limit, a DTD, a header block that must be
   * understood or a second response, ends so at every level; and a message claims that lenient validation reads a
   * response exactly where it does.
   */
  describe.each([...RESPONSES, ...FURTHER])("answers of class $name at every level of validation", ({ attacks }) => {
    const isAboutValues = (outcome: string): boolean =>
      outcome === "value" || /^ResponseError\((?:value|envelope)\)$/.test(outcome);
    const isRead = ({ outcome }: Report): boolean => !/Error/.test(outcome);
    const claims = ({ detail }: Report): boolean =>
      // Rules of a feature say that validation is strict, where that alone refuses.
      /Lenient validation gives .* [Ss]et validation: "lenient"|\(validation is strict\)/.test(detail);
    const quick = attacks.filter(({ slow, calls }) => !slow && calls === undefined);
    test.each(ALL ? quick : sampleOf(quick, 5))(
      "$name",
      async (attack) => {
        const standard = (await stand(client, attack)).report;
        const strict = (await stand(client, attack, "strict")).report;
        const lenient = (await stand(client, attack, "lenient")).report;
        for (const { leaks, polluted } of [strict, lenient])
          expect({ leaks, polluted }).toEqual({ leaks: [], polluted: false });
        if (!isAboutValues(attack.outcome)) {
          const { outcome, lenient: other = outcome } = attack;
          expect([strict.outcome, lenient.outcome]).toEqual([outcome, other]);
          return;
        }
        for (const report of [standard, strict]) {
          const { outcome, detail } = report;
          if (isRead(report))
            expect({ detail, isReadByLenient: isRead(lenient) }).toEqual({ detail, isReadByLenient: true });
          else if (!outcome.includes("(xml)"))
            expect({ detail, claims: claims(report) }).toEqual({ detail, claims: isRead(lenient) });
        }
      },
      60_000,
    );
  });
});

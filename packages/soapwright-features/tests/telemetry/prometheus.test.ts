/** The queries of docs/tracing.md, on a real Prometheus that scrapes a process with clients in trouble. `make prometheus`. */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PrometheusExporter } from "@opentelemetry/exporter-prometheus";
import { MeterProvider } from "@opentelemetry/sdk-metrics";
import { breaker, fairness } from "soapwright-features";
import { instrumentCalls } from "soapwright-features/opentelemetry";
import { freePort } from "soapwright-testing/queue/servers";
import { bookList } from "soapwright-testing/stage/responses";
import { endAfterEach, serve } from "soapwright-testing/stage/stage";
import { shelfWith } from "soapwright-testing/tenants/stage";
import { answer } from "soapwright-testing/transport/raw-server";

const run = process.env.PROMETHEUS_TEST === undefined ? describe.skip : describe;

interface Sample {
  readonly metric: { readonly [label: string]: string };
  readonly value: readonly [at: number, value: string];
}

const page = readFileSync(join(__dirname, "../../../../docs/tracing.md"), "utf8");
const queries = [...page.matchAll(/^\| ([^|`]+) \| `([^|]+)` \|$/gm)]
  .map(([, question = "", query = ""]) => ({ question, query }))
  .filter(({ query }) => query.includes("("));

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("each query of the page is about metrics that the page names", () => {
  expect(queries.length).toBeGreaterThan(12);
  const named = [...page.matchAll(/^\| `([a-z_.]+)` \| (?:histogram|gauge|counter)/gm)].map(([, name = ""]) =>
    name.replaceAll(".", "_"),
  );
  for (const { query } of queries) {
    for (const [metric] of query.matchAll(/\b(?:soapwright|rpc|http)_client_[a-z_]+(?=[{[\s)])/g)) {
      if (/_(?:state|tenant)$/.test(metric) && !named.includes(metric)) continue;
      expect(named).toContain(metric.replace(/_(?:bucket|count|total)$/, ""));
    }
  }
});

run("on a real Prometheus", () => {
  endAfterEach();
  let folder: string;
  let prometheus: ChildProcess;
  let exporter: PrometheusExporter;
  let port: number;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "prometheus-"));
    const [metricsPort, ownPort] = [await freePort(), await freePort()];
    port = ownPort;
    exporter = new PrometheusExporter({ port: metricsPort, host: "127.0.0.1" });
    writeFileSync(
      join(folder, "prometheus.yml"),
      `global: { scrape_interval: 500ms }\nscrape_configs:\n  - job_name: pods\n    static_configs: [{ targets: ["127.0.0.1:${metricsPort}"] }]\n`,
    );
    const words = [
      "--config.file=prometheus.yml",
      "--storage.tsdb.path=data",
      `--web.listen-address=127.0.0.1:${port}`,
    ];
    prometheus = spawn("prometheus", words, { cwd: folder, stdio: "ignore" });
  });
  afterAll(async () => {
    prometheus.kill("SIGKILL");
    await exporter.shutdown();
    rmSync(folder, { recursive: true, force: true });
  });

  async function ask(query: string): Promise<readonly Sample[]> {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`);
    const body = (await response.json()) as { status: string; error?: string; data?: { result: readonly Sample[] } };
    expect([query, body.status, body.error]).toEqual([query, "success", undefined]);
    return body.data?.result ?? [];
  }

  test("every query has the result that an operator is to see", async () => {
    const meterProvider = new MeterProvider({ readers: [exporter as never] });
    const stop = instrumentCalls({ meterProvider });
    let sent = 0;
    const busy = await serve((socket) => {
      const response = ++sent % 4 === 0 ? answer("", "503 Busy") : bookList();
      setTimeout(() => socket.write(response), 20);
    });
    const down = await serve((socket) => socket.write(answer("", "500 Error")));
    let asked = 0;
    const secret = async () => {
      await wait(30);
      if (++asked % 5 === 0) throw new Error("vault is sealed");
      return { value: "T", expiresAt: Date.now() + 500 };
    };
    const labelled = fairness({ label: (key) => key });
    const options = {
      endpoint: busy.url,
      requestsPerSecond: 100,
      connections: 4,
      limits: { queued: 5_000 },
      admission: [labelled],
    };
    const client = shelfWith({ user: "quiet", secret }, { ...options, deadlineMs: 60_000, retries: { budget: 2 } });
    const noisy = client.with({ user: "noisy", secret: "T" } as never);
    const failing = shelfWith(
      { user: "q" },
      { endpoint: down.url, admission: [breaker({ minimumRequests: 5 })], retries: { max: 0, budget: 0 } },
    );
    let isOver = false;
    const repeat = async (each: typeof client, pauseMs: number): Promise<void> => {
      while (!isOver) {
        await each.getBooks({ ShelfId: 1 }).catch(() => {});
        await wait(pauseMs);
      }
    };
    const calls = [client, failing].map((each) => repeat(each, 20));
    // Their number stays the same until the end, however late Prometheus comes.
    for (let made = 0; made < 2_000; made++) calls.push(repeat(noisy, 0));
    let seen = new Map<string, readonly Sample[]>();
    const of = (start: string): readonly Sample[] =>
      [...seen].find(([question]) => question.startsWith(start))?.[1] ?? [];
    const most = (start: string) => Math.max(...of(start).map(({ value }) => Number(value[1])));
    const check = () => {
      for (const [question, samples] of seen) expect([question, samples.length > 0]).toEqual([question, true]);
      expect(most("Calls a second")).toBeGreaterThan(1);
      expect(of("Share of calls that fail").map(({ metric }) => metric.error_type)).toContain("HTTP");
      expect(most("99 of 100 requests wait")).toBeGreaterThan(0.01);
      expect(most("Calls that wait")).toBeGreaterThan(100);
      expect(most("Tenants with")).toBeGreaterThan(50);
      expect(of("Tenants with")[0]?.metric.soapwright_client_tenant).toBe("noisy");
      expect(most("Share of the allowed")).toBeGreaterThan(0);
      expect(most("Requests a second that all")).toBe(100);
      expect(of("Connections, by state")).toHaveLength(2);
      expect(most("Requests for each call")).toBeGreaterThan(1);
      expect(of("Services whose breaker")[0]?.metric.server_port).toBe(new URL(down.url).port);
      expect(most("Fetches of credentials that failed")).toBeGreaterThan(0);
    };
    // A rate needs two samples, and grows with its window: the figures come when Prometheus has scraped often enough.
    try {
      for (const until = Date.now() + 60_000; ; await wait(500)) {
        const up = await fetch(`http://127.0.0.1:${port}/-/ready`).catch(() => undefined);
        seen = new Map();
        if (up?.status === 200) for (const { question, query } of queries) seen.set(question, await ask(query));
        try {
          check();
          break;
        } catch (error) {
          if (Date.now() > until) throw error;
        }
      }
    } finally {
      isOver = true;
      await client.close({ force: true });
      await Promise.all(calls);
      stop();
    }
  }, 120_000);
});

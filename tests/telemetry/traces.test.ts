/**
 * Every span has the right parent and end, and each request carries one trace: with the instrumentations of undici, net and
 * http loaded first, over the built package. `OTEL_FROM` names a folder to take OpenTelemetry and the package from.
 */
import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { sampleOf } from "soapwright-testing/stage/slow";
import { service } from "../../generated/v3/schemas";

interface Span {
  readonly scope: { readonly name: string; readonly version?: string };
  readonly name: string;
  readonly kind: number;
  readonly id: string;
  readonly trace: string;
  readonly parent?: string;
  readonly start: number;
  readonly end: number;
  readonly attributes: { readonly [name: string]: unknown };
  readonly events: readonly { readonly name: string; readonly attributes: object }[];
  readonly status: { readonly code: number; readonly message?: string };
}
interface Report {
  readonly outcomes: { readonly [scene: string]: unknown };
  readonly spans: readonly Span[];
  readonly requests: readonly { readonly id: number; readonly traceparents: readonly string[] }[];
  readonly metrics: readonly {
    readonly scope: Span["scope"];
    readonly descriptor: { readonly name: string; readonly unit: string; readonly type: string };
    readonly dataPoints: readonly {
      readonly attributes: { readonly [name: string]: unknown };
      readonly value: { readonly count: number; readonly sum: number };
    }[];
  }[];
  /** Our spans that were created after it was switched off. */
  readonly afterStop: number;
}
interface Task {
  readonly undici: "before" | "after" | "never";
  readonly by: "function" | "function, later" | "class";
  readonly client?: "commonjs" | "es";
  readonly transport?: "fetch";
}

const from = resolve(process.env.OTEL_FROM ?? ".");
const CLIENT = 2;
const SERVER = 1;
const ERROR = 2;

beforeAll(() => {
  if (!existsSync("packages/soapwright-features/dist/opentelemetry.js"))
    throw new Error("dist/ is absent: run `make build` first");
});

function run(task: Task): Promise<Report> {
  return new Promise((done, fail) => {
    const argument = JSON.stringify({ from, ...task });
    execFile(
      process.execPath,
      [join(__dirname, "../../packages/soapwright-features/tests/telemetry/traced-process.cjs"), argument],
      { env: { ...process.env, NODE_OPTIONS: "" }, timeout: 100_000, maxBuffer: 2 ** 26 },
      (error, stdout, stderr) => (error ? fail(new Error(`${error.message}\n${stderr}`)) : done(JSON.parse(stdout))),
    );
  });
}

/** Scenes by name: the outcome of the call, the number of its requests, and the `error.type` of its span. */
const SCENES: { readonly [scene: string]: readonly [outcome: unknown, requests: number, error?: string] } = {
  ...Object.fromEntries([101, 102, 103].map((id) => [`queued ${id}`, [1, 1]])),
  ...Object.fromEntries([201, 202, 203, 204, 205, 206].map((id) => [`queued ${id}`, [1, 2]])),
  fault: ["FAULT", 1, "FAULT"],
  argument: ["ARGUMENT", 0, "ARGUMENT"],
  deadline: ["TIMEOUT", 1, "TIMEOUT"],
  aborted: ["ABORTED", 1, "ABORTED"],
  stream: [600, 3],
  "stream left": ["left", 1],
  "stream forgotten": [1, 1, "TIMEOUT"],
  "after it": [1, 1],
};

const isCall = ({ scope, name }: Span): boolean => scope.name === "soapwright" && name !== "attempt";
const isAttempt = ({ scope, name }: Span): boolean => scope.name === "soapwright" && name === "attempt";
const isFrom = (span: Span, library: string): boolean => span.scope.name.endsWith(`instrumentation-${library}`);

/** Returns a predicate for the parent of a span. */
function parentOf(span: Span, undici: boolean): ((parent: Span) => boolean) | undefined {
  if (isCall(span)) return ({ scope }) => scope.name === "caller";
  if (isAttempt(span)) return isCall;
  if (isFrom(span, "undici") || isFrom(span, "net")) return isAttempt;
  if (span.kind === SERVER) return undici ? (parent) => isFrom(parent, "undici") : isAttempt;
  return undefined;
}

const ways: readonly [string, Task][] = [
  ["the function, undici's instrumentation first", { undici: "before", by: "function" }],
  ["the function, undici's instrumentation last", { undici: "after", by: "function" }],
  ["the function, without undici's instrumentation", { undici: "never", by: "function" }],
  ["the function, after the client was made", { undici: "before", by: "function, later" }],
  ["the class of instrumentations", { undici: "before", by: "class" }],
  ["the function, and a client of the ES build", { undici: "before", by: "function", client: "es" }],
  ["the function, and a transport over fetch", { undici: "before", by: "function", transport: "fetch" }],
];

describe.each(sampleOf(ways, 3))("by %s", (_way, task) => {
  let report: Report;
  let byId: ReadonlyMap<string, Span>;
  beforeAll(async () => {
    report = await run(task);
    byId = new Map(report.spans.map((span) => [span.id, span]));
  });
  const childrenOf = (span: Span): Span[] => report.spans.filter(({ parent }) => parent === span.id);

  test("calls come to what they come to, and make their spans", () => {
    const met = Object.keys(SCENES).map((scene) => {
      const caller = report.spans.find(({ name }) => name === scene)!;
      const [call, ...others] = childrenOf(caller);
      expect(others).toEqual([]);
      expect(call!.kind).toBe(CLIENT);
      const attempts = childrenOf(call!);
      expect(attempts.map(isAttempt)).not.toContain(false);
      return [scene, [report.outcomes[scene], attempts.length, call!.attributes["error.type"]]];
    });
    const want = Object.entries(SCENES).map(([scene, [outcome, requests, error]]) => [
      scene,
      [outcome, requests, error],
    ]);
    expect(met).toEqual(want);
  });

  test("every span has the right parent, in the trace of its caller", () => {
    const wrong = report.spans.flatMap((span) => {
      const isRight = parentOf(span, task.undici !== "never");
      if (isRight === undefined) return [];
      const parent = byId.get(span.parent ?? "");
      return parent !== undefined && parent.trace === span.trace && isRight(parent) ? [] : [[span, parent]];
    });
    expect(wrong).toEqual([]);
    const count = (is: (span: Span) => boolean): number => report.spans.filter(is).length;
    const requests = Object.values(SCENES).reduce((sum, [, each]) => sum + each, 0);
    expect(count(isCall)).toBe(Object.keys(SCENES).length);
    expect(count(isAttempt)).toBe(requests);
    expect(count((span) => span.kind === SERVER)).toBe(requests);
    expect(count((span) => isFrom(span, "undici"))).toBe(task.undici === "never" ? 0 : requests);
    if (task.transport === undefined) expect(count((span) => isFrom(span, "net"))).toBeGreaterThanOrEqual(4);
  });

  test("our spans end before their parents, and take no longer", () => {
    const late = report.spans.filter((span, at) => {
      if (!isAttempt(span)) return false;
      const call = byId.get(span.parent!)!;
      // Spans are exported in the order of their ends. Their times are not comparable: the SDK reads two clocks for
      // each, and a busy machine may delay it between them. A duration is measured with one clock.
      return report.spans.indexOf(call) < at || span.end - span.start > call.end - call.start + 1e6;
    });
    expect(late).toEqual([]);
  });

  test("each request carries one trace, which is that of the span it is sent by", () => {
    const senders = report.spans.filter((span) => (task.undici === "never" ? isAttempt(span) : isFrom(span, "undici")));
    const ids = new Set(senders.map(({ trace, id }) => `00-${trace}-${id}-01`));
    const sent = report.requests.filter(({ id }) => id !== 199);
    expect(sent.filter(({ traceparents }) => traceparents.length !== 1)).toEqual([]);
    expect(new Set(sent.map(({ traceparents }) => traceparents[0]))).toEqual(ids);
  });

  test("spans say what the conventions want, and who made them", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
    const retried = report.spans.find(({ name }) => name === "queued 201")!;
    const [call] = childrenOf(retried);
    const server = { "server.address": "127.0.0.1", "server.port": expect.any(Number) };
    expect(call).toMatchObject({
      name: `${service.name}/Address_GetList`,
      scope: { name: "soapwright", version },
      attributes: {
        "rpc.system.name": "soap",
        "rpc.method": `${service.name}/Address_GetList`,
        "http.response.status_code": 200,
        "http.request.resend_count": 1,
        ...server,
      },
      status: { code: 0 },
    });
    const [first, second] = childrenOf(call!).sort((a, b) => a.start - b.start);
    const sent = { "http.request.method": "POST", ...server, "http.request.body.size": expect.any(Number) };
    expect(first).toMatchObject({
      attributes: { ...sent, "http.response.status_code": 503, "error.type": "HTTP" },
      status: { code: ERROR, message: "HTTP" },
      events: [{ name: "exception", attributes: { "exception.type": "HttpError" } }],
    });
    expect(first!.attributes["http.request.resend_count"]).toBeUndefined();
    expect(second).toMatchObject({
      attributes: { ...sent, "http.response.status_code": 200, "http.request.resend_count": 1 },
      status: { code: 0 },
      events: [],
    });
    expect(second!.attributes["url.full"]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/soap\/v3\/EmployeeService\.asmx$/);
  });

  test("the metric has the duration of each call in seconds", () => {
    expect(report.metrics.map(({ descriptor: { name, unit, type } }) => [name, unit, type])).toEqual([
      ["rpc.client.call.duration", "s", "HISTOGRAM"],
      ["soapwright.client.queue.duration", "s", "HISTOGRAM"],
      ["soapwright.client.retries", "{request}", "COUNTER"],
    ]);
    const [{ dataPoints }] = report.metrics as [Report["metrics"][0]];
    const counts = Object.fromEntries(
      dataPoints.map(({ attributes, value }) => [attributes["error.type"] ?? "none", value.count]),
    );
    expect(counts).toEqual({ none: 12, FAULT: 1, ARGUMENT: 1, TIMEOUT: 2, ABORTED: 1 });
    const took = report.spans.filter(isCall).reduce((sum, { start, end }) => sum + (end - start) / 1e9, 0);
    const recorded = dataPoints.reduce((sum, { value }) => sum + value.sum, 0);
    expect(recorded).toBeGreaterThan(took * 0.5);
    expect(recorded).toBeLessThan(took * 2);
  });

  test("no credential, result or word of the service is in any of it, and nothing is made once it is off", () => {
    expect(
      JSON.stringify([report.spans.filter(({ scope }) => scope.name === "soapwright"), report.metrics]),
    ).not.toMatch(/secret-domain|Marker/);
    expect(report.afterStop).toBe(0);
  });
});

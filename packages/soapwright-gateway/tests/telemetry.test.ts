/** The trace of a caller goes through the gateway to the service, by the real OpenTelemetry and without it. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parcelsWsdl } from "./parcels";

interface Span {
  readonly scope: string;
  readonly name: string;
  readonly id: string;
  readonly trace: string;
  readonly parent?: string;
}
interface Report {
  readonly answers: readonly (readonly [status: number, text: string])[];
  readonly requests: readonly {
    readonly action: string;
    readonly traceparent?: string;
    readonly tracestate?: string;
  }[];
  readonly spans: readonly Span[];
}

const folder = mkdtempSync(join(tmpdir(), "gateway-telemetry-"));
const wsdl = join(folder, "parcels.wsdl");
beforeAll(() => writeFileSync(wsdl, parcelsWsdl()));
afterAll(() => rmSync(folder, { recursive: true }));

function run(task: { readonly http: boolean; readonly calls: boolean }): Report {
  const program = join(__dirname, "traced-gateway.cjs");
  const env = { ...process.env, NODE_OPTIONS: "" };
  return JSON.parse(
    execFileSync(process.execPath, [program, JSON.stringify({ wsdl, ...task })], { encoding: "utf8", env }),
  ) as Report;
}

const CALLER = ["0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"] as const;
const OTHER = ["1af7651916cd43dd8448eb211c80319c", "c7ad6b7169203331"] as const;

/** Returns the spans from the one that the service's request names up to the first. */
function line(report: Report, request: number): readonly Span[] {
  const [, trace, id] = report.requests[request]!.traceparent!.split("-");
  const found: Span[] = [];
  for (let at = id; ; at = found.at(-1)!.parent) {
    const span = report.spans.find((each) => each.id === at);
    if (span === undefined) return found;
    expect(span.trace).toBe(trace);
    found.push(span);
  }
}

test("without OpenTelemetry, the caller's own headers go to the service", () => {
  const { answers, requests, spans } = run({ http: false, calls: false });
  expect(answers.map(([status]) => status)).toEqual([200, 200, 200]);
  expect(requests).toMatchObject([
    { traceparent: `00-${CALLER.join("-")}-01`, tracestate: "vendor=1" },
    { traceparent: `00-${OTHER.join("-")}-01` },
    {},
  ]);
  expect([requests[2]!.traceparent, spans]).toEqual([undefined, []]);
});

test.each([
  ["spans of calls alone", false, ["attempt", "call"]],
  ["spans of calls and of Node's HTTP", true, ["attempt", "call", "server"]],
])("with %s, the caller's span is the first parent of the service's request", (_what, http, wanted) => {
  const report = run({ http, calls: true });
  expect(report.answers.map(([status]) => status)).toEqual([200, 200, 200]);
  for (const [request, [trace, caller]] of [CALLER, OTHER].entries()) {
    const spans = line(report, request);
    const kinds = spans.map(({ scope, name }) =>
      scope !== "soapwright" ? "server" : name === "attempt" ? name : "call",
    );
    expect(kinds).toEqual(wanted);
    expect([spans.at(-1)!.trace, spans.at(-1)!.parent]).toEqual([trace, caller]);
  }
  expect(report.requests[0]!.tracestate).toBe("vendor=1");
  // A caller without a trace begins one here.
  expect(line(report, 2).map(({ parent }) => parent === undefined)).toEqual([
    ...wanted.slice(1).map(() => false),
    true,
  ]);
});

/**
 * No behavior reads prose. Each kind of text has one place that makes it: these are replaced, so that every error, diagnostic,
 * check that fails and wrong command line is its reason. Commands then end with the same exit codes and print the same JSON
 * beside the texts.
 */
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Diagnostic } from "soapwright-contract";
import type { ErrorKind, Reason } from "soapwright-runtime/errors";
import { runCodegen } from "soapwright-testing/codegen/commands/run-codegen";
import { runCommand } from "soapwright-testing/commands/run-command";
import { smallWsdl } from "soapwright-testing/commands/small-wsdl";
import type { Advice } from "../../packages/soapwright-runtime/src/errors/advice";
import type { ErrorSentence } from "../../packages/soapwright-runtime/src/errors/error-message";
import type { ServiceErrorOptions } from "../../packages/soapwright-runtime/src/errors/service-error";
import { run } from "../../src/cli/run";
import { type Sandbox, startSandbox } from "../../src/sandbox/index";

const mockTexts = { areCodes: false };

jest.mock("../../packages/soapwright-runtime/src/errors/service-error", () => {
  const actual = jest.requireActual<typeof import("../../packages/soapwright-runtime/src/errors/service-error")>(
    "../../packages/soapwright-runtime/src/errors/service-error",
  );
  abstract class ServiceError extends actual.ServiceError {
    protected constructor(
      sentence: ErrorSentence,
      options: ServiceErrorOptions,
      facts: { readonly reason: Reason; readonly kind: ErrorKind; readonly advice?: readonly Advice[] },
    ) {
      const { logged, outcome: _, ...rest } = options;
      if (!mockTexts.areCodes) super(sentence, options, facts);
      else super(facts.reason, logged === undefined ? rest : { ...rest, logged: facts.reason }, facts);
    }
  }
  return { ...actual, ServiceError };
});

jest.mock("../../packages/soapwright-runtime/src/errors/advice", () => {
  const actual = jest.requireActual<typeof import("../../packages/soapwright-runtime/src/errors/advice")>(
    "../../packages/soapwright-runtime/src/errors/advice",
  );
  const adviceText: typeof actual.adviceText = (...args) => (mockTexts.areCodes ? "" : actual.adviceText(...args));
  return { ...actual, adviceText };
});

jest.mock("../../packages/soapwright-contract/src/diagnostics", () => {
  const actual = jest.requireActual<typeof import("../../packages/soapwright-contract/src/diagnostics")>(
    "../../packages/soapwright-contract/src/diagnostics",
  );
  type Texts = Pick<Diagnostic, "message" | "hint"> & { readonly reason: string };
  const coded = <D extends Texts>(diagnostic: D): D =>
    mockTexts.areCodes
      ? { ...diagnostic, message: diagnostic.reason, ...(diagnostic.hint !== undefined && { hint: diagnostic.reason }) }
      : diagnostic;
  class Diagnostics extends actual.Diagnostics {
    override add(diagnostic: Diagnostic): void {
      super.add(coded(diagnostic));
    }
  }
  const diagnosticJson: typeof actual.diagnosticJson = (diagnostic) => actual.diagnosticJson(coded(diagnostic));
  const formatDiagnostic: typeof actual.formatDiagnostic = (diagnostic) => actual.formatDiagnostic(coded(diagnostic));
  return { ...actual, Diagnostics, diagnosticJson, formatDiagnostic };
});

jest.mock("../../packages/soapwright-cli/src/end/command-end", () => {
  const actual = jest.requireActual<typeof import("../../packages/soapwright-cli/src/end/command-end")>(
    "../../packages/soapwright-cli/src/end/command-end",
  );
  class UsageError extends actual.UsageError {
    constructor(text?: string) {
      super(mockTexts.areCodes ? "usage" : text);
    }
  }
  return { ...actual, UsageError };
});

jest.mock("../../packages/soapwright-cli/src/doctor/run-check", () => {
  const actual = jest.requireActual<typeof import("../../packages/soapwright-cli/src/doctor/run-check")>(
    "../../packages/soapwright-cli/src/doctor/run-check",
  );
  class SkipError extends actual.SkipError {
    constructor(...[reason, text]: ConstructorParameters<typeof actual.SkipError>) {
      super(reason, mockTexts.areCodes ? reason : text);
    }
  }
  class CheckError extends actual.CheckError {
    constructor(...[code, text, severity]: ConstructorParameters<typeof actual.CheckError>) {
      super(code, mockTexts.areCodes ? code : text, severity);
    }
  }
  return { ...actual, SkipError, CheckError };
});

jest.mock("../../packages/soapwright-export/src/export-words", () => {
  const actual = jest.requireActual<typeof import("../../packages/soapwright-export/src/export-words")>(
    "../../packages/soapwright-export/src/export-words",
  );
  const worded: typeof actual.worded = (...args) => (mockTexts.areCodes ? "the export ended" : actual.worded(...args));
  return { ...actual, worded };
});

/** What a command ended with. */
interface Ended {
  readonly code: number;
  /** The documents and lines of JSON on stdout and stderr, without texts and times. */
  readonly json: readonly unknown[];
  /** The texts of the JSON. */
  readonly texts: readonly { readonly reason: string; readonly message: string }[];
}

const TEXTS: ReadonlySet<string> = new Set(["message", "remedy", "hint"]);
const TIMES: ReadonlySet<string> = new Set(["at", "elapsedMs", "seconds", "requestId", "responseHeaders", "perSecond"]);

function ended(code: number, ...streams: readonly string[]): Ended {
  const texts: { reason: string; message: string }[] = [];
  const facts = (_key: string, value: unknown): unknown => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const { reason, code: finding, message } = value as Record<string, unknown>;
    if (typeof message === "string") texts.push({ reason: String(reason ?? finding), message });
    return Object.fromEntries(Object.entries(value).filter(([key]) => !TEXTS.has(key) && !TIMES.has(key)));
  };
  const json = streams.flatMap((stream) => [stream, ...stream.split("\n")].map((text) => parsed(text)).filter(isFound));
  return { code, json: JSON.parse(JSON.stringify(json), facts) as unknown[], texts };
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : undefined;
  } catch {
    return undefined;
  }
}

/** How much is done when progress is told depends on the time. */
function isFound(value: unknown): boolean {
  return value !== undefined && (value as { event?: unknown } | null)?.event !== "progress";
}

const folder = mkdtempSync(join(tmpdir(), "codes-"));
let sandbox: Sandbox;
let server: Server;
let url: string;
let respond: (response: ServerResponse) => void;

beforeAll(async () => {
  sandbox = await startSandbox();
  server = createServer((_request, response) => respond(response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  write("good.wsdl", smallWsdl({ request: '<xs:element name="a" type="xs:int"/>' }));
  write("other.wsdl", smallWsdl({ request: '<xs:element name="a" type="xs:string"/>' }));
  write("broken.wsdl", smallWsdl({ request: '<xs:element name="a" type="tns:None"/>' }));
  write("none.wsdl", "<a/>");
  write("page.wsdl", "<html></html>");
  mkdirSync(join(folder, "empty"));
  write("oneway.wsdl", smallWsdl().replace('<wsdl:output message="tns:Out"/>', ""));
  write("bad.zip", "PK");
  write("list.json", "[]");
  write("unknown.json", '{ "Nothing": {} }');
  write("ids.txt", "1003\n1001\n");
  await program("generate @good.wsdl --out @made");
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await sandbox.close();
  rmSync(folder, { recursive: true });
});

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

const inFolder = (line: string): string[] => line.split(" ").map((word) => word.replace("@", `${folder}/`));

/** A command of the product, of any WSDL, or of the generator. */
async function product(line: string, environment: Readonly<Record<string, string>> = {}): Promise<Ended> {
  const printed = { out: "", err: "" };
  const code = await run(inFolder(line), {
    environment: {
      EMPLOYEE_SERVICE_BASE_URL: sandbox.url,
      EMPLOYEE_SERVICE_USERNAME: "sandbox-user",
      EMPLOYEE_SERVICE_TOKEN: "sandbox-token",
      EMPLOYEE_SERVICE_DOMAIN: "sandbox",
      ...environment,
    },
    out: (text) => {
      printed.out += text;
    },
    err: (text) => {
      printed.err += text;
    },
    stopped: () => new Promise(() => {}),
  });
  return ended(code, printed.out, printed.err);
}

async function ofWsdl(line: string): Promise<Ended> {
  const { code, out, err } = await runCommand(inFolder(line));
  return ended(code, out, err);
}

async function program(line: string): Promise<Ended> {
  const { exitCode, stdout, stderr } = await runCodegen(...inFolder(line));
  return ended(exitCode, stdout, stderr);
}

/** Runs a command with its texts, and with codes in their place. */
async function expectSame(command: () => Promise<Ended>, code: number, reason?: string): Promise<void> {
  mockTexts.areCodes = false;
  const worded = await command();
  mockTexts.areCodes = true;
  const coded = await command();
  mockTexts.areCodes = false;
  expect(worded.code).toBe(code);
  if (reason !== undefined) expect(worded.texts.map((text) => text.reason)).toContain(reason);
  expect({ code: coded.code, json: coded.json }).toEqual({ code, json: worded.json });
}

describe("commands of a product", () => {
  test.each([
    [0, "cost-centers 1003 --format json", undefined],
    [0, "cost-centers 1001 --format ndjson", undefined],
    [2, "cost-centers abc --format json", "usage"],
    [2, "cost-centers 1 --token x --format json", "usage"],
    [2, "addresses 1 --period 2 --format json", "usage"],
    [5, "cost-centers 999999 --format json", "fault"],
    [0, "doctor --json --interface v2.1", "host-is-address"],
    [2, "doctor --json --interface v9", "usage"],
    [2, "call nothing --format json", "usage"],
    [0, "export cost-centers --ids @ids.txt --out @rows.ndjson --restart --json", undefined],
    [4, "export cost-centers --ids @ids.txt --to postgres://127.0.0.1:9/x --json", "storage-unreachable"],
    [2, "export cost-centers --ids @nothing.txt --out @none.ndjson --json", "input-unreadable"],
  ])("%i: %s", async (code, line, reason) => {
    await expectSame(() => product(line), code, reason);
  });

  const variables: readonly (readonly [code: number, line: string, name: string, value: string, reason: Reason])[] = [
    [3, "cost-centers 1 --format json", "EMPLOYEE_SERVICE_TOKEN", "", "variable-missing"],
    [3, "cost-centers 1 --format json", "EMPLOYEE_SERVICE_BASE_URL", "service", "base-url"],
    [5, "cost-centers 1003 --format json", "EMPLOYEE_SERVICE_TOKEN", "wrong", "fault"],
    [4, "cost-centers 1 --format json", "EMPLOYEE_SERVICE_BASE_URL", "http://127.0.0.1:9", "connection-refused"],
    [1, "doctor --json --interface v2.1", "EMPLOYEE_SERVICE_TOKEN", "wrong", "credentials-refused"],
    [1, "doctor --json --interface v2.1", "EMPLOYEE_SERVICE_BASE_URL", "http://127.0.0.1:9", "check-blocked"],
    [
      1,
      "doctor --json --interface v2.1",
      "EMPLOYEE_SERVICE_NAMESPACE_BASE_URL",
      "https://other.example",
      "namespace-differs",
    ],
  ];
  test.each(variables)("%i: %s with %s %s", async (code, line, name, value, reason) => {
    await expectSame(() => product(line, { [name]: value }), code, reason);
  });

  test.each([
    [6, 404, "text/plain", "none", "status", "wrong-address"],
    [6, 401, "text/plain", "none", "status", "wsdl-refused"],
    [6, 302, "text/plain", "none", "redirect", "redirected"],
    [6, 206, "text/xml", "<a/>", "partial-content", "read-failed"],
    [4, 429, "text/plain", "none", "status", "no-wsdl"],
    [4, 503, "text/html", "<html>down</html>", "status", "http-status"],
    [6, 200, "text/html", "<html>Log in</html>", "content-type", "no-soap"],
    [6, 200, "text/xml", "<a>", "xml", "read-failed"],
    [6, 200, "text/xml", "<a/>", "envelope", "no-namespace"],
    [6, 500, "text/xml", "<a>", "status", "http-status"],
  ])("%i for status %i with %s %s", async (code, status, type, body, reason, finding) => {
    respond = (response) => response.writeHead(status, { "content-type": type }).end(body);
    const environment = { EMPLOYEE_SERVICE_BASE_URL: url };
    await expectSame(() => product("cost-centers 1 --format json", environment), code, reason);
    await expectSame(() => product("doctor --json --interface v2.1", environment), 1, finding);
  });
});

describe("commands of any WSDL", () => {
  test.each([
    [0, "call @good.wsdl --format json", undefined],
    [4, "call @good.wsdl Get --a 1 --endpoint http://127.0.0.1:9/ --format json", "connection-refused"],
    [2, "call @good.wsdl Get --a x --format json", "usage"],
    [2, "call @good.wsdl Nothing --format json", "usage"],
    [1, "call @broken.wsdl Get --format json", "reference-undefined"],
    [1, "doctor @good.wsdl --endpoint http://127.0.0.1:9/ --json", "no-connection"],
    [1, "doctor @broken.wsdl --json", "reference-undefined"],
    [2, "doctor @good.wsdl --service Nothing --json", "usage"],
  ])("%i: %s", async (code, line, reason) => {
    await expectSame(() => ofWsdl(line), code, reason);
  });

  test.each([
    [0, "inspect @good.wsdl --json", undefined],
    [1, "inspect @broken.wsdl --json", "reference-undefined"],
    [1, "inspect @none.wsdl --json", "not-a-wsdl"],
    [1, "inspect @page.wsdl --json", "document-html"],
    [1, "inspect @nothing.wsdl --json", "file-missing"],
    [2, "inspect @good.wsdl --json --html", "inspect-formats"],
    [0, "diff @good.wsdl @other.wsdl --json", undefined],
    [1, "diff @good.wsdl @broken.wsdl --json", "reference-undefined"],
    [0, "sample @good.wsdl Get --json", undefined],
    [2, "sample @good.wsdl Nothing --json", "sample-operation-unknown"],
    [1, "sample @broken.wsdl Get --json", "reference-undefined"],
    [2, "json-schema @good.wsdl Nothing --json", "schema-operation-unknown"],
    [2, "catalog add nothing --json", "catalog-document-unknown"],
    [1, "catalog add wsn-t-1 --from nothing --json", "catalog-address"],
    [1, "catalog add wsn-t-1 --from http://127.0.0.1:9/ --json", "fetch-failed"],
    [2, "diff @empty @empty --json", "nothing-to-compare"],
    [2, "sample @good.wsdl Get --soap 1.2 --json", "sample-not-bound"],
    [2, "sample @oneway.wsdl Get --response --json", "sample-one-way"],
    [2, "mock @good.wsdl --port 0 --data @ids.txt --json", "mock-results-not-json"],
    [2, "mock @good.wsdl --port 0 --data @list.json --json", "mock-results-no-object"],
    [2, "mock @good.wsdl --port 0 --data @unknown.json --json", "mock-no-operation"],
    [0, "collection @good.wsdl --for http --out @requests --json", "requests-written"],
    [2, "verify @good.wsdl --runtime ./none --json", "runtime-unloadable"],
    [1, "inspect @bad.zip --json", "not-well-formed"],
    [1, "inspect @.. --json", "file-irregular"],
    [1, "collection @broken.wsdl --for http --out @requests --json", "reference-undefined"],
    [2, "mock @broken.wsdl --port 0 --json", "reference-undefined"],
    [0, "generate @good.wsdl --out @generated --json", "files-written"],
    [0, "check @good.wsdl --out @made --json", undefined],
    [1, "check @other.wsdl --out @made --json", "file-differs"],
    [1, "generate @broken.wsdl --out @generated --json", "reference-undefined"],
    [2, "generate @good.wsdl --json", "usage"],
    [1, "verify @broken.wsdl --json", "reference-undefined"],
  ])("%i: %s", async (code, line, reason) => {
    await expectSame(() => program(line), code, reason);
  });
});

test("the texts are replaced", async () => {
  mockTexts.areCodes = true;
  respond = (response) => response.writeHead(503).end();
  const all = [
    ...(await product("cost-centers 1 --format json", { EMPLOYEE_SERVICE_BASE_URL: url })).texts,
    ...(await product("cost-centers 999999 --format json")).texts,
    ...(await program("inspect @broken.wsdl --json")).texts,
  ];
  mockTexts.areCodes = false;
  expect(all.length).toBeGreaterThan(3);
  // What a command adds to an error of the run time follows.
  for (const { reason, message } of all) expect(message).toMatch(new RegExp(`^${reason}(?:\\.|$)`));
});

test("a command that reads a text is found", async () => {
  respond = (response) => response.writeHead(503).end();
  const reads = async (): Promise<Ended> => {
    const { texts } = await product("cost-centers 1 --format json", { EMPLOYEE_SERVICE_BASE_URL: url });
    return ended(texts.some(({ message }) => message.includes("Call again later")) ? 4 : 1);
  };
  await expect(expectSame(reads, 4)).rejects.toThrow(/toEqual/);
});

/** Messages of failed commands: in the command's words, each advice once, and as JSON for programs. */
import { readFileSync } from "node:fs";
import { CommanderError } from "commander";
// By another path than everyone: errors made here are not for the page of messages.
import { type Complaint, complaintOf } from "../../src/cli/./complaint";
import { run } from "../../src/cli/run";
import { situationOf } from "../../src/cli/situation";
import { UsageError } from "../../src/cli/usage-error";
import { AbortError } from "../../src/errors/abort-error";
import { ArgumentError } from "../../src/errors/argument-error";
import { ConfigurationError } from "../../src/errors/configuration-error";
import { ConnectionError } from "../../src/errors/connection-error";
import { FaultError } from "../../src/errors/fault-error";
import { HttpError } from "../../src/errors/http-error";
import { ResponseError } from "../../src/errors/response-error";
import { TimeoutError } from "../../src/errors/timeout-error";

const complain = (error: unknown, args = "", environment: Record<string, string> = {}): Complaint =>
  complaintOf(error, situationOf(args.split(" "), environment));

const fault = (reason: string) =>
  new FaultError(`The service responded with a fault: ${reason}`, {
    fault: {
      code: { namespace: "", local: "Client" },
      subcodes: [],
      reason,
      actor: undefined,
      node: undefined,
      role: undefined,
      detail: undefined,
    },
    httpStatus: 500,
  });

test.each([
  [
    "an attempt",
    new TimeoutError("x", { phase: "attempt", timeoutMs: 30_000 }),
    4,
    "The service did not respond within 30,000 ms. Raise --timeout, or call again later.",
  ],
  [
    "a deadline",
    new TimeoutError("x", { phase: "deadline", timeoutMs: 100 }),
    4,
    "The service did not respond within 100 ms. Raise --timeout, or call again later.",
  ],
  [
    "connecting",
    new TimeoutError("x", { phase: "connect", timeoutMs: 100 }),
    4,
    "The connection to the service was not made within 100 ms. Raise --timeout, or check that the service is running.",
  ],
  [
    "a connection",
    new ConnectionError("Connections to https://a.example are refused (ECONNREFUSED). Nothing was sent.", {
      sent: "no",
    }),
    4,
    "Connections to https://a.example are refused (ECONNREFUSED). Nothing was sent. Check EMPLOYEE_SERVICE_BASE_URL, and that you can reach the service.",
  ],
  [
    "a fault",
    fault("No such employee"),
    5,
    "The service returned a fault: No such employee. Check the employee, and the credentials and the base URL in the environment.",
  ],
  [
    "a fault that gives advice",
    fault("Check your input."),
    5,
    "The service returned a fault: Check your input. Check the employee, and the credentials and the base URL in the environment.",
  ],
  [
    "status 404",
    new HttpError("x", { status: 404 }),
    6,
    "The service responded with status 404 and no SOAP fault. Check EMPLOYEE_SERVICE_BASE_URL.",
  ],
  [
    "status 401",
    new HttpError("x", { status: 401 }),
    6,
    "The service responded with status 401 and no SOAP fault. Check the credentials in the environment.",
  ],
  [
    "status 400 without a body",
    new HttpError("x", { status: 400 }),
    6,
    "The service responded with status 400 and no SOAP fault. Services respond so when they cannot read a request: check EMPLOYEE_SERVICE_SOAP_VERSION and EMPLOYEE_SERVICE_BASE_URL.",
  ],
  [
    "status 407",
    new HttpError("x", { status: 407 }),
    6,
    "The service responded with status 407 and no SOAP fault. The proxy asks for credentials: put them into --proxy, as in http://user:password@proxy.example.",
  ],
  [
    "a redirect",
    new HttpError("x", { status: 302, location: "https://b.example/" }),
    6,
    "The service responded with status 302, a redirect to https://b.example/. Redirects are not followed, because credentials would travel: set EMPLOYEE_SERVICE_BASE_URL to the final address.",
  ],
  [
    "a limit",
    new ResponseError("A text is longer than 5 (line 1, column 2). Raise maxTextLength to accept it.", {
      reason: "limit",
    }),
    6,
    "A text is longer than 5 (line 1, column 2). The command does not read more: call the operation from a program, where you can raise the limit.",
  ],
  [
    "a value that does not fit",
    new ResponseError("The response does not match the schema at A/B: expected xs:int (line 1, column 2).", {
      reason: "value",
    }),
    6,
    "The response does not match the schema at A/B: expected xs:int (line 1, column 2). The service does not keep to its contract: tell whoever runs it.",
  ],
  [
    "a response that is no SOAP",
    new ResponseError("The root is html, not a SOAP Envelope.", { reason: "envelope" }),
    6,
    "The root is html, not a SOAP Envelope. Check that EMPLOYEE_SERVICE_BASE_URL is the address of the service.",
  ],
  [
    "a page of a gateway",
    new ResponseError("The response has content type text/html. Check baseUrl or endpoint.", {
      reason: "content-type",
    }),
    6,
    "The response has content type text/html. Check EMPLOYEE_SERVICE_BASE_URL.",
  ],
  [
    "a response in another namespace",
    new ResponseError(
      "The Body has {a}b. The service answers in another namespace than it was asked in: set namespace or namespaceBaseUrl (namespaces on a generated client) to the one that it uses.",
      { reason: "envelope" },
    ),
    6,
    "The Body has {a}b. The service answers in another namespace than it was asked in: set --namespace-base-url to the one that it uses.",
  ],
  [
    "a response in another SOAP version",
    new ResponseError(
      "The response is SOAP 1.2, but the request was SOAP 1.1. Set soapVersion to the version that the service speaks.",
      { reason: "envelope" },
    ),
    6,
    "The response is SOAP 1.2, but the request was SOAP 1.1. Set EMPLOYEE_SERVICE_SOAP_VERSION to the version that the service speaks.",
  ],
  [
    "an argument",
    new ArgumentError("The argument is wrong.", { path: "a", expected: "b", received: "c" }),
    2,
    "The argument is wrong.",
  ],
  [
    "Ctrl-C",
    new AbortError("The call was aborted by its signal."),
    7,
    "The command was stopped before the call was complete.",
  ],
  ["wrong usage", new UsageError("unknown option '--a'"), 2, "unknown option '--a'."],
  [
    "wrong usage that the parser finds",
    new CommanderError(1, "x", "error: unknown option '--prot'\n(Did you mean --port?)"),
    2,
    "unknown option '--prot'. Did you mean --port?",
  ],
  ["anything else", new Error("EACCES\nsecond line"), 1, "EACCES."],
  [
    "what steers a terminal",
    fault("\u001b[2J\u009b2J"),
    5,
    "The service returned a fault: \\u001b[2J\\u009b2J. Check the employee, and the credentials and the base URL in the environment.",
  ],
])("%s", (_what, error, exitCode, message) => {
  const complaint = complain(error);
  expect(complaint).toMatchObject({ exitCode, line: `error: ${message}` });
  expect(JSON.parse(complaint.json)).toMatchObject({ error: { message, exitCode } });
  expect(complaint.json).not.toMatch(/[\u007f-\u009f\n]/);
});

describe("what was set at the terminal is what the message names", () => {
  const plain = new ConfigurationError(
    "endpoint is plain http: to a.example: credentials and personal data would travel readable. Use https:, or set allowInsecure: true.",
    { option: "endpoint" },
  );
  const rest =
    "is plain http: to a.example: credentials and personal data would travel readable. Use https:, or set --allow-insecure.";

  test.each([
    ["the base URL", "", { EMPLOYEE_SERVICE_BASE_URL: "http://a.example" }, 3, `EMPLOYEE_SERVICE_BASE_URL ${rest}`],
    ["a variable", "", { EMPLOYEE_SERVICE_V3_ENDPOINT: "http://a.example" }, 3, `EMPLOYEE_SERVICE_V3_ENDPOINT ${rest}`],
    ["an option", "--endpoint http://a.example", {}, 2, `--endpoint ${rest}`],
    ["an option with =", "--endpoint=http://a.example", {}, 2, `--endpoint ${rest}`],
  ])("%s", (_what, args, environment, exitCode, message) => {
    expect(complain(plain, args, environment)).toMatchObject({ line: `error: ${message}`, exitCode });
  });

  test("a port in use is wrong usage, whichever option it is", () => {
    const error = new ConfigurationError("Port 80 is already in use. Choose another port.", { option: "port" });
    expect(complain(error)).toMatchObject({
      exitCode: 2,
      line: "error: Port 80 is already in use. Choose another port.",
    });
  });
});

test("no message of the library comes out with an option that the command has another word for", () => {
  const page = readFileSync("docs/messages.md", "utf8");
  const chapter = (name: string) => {
    const [text = ""] = new RegExp(`^## ${name}\\n[\\s\\S]*?(?=^## )`, "m").exec(page) ?? [];
    return [...text.matchAll(/^- (`+) ?(.*?) ?\1$/gm)].map((match) => match[2]!);
  };
  const made: [string, (message: string) => Error][] = [
    ["ConnectionError", (message) => new ConnectionError(message, { sent: "no" })],
    ["TimeoutError", (message) => new TimeoutError(message, { phase: "attempt", timeoutMs: 1 })],
    ["HttpError", (message) => new HttpError(message, { status: 500 })],
    ["ResponseError", (message) => new ResponseError(message, { reason: "xml" })],
  ];
  let count = 0;
  for (const [name, make] of made) {
    for (const message of chapter(name)) {
      count++;
      const { line } = complain(make(message));
      expect(line).not.toMatch(
        /\b(?:timeoutMs|deadlineMs|connectTimeoutMs|baseUrl|namespaceBaseUrl|soapVersion|allowInsecure)\b/,
      );
      expect(line).toMatch(/^error: .*[.?!]$/);
      // Advice is there once.
      expect(line.match(/--timeout|EMPLOYEE_SERVICE_BASE_URL/g)?.length ?? 0).toBeLessThanOrEqual(1);
    }
  }
  expect(count).toBeGreaterThan(80);
});

describe("--format json: what is wrong is JSON on standard error", () => {
  async function failed(...args: string[]) {
    let out = "";
    let err = "";
    const exitCode = await run(args, {
      environment: {},
      out: (text) => {
        out += text;
      },
      err: (text) => {
        err += text;
      },
      stopped: async () => undefined,
    });
    return { exitCode, out, err };
  }

  test.each([
    ["--format json", ["cost-centers", "1", "--format", "json"], 3, "ConfigurationError"],
    ["--format=json", ["cost-centers", "1", "--format=json"], 3, "ConfigurationError"],
    ["--json", ["cost-centers", "1", "--json"], 3, "ConfigurationError"],
    ["--format ndjson", ["cost-centers", "1", "--format", "ndjson"], 3, "ConfigurationError"],
    ["an argument that is missing", ["cost-centers", "--json"], 2, "UsageError"],
    ["an operation that is unknown", ["call", "Nothing", "--json"], 2, "UsageError"],
    ["two formats", ["cost-centers", "1", "--json", "--format", "csv"], 2, "UsageError"],
    ["behind the operation", ["call", "Address_GetList", "--employee-id", "x", "--json"], 2, "UsageError"],
  ])("%s", async (_what, args, exitCode, name) => {
    const { err, ...ended } = await failed(...args);
    expect(ended).toEqual({ exitCode, out: "" });
    expect(err.endsWith("}\n")).toBe(true);
    expect(JSON.parse(err)).toMatchObject({
      error: { name, exitCode, message: expect.stringMatching(/[.?]$/) as string },
    });
  });

  test.each([
    [["cost-centers", "1", "--format", "yaml"], /--format.*table, json, ndjson, csv/],
    [["cost-centers", "1", "--timeout", "soon"], /--timeout.*500ms, 30s or 2m/],
    [["cost-centers", "1", "--timeout", "0"], /--timeout/],
    [["call", "Address_GetList", "--employee-id", "1", "--timeout", "-1"], /--timeout/],
  ])("wrong usage for people: %j", async (args, message) => {
    const { exitCode, err } = await failed(...args);
    expect(exitCode).toBe(2);
    expect(err).toMatch(message);
    expect(err).toMatch(/^error: .*\.\n$/);
  });
});

test("--version is that of the package", async () => {
  let out = "";
  const terminal = {
    environment: {},
    out: (text: string) => {
      out += text;
    },
    err: () => {},
    stopped: async () => undefined,
  };
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect([await run(["--version"], terminal), out]).toEqual([0, `${version}\n`]);
});

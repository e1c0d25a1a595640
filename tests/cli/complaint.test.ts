/** Messages of failed commands: they name the command's flags, give each advice once, and are JSON for programs. */
import { readFileSync } from "node:fs";
import { CommanderError } from "commander";
import type { Advice } from "soapwright-runtime";
import {
  AbortError,
  ArgumentError,
  ConfigurationError,
  ConnectionError,
  FaultError,
  HttpError,
  ResponseError,
  TimeoutError,
  type TimeoutPhase,
} from "soapwright-runtime";
import { OPTIONS, parseAddress, requireSecure } from "soapwright-runtime/internal";
// The import path differs, so that errors created here are not collected for the page of messages.
import { type Complaint, complaintOf } from "../../src/cli/complaint";
import { situationOf } from "../../src/cli/option-labels";
import { run } from "../../src/cli/run";
import { UsageError } from "../../src/cli/usage-error";

const complain = (error: unknown, args = "", environment: Record<string, string> = {}): Complaint =>
  complaintOf(error, situationOf({ args: args.split(" "), environment }));

const slow = (option: string, phase: TimeoutPhase, advice: readonly Advice[]) =>
  new TimeoutError((name) => `It took longer than ${name(option)} (5 ms).`, { phase, timeoutMs: 5, advice });

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
    slow("timeoutMs", "attempt", [{ action: "raise", option: "timeoutMs" }, { action: "repeat" }]),
    4,
    "It took longer than the default time limit (5 ms). Raise --timeout, or call again later.",
  ],
  [
    "a deadline",
    slow("deadlineMs", "deadline", [{ action: "raise", option: "deadlineMs" }, { action: "repeat" }]),
    4,
    "It took longer than the default time limit (5 ms). Raise --timeout, or call again later.",
  ],
  [
    "connecting",
    slow("connectTimeoutMs", "connect", [
      { action: "check", option: "endpoint" },
      { action: "check" },
      { action: "raise", option: "connectTimeoutMs" },
    ]),
    4,
    "It took longer than the time limit for connecting (5 ms). Check EMPLOYEE_SERVICE_BASE_URL and the network, or raise --timeout.",
  ],
  [
    "a connection",
    new ConnectionError("Connections to https://a.example are refused (ECONNREFUSED). Nothing was sent.", {
      sent: "no",
    }),
    4,
    "Connections to https://a.example are refused (ECONNREFUSED). Nothing was sent. Check EMPLOYEE_SERVICE_BASE_URL and the network.",
  ],
  [
    "a fault",
    fault("No such employee"),
    5,
    "The service responded with a fault: No such employee. Check the employee, and the credentials and the base URL in the environment.",
  ],
  [
    "a fault that gives advice",
    fault("Check your input."),
    5,
    "The service responded with a fault: Check your input. Check the employee, and the credentials and the base URL in the environment.",
  ],
  [
    "status 404",
    new HttpError("The service responded with status 404.", {
      status: 404,
      advice: [{ action: "check", option: "endpoint" }],
    }),
    6,
    "The service responded with status 404. Check EMPLOYEE_SERVICE_BASE_URL.",
  ],
  [
    "status 401",
    new HttpError("The service responded with status 401.", {
      status: 401,
      advice: [
        { action: "check", option: "auth" },
        { action: "check", option: "httpHeaders" },
      ],
    }),
    6,
    "The service responded with status 401. Check the credentials in the environment.",
  ],
  [
    "status 400 without a body",
    new HttpError("The service responded with status 400.", {
      status: 400,
      advice: [
        { action: "check", option: "soapVersion" },
        { action: "check", option: "endpoint" },
      ],
    }),
    6,
    "The service responded with status 400. Check EMPLOYEE_SERVICE_SOAP_VERSION and EMPLOYEE_SERVICE_BASE_URL.",
  ],
  [
    "status 407",
    new HttpError("The proxy needs credentials.", { status: 407, advice: [{ action: "set", option: "proxy" }] }),
    6,
    "The proxy needs credentials. Put them into --proxy, as in http://user:password@proxy.example.",
  ],
  [
    "a redirect",
    new HttpError("The service responded with status 302.", {
      status: 302,
      advice: [{ action: "set", option: "endpoint" }],
    }),
    6,
    "The service responded with status 302. Set EMPLOYEE_SERVICE_BASE_URL to the final address.",
  ],
  [
    "a certificate",
    new ConnectionError("No trusted TLS connection was made.", {
      sent: "no",
      advice: [{ action: "set", option: "tls.ca" }],
    }),
    4,
    "No trusted TLS connection was made. Set NODE_EXTRA_CA_CERTS to the authority that issued the certificate.",
  ],
  [
    "what only a program can set",
    new ResponseError("It has a control character in it.", {
      reason: "xml",
      advice: [{ action: "set", option: "allowControlCharacters", value: true }],
    }),
    6,
    "It has a control character in it. The command has no option for this: call the operation from a program, where you can set allowControlCharacters.",
  ],
  [
    "a limit",
    new ResponseError("A text is longer than 5 (line 1, column 2).", {
      reason: "limit",
      advice: [{ action: "raise", option: "maxTextLength" }],
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
    "The response does not match the schema at A/B: expected xs:int (line 1, column 2). Tell the owner of the service.",
  ],
  [
    "a response that is no SOAP",
    new ResponseError("The root is html, not a SOAP Envelope.", { reason: "envelope" }),
    6,
    "The root is html, not a SOAP Envelope. Check EMPLOYEE_SERVICE_BASE_URL.",
  ],
  [
    "a page of a gateway",
    new ResponseError("The response has content type text/html.", {
      reason: "content-type",
    }),
    6,
    "The response has content type text/html. Check EMPLOYEE_SERVICE_BASE_URL.",
  ],
  [
    "a response in another namespace",
    new ResponseError("The Body has {a}b.", {
      reason: "envelope",
      advice: [{ action: "set", option: "namespaces" }],
    }),
    6,
    "The Body has {a}b. Set --namespace-base-url to the one that the service uses.",
  ],
  [
    "a response in another SOAP version",
    new ResponseError("The response is SOAP 1.2.", {
      reason: "envelope",
      advice: [{ action: "set", option: "soapVersion" }],
    }),
    6,
    "The response is SOAP 1.2. Set EMPLOYEE_SERVICE_SOAP_VERSION to the version that the service speaks.",
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
    "The service responded with a fault: \\u001b[2J\\u009b2J. Check the employee, and the credentials and the base URL in the environment.",
  ],
])("%s", (_what, error, exitCode, message) => {
  const complaint = complain(error);
  expect(complaint).toMatchObject({ exitCode, line: `error: ${message}` });
  expect(JSON.parse(complaint.json)).toMatchObject({ error: { message, exitCode } });
  expect(complaint.json).not.toMatch(/[\u007f-\u009f\n]/);
});

describe("what was set at the terminal is what the message names", () => {
  let plain: unknown;
  try {
    requireSecure(parseAddress("http://a.example/", "endpoint"), false, "endpoint");
  } catch (error) {
    plain = error;
  }
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

describe("an option that the command has another word for is called by that", () => {
  test.each(Object.keys(OPTIONS))("%s", (option) => {
    for (const action of ["set", "raise", "check"] as const) {
      const error = new ResponseError((name) => `It is about ${name(option)}.`, {
        reason: "limit",
        advice: [{ action, option }],
      });
      const { line } = complain(error);
      expect(line).not.toMatch(
        /\b(?:timeoutMs|deadlineMs|connectTimeoutMs|baseUrl|namespaceBaseUrl|namespaces|soapVersion|allowInsecure)\b/,
      );
      expect(line).toMatch(/^error: .*[.?!]$/);
    }
  });
});

test("what a proxy has done is said of what names the proxy", () => {
  const error = new ConnectionError("The proxy refused the connection.", {
    sent: "no",
    advice: [{ action: "check", option: "proxy" }, { action: "check" }],
  });
  expect(complain(error, "", { HTTPS_PROXY: "http://proxy.example" }).line).toBe(
    "error: The proxy refused the connection. Check HTTPS_PROXY and the network.",
  );
  expect(complain(error, "--proxy http://proxy.example").line).toContain("Check --proxy and the network.");
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

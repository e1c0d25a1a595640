import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Command, CommanderError } from "commander";
import type { NodeRef } from "soapwright-runtime/codecs";
import {
  AbortError,
  type Advice,
  ArgumentError,
  ConfigurationError,
  ConnectionError,
  FaultError,
  HttpError,
  ResponseError,
  TimeoutError,
  type TimeoutPhase,
} from "soapwright-runtime/errors";
import { parseAddress, requireSecure } from "soapwright-runtime/http";
import {
  choice,
  complexType,
  enumeration,
  namespace,
  nillable,
  type OperationNode,
  polymorphic,
  repeated,
  type ServiceNode,
  simpleList,
  soapArray,
  variant,
  xs,
} from "soapwright-runtime/tables";
import { wordsOf } from "../../packages/soapwright-cli/src/call/call";
import {
  argumentsOf,
  optionName,
  optionNames,
  splitWords,
} from "../../packages/soapwright-cli/src/call/parse-arguments";
import { argumentPlaces } from "../../packages/soapwright-cli/src/call/places";
import { sharedCommands } from "../../packages/soapwright-cli/src/commands/commands";
import { UsageError } from "../../packages/soapwright-cli/src/end/command-end";
import { type Complaint, complaintOf } from "../../packages/soapwright-cli/src/end/complaint";
import { voiceOf } from "../../packages/soapwright-cli/src/end/speech";
import { productSource } from "../../packages/soapwright-cli/src/service/product-source";
import { OPTIONS } from "../../packages/soapwright-runtime/src/client/option-table";
import { employeeService } from "../../src/cli/employee";
import { run } from "../../src/cli/run";

/** Messages of failed commands: they name the command's flags, give each advice once, and are JSON for programs. */
describe("complaint", () => {
  const complain = (error: unknown, args = "", environment: Record<string, string> = {}): Complaint =>
    complaintOf(error, voiceOf(employeeService, { args: args.split(" "), environment }));

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
      slow("connections.connectTimeoutMs", "connect", [
        { action: "check", option: "endpoint" },
        { action: "check" },
        { action: "raise", option: "connections.connectTimeoutMs" },
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
        advice: [{ action: "set", option: "quirks.allowControlCharacters", value: true }],
      }),
      6,
      "It has a control character in it. The command has no option for this: call the operation from a program, where you can set quirks.allowControlCharacters.",
    ],
    [
      "a limit",
      new ResponseError("A text is longer than 5 (line 1, column 2).", {
        reason: "limit",
        advice: [{ action: "raise", option: "limits.textLength" }],
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
        advice: [{ action: "set", option: "quirks.namespaces" }],
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
      [
        "a variable",
        "",
        { EMPLOYEE_SERVICE_V3_ENDPOINT: "http://a.example" },
        3,
        `EMPLOYEE_SERVICE_V3_ENDPOINT ${rest}`,
      ],
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
    test.each(Object.values(OPTIONS).map(({ path }) => path))("%s", (option) => {
      for (const action of ["set", "raise", "check"] as const) {
        const error = new ResponseError((name) => `It is about ${name(option)}.`, {
          reason: "limit",
          advice: [{ action, option }],
        });
        const { line } = complain(error);
        expect(line).not.toMatch(
          /\b(?:timeoutMs|deadlineMs|connections\.connectTimeoutMs|baseUrl|namespaceBaseUrl|namespaces|soapVersion|allowInsecure)\b/,
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
});

/** Command-line arguments as arguments of operations, for tables of every shape. */
describe("words", () => {
  const tns = namespace("urn:example");
  const none = namespace("");
  const Colour = enumeration(tns("Colour"), xs.string, ["Red", "Green"]);
  const Line = complexType(tns("Line"), [
    tns.element("Code", xs.string),
    tns.optional("Count", xs.long),
    none.optionalAttribute("kind", xs.string),
  ]);
  const Circle = complexType(tns("Circle"), [tns.element("Radius", xs.double)]);
  const Square = complexType(tns("Square"), [tns.element("Side", xs.decimal)]);
  const Order = complexType(undefined, [
    tns.element("EmployeeId", xs.int),
    tns.optional("CountryISOCode", xs.string),
    tns.optional("Urgent", xs.boolean),
    tns.optional("Colour", Colour),
    tns.optional("Until", nillable(xs.date)),
    tns.list("Line", Line as never),
    tns.list("Tag", nillable(xs.string)),
    tns.optional("Main", Line as never),
    tns.optional("Codes", simpleList(undefined, xs.int)),
    tns.optional("Image", xs.base64Binary),
    tns.optional(
      "Shape",
      polymorphic([variant("Circle", Circle as never, {}), variant("Square", Square as never, {})]),
    ),
    tns.optional("Amounts", soapArray(undefined, xs.decimal, tns("decimal"))),
    repeated("steps", choice([tns.element("Run", xs.string), tns.element("Wait", xs.int)])),
  ]);

  function operation(type: NodeRef, unwrap: readonly string[] = ["Order"]): OperationNode {
    const element = { kind: "element", key: "Order", name: tns("Order"), type, min: 1, max: 1, array: false } as const;
    return {
      name: "Order",
      method: "order",
      style: "document",
      use: "literal",
      soapAction: {},
      safe: false,
      input: { body: [element], unwrap, list: false, headers: [] },
      faults: [],
    };
  }

  function read(line: string, json?: unknown, of = operation(Order)): unknown {
    const { options: given } = splitWords(line.split(" ").filter(Boolean), { json: false });
    return argumentsOf(argumentPlaces(of), given, json === undefined ? undefined : { option: "--json-args", json });
  }

  test.each([
    ["--employee-id 1003", { EmployeeId: 1003 }],
    ["--EmployeeId=1003", { EmployeeId: 1003 }],
    ["--employee-id -3 --country-iso-code NL", { EmployeeId: -3, CountryISOCode: "NL" }],
    ["--country-iso-code=", { CountryISOCode: "" }],
    ["--urgent --colour Red", { Urgent: true, Colour: "Red" }],
    ["--urgent 0", { Urgent: false }],
    ["--until 2026-11-21", { Until: "2026-11-21" }],
    ["--until.nil", { Until: null }],
    ["--tag a --tag b", { Tag: ["a", "b"] }],
    ["--tag a --tag.1.nil", { Tag: ["a", null] }],
    ["--main.code A --main.count 9007199254740993", { Main: { Code: "A", Count: 9007199254740993n } }],
    ["--main.code A --main.kind x", { Main: { Code: "A", kind: "x" } }],
    ["--line.0.code A --line.1.code B --line.0.count 2", { Line: [{ Code: "A", Count: 2n }, { Code: "B" }] }],
    ['--line {"Code":"A","Count":1} --line {"Code":"B"}', { Line: [{ Code: "A", Count: 1n }, { Code: "B" }] }],
    ['--main {"Code":"A"} --main.count 5', { Main: { Code: "A", Count: 5n } }],
    ["--image AQID", { Image: new Uint8Array([1, 2, 3]) }],
    ["--shape.$type Square --shape.side 2.50", { Shape: { $type: "Square", Side: "2.50" } }],
    ["--amounts 1.0 --amounts 2", { Amounts: ["1.0", "2"] }],
    ["--steps.0.run fast --steps.1.wait 3", { steps: [{ Run: "fast" }, { Wait: 3 }] }],
  ])("%s", (line, wanted) => {
    expect(read(line)).toEqual(wanted);
  });

  test("a simple list takes its items between blanks", () => {
    const { options: given } = splitWords(["--codes", "1 2 3"], {});
    expect(argumentsOf(argumentPlaces(operation(Order)), given, undefined)).toEqual({ Codes: [1, 2, 3] });
  });

  test("JSON is read by the tables, and options override them", () => {
    const json = {
      EmployeeId: 1,
      Line: [{ Code: "A", Count: "12345678901" }],
      Image: "AQ==",
      Amounts: [1.5],
      Until: null,
    };
    expect(read("--country-iso-code NL --line.1.code B", json)).toEqual({
      EmployeeId: 1,
      Line: [{ Code: "A", Count: 12345678901n }, { Code: "B" }],
      Image: new Uint8Array([1]),
      Amounts: ["1.5"],
      Until: null,
      CountryISOCode: "NL",
    });
  });

  test("an operation that takes one value has one option; one without unwrapping has its element's", () => {
    expect(read("--order 5", undefined, operation(xs.int))).toBe(5);
    expect(read("--order.employee-id 5", undefined, operation(Order, []))).toEqual({ Order: { EmployeeId: 5 } });
  });

  test.each([
    ["--employe-id 1", /unknown option '--employe-id'\. Did you mean --employee-id\?/],
    ["--nonsense 1", /unknown option '--nonsense'\. There is --employee-id, --country-iso-code/],
    ["--employee-id x", /option '--employee-id' takes xs:int/],
    ["--employee-id 1 --employee-id 2", /option '--employee-id' is given twice/],
    ["--employee-id", /option '--employee-id' has no value after it/],
    ["1003", /'1003' is not an option. Write arguments as --name value/],
    ["--main.cod A", /unknown option '--main\.cod'\. Did you mean --main\.code\?/],
    ["--main.nonsense A", /unknown option '--main\.nonsense'\. There is --main\.code, --main\.count, --main\.kind/],
    ["--employee-id.x 1", /EmployeeId has no parts/],
    ["--line.code A", /Line is a list. Say which item: --line.0.code/],
    ["--line.1.code A", /item 0 comes before item 1/],
    ["--main A", /option '--main' takes JSON, or its parts one by one: --main.part value/],
    ["--image ???", /option '--image' takes xs:base64Binary/],
    ["--country-iso-code.nil", /CountryISOCode has no parts/],
    ["--__proto__.x 1", /unknown option '--__proto__'/],
  ])("%s is refused", (line, message) => {
    expect(() => read(line)).toThrow(message);
  });

  test("JSON that is no object is refused", () => {
    expect(() => read("", [1])).toThrow("--json-args takes a JSON object");
  });

  test("names of options", () => {
    expect(["EmployeeId", "CountryISOCode", "a_b", "IBAN2", "x"].map(optionName)).toEqual([
      "employee-id",
      "country-iso-code",
      "a-b",
      "iban2",
      "x",
    ]);
  });

  test("two names of one spelling are distinguished by their exact names, and none is an option of the command", () => {
    const Twin = complexType(undefined, [
      tns.element("EmployeeID", xs.int),
      tns.element("EmployeeId", xs.int),
      tns.optional("Json", xs.string),
      tns.optional("json", xs.string),
      tns.optional("__proto__", xs.string),
    ]);
    const { places } = argumentPlaces(operation(Twin));
    expect([...optionNames(places, ["json"]).values()]).toEqual(["employee-id", "EmployeeId", "Json", "__proto__"]);
    const value = read("--EmployeeId 2 --employee-id 1 --__proto__ x", undefined, operation(Twin));
    expect(Object.entries(value as object)).toEqual([
      ["EmployeeId", 2],
      ["EmployeeID", 1],
      ["__proto__", "x"],
    ]);
  });

  describe("help can be made for every golden case", () => {
    const terminal = { environment: {}, out: () => {}, err: () => {}, stopped: async () => undefined };
    const call = sharedCommands.find(({ name }) => name === "call");
    const words = wordsOf(productSource(employeeService, terminal), call!);
    const cases = resolve(__dirname, "../../packages/soapwright-testing/src/golden/cases");
    test.each(readdirSync(cases))("%s", async (name) => {
      const tables = (await import(join(cases, name, "schemas.ts"))) as Record<string, unknown>;
      for (const table of Object.values(tables)) {
        if (typeof table !== "object" || table === null || !("operations" in table)) continue;
        const service = table as ServiceNode;
        const named = { name: "v1", service, textOf: () => undefined, argumentText: () => undefined };
        for (const operation of service.operations) {
          const help = words.help(new Command("call"), `call ${operation.name}`, { ...named, operation });
          expect(help).toContain("--json-args <file>");
        }
      }
    });
  });
});

/** The defaults that the help of both command lines names: one that changes is a change for users, and for the pages. */
import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { wholeProgram } from "soapwright-testing/commands/whole-program";
import { employeeService } from "../../../src/cli/employee";
import { declareOptions } from "../src/commands/add-shared";
import { buildProgram } from "../src/service/program";
import type { Terminal } from "../src/terminal/terminal";

const terminal: Terminal = {
  args: [],
  environment: {},
  out: () => {},
  err: () => {},
  input: async () => "",
  stopped: () => new Promise(() => {}),
};

/** Returns the defaults by option, each with the commands that have it. */
function defaultsOf(program: Command, found = new Map<string, string[]>()): Map<string, string[]> {
  for (const { long, defaultValue, defaultValueDescription, description } of program.options) {
    const [, worded] = /default:? ([^;)]+)/.exec(description) ?? [];
    const value = defaultValueDescription ?? worded ?? (defaultValue === false ? undefined : defaultValue);
    if (value === undefined) continue;
    const key = `${long} ${value}`;
    found.set(key, [...(found.get(key) ?? []), program.name()]);
  }
  for (const command of program.commands) defaultsOf(command, found);
  return found;
}

test("each default that a command names is the one it has had", async () => {
  const programs = [wholeProgram(), buildProgram(terminal, employeeService)];
  for (const command of programs.flatMap(({ commands }) => commands)) await declareOptions(command);
  const found = programs.reduce((lines, program) => defaultsOf(program, lines), new Map<string, string[]>());
  const lines = [...found].map(([option, commands]) => `${option}: ${commands.join(", ")}`).sort();
  // A new option adds a line.
  expect(lines).toEqual(
    expect.arrayContaining([
      "--class-name of the service: generate, check, watch",
      "--concurrency 16: export, worker",
      "--config soapwright.config.json or .ts of the nearest folder upwards: generate, check, watch",
      "--config the one of the nearest folder upwards: verify",
      "--control-token EMPLOYEE_SANDBOX_CONTROL_TOKEN: sandbox",
      "--data employees 1001 to 1006: sandbox",
      "--decimal string: generate, check, watch",
      "--domain EMPLOYEE_SERVICE_DOMAIN: mcp",
      "--employee-id 0, who does not exist: doctor",
      "--endpoint the one in the WSDL: call, mcp, gateway, doctor",
      "--enums open: generate, check, watch",
      "--errors beside the output: export",
      "--extension none: generate, check, watch",
      "--fail-on warning: doctor, doctor",
      "--features entry points of soapwright-features: generate, check, watch",
      "--format table: call, cost-centers, addresses, call",
      "--host 127.0.0.1: mock, mcp, gateway, mcp, gateway, sandbox",
      "--id-column the one that is called like the argument: export",
      "--instances 20: verify",
      "--int64 bigint: generate, check, watch, verify",
      "--interface each whose variables are set: gateway",
      "--journal beside the output: export",
      "--max-body-bytes 1048576: gateway, gateway",
      "--max-callers 1000: gateway, gateway",
      "--max-depth 200: generate, check, watch, inspect, json-schema, collection, diff, sample, mock, verify, call, mcp, openapi, gateway, doctor",
      "--max-file-bytes 16777216: generate, check, watch, inspect, json-schema, collection, diff, sample, mock, add, verify, call, mcp, openapi, gateway, doctor",
      "--max-files 500: generate, check, watch, inspect, json-schema, collection, diff, sample, mock, verify, call, mcp, openapi, gateway, doctor",
      "--max-particles 50000: generate, check, watch, inspect, json-schema, collection, diff, sample, mock, verify, call, mcp, openapi, gateway, doctor",
      "--max-total-bytes 67108864: generate, check, watch, inspect, json-schema, collection, diff, sample, mock, verify, call, mcp, openapi, gateway, doctor",
      "--max-types 50000: generate, check, watch, inspect, json-schema, collection, diff, sample, mock, verify, call, mcp, openapi, gateway, doctor",
      "--namespace-base-url the sandbox's own: sandbox",
      "--out catalog: add",
      "--out recordings: record",
      "--page-size 50: mcp, mcp",
      "--patience 1h: export, worker",
      "--port 8080: mock, gateway, gateway, sandbox",
      "--port 8081: record",
      "--property-case wire: generate, check, watch, verify",
      "--proxy HTTPS_PROXY, HTTP_PROXY and NO_PROXY: call, mcp, gateway, doctor, cost-centers, addresses, call, mcp, gateway, doctor, export, worker, record",
      "--requests-per-second no limit: gateway, gateway",
      "--rpc-namespace none, with a warning: generate, check, watch, inspect, json-schema, collection, diff, sample, mock, verify, call, mcp, openapi, gateway, doctor",
      "--runtime entry points of soapwright-runtime: generate, check, watch",
      "--runtime the one of this package: verify",
      "--seconds 10, and 1 for each 20 payloads: verify",
      "--seed 1: collection, sample, verify",
      "--service all: openapi",
      "--simple-types declared: generate, check, watch, verify",
      "--table the name of the operation: export",
      "--timeout 10s: doctor, doctor",
      "--timeout 1m: gateway, gateway, record",
      "--timeout 30s: export, worker",
      "--timeout-ms 30000: generate, check, watch, inspect, json-schema, collection, diff, sample, mock, add, verify, call, mcp, openapi, gateway, doctor",
      "--total-timeout-ms 300000: generate, check, watch, inspect, json-schema, collection, diff, sample, mock, verify, call, mcp, openapi, gateway, doctor",
      "--type-case wire: generate, check, watch, verify",
      "--types used: generate, check, watch, verify",
    ]),
  );
});

// The help of these is text, because a command loads the module with the value only when it runs.
test.each([
  ["gateway/operator.ts", "DRAIN_MS", 30_000, "gateway/operator.ts", "(default: 30s)"],
  ["service/export/run-worker.ts", "REQUEST_MS", 30_000, "service/export/worker-command.ts", "request (default: 30s)"],
  ["doctor/command/command.ts", "CHECK_MS", 10_000, "commands/commands.ts", "each check (default: 10s)"],
])("%s: %s is what the help says", (file, name, value, help, words) => {
  const sourceOf = (path: string) => readFileSync(`packages/soapwright-cli/src/${path}`, "utf8");
  const [, text = ""] = new RegExp(`const ${name} = ([\\d_]+);`).exec(sourceOf(file)) ?? [];
  expect(Number(text.replaceAll("_", ""))).toBe(value);
  expect(sourceOf(help)).toContain(words);
});

test("the page of exports names those of its command", () => {
  const page = readFileSync("docs/export.md", "utf8");
  expect(page).toContain("`--concurrency` (16)");
});

/** A WSDL of another domain with hundreds of operations, generated, compiled, and called. */

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { ServiceNode } from "soapwright-runtime/tables";
import type { ServiceSandbox } from "soapwright-sandbox";
import { isSlow, slowTest } from "soapwright-testing/stage/slow";
import ts from "typescript";
import { startServiceSandbox } from "../../src/sandbox/index";
import {
  answerOf,
  argumentsOf,
  fleetBaseUrl,
  fleetNamespace,
  fleetWsdl,
  methodName,
  operationName,
} from "./fleet-wsdl";

type Method = (args: object, options?: object) => Promise<unknown>;
interface FleetClient {
  close(): Promise<void>;
  readonly [method: string]: Method | (() => Promise<void>);
}
interface FleetModule {
  readonly Fleet: new (options: object) => FleetClient;
}

const count = isSlow ? 300 : 20;
const indexes = Array.from({ length: count }, (_, i) => i);
let folder: string;
let sandbox: ServiceSandbox;
let fleet: FleetModule;

beforeAll(async () => {
  // The folder is in the project, where the run time is found.
  mkdirSync("reports", { recursive: true });
  folder = mkdtempSync(resolve("reports/fleet-"));
  writeFileSync(join(folder, "fleet.wsdl"), fleetWsdl(count));
  const register = require.resolve("soapwright-testing/register");
  const cli = ["-C", "soapwright-source", "-r", register, "packages/soapwright/src/cli.ts"];
  const args = ["generate", join(folder, "fleet.wsdl"), "--out", join(folder, "out")];
  execFileSync(process.execPath, [...cli, ...args, "--quiet"], { stdio: ["ignore", "pipe", "inherit"] });
  const tables = (await import(join(folder, "out/schemas.ts"))) as { service: ServiceNode };
  fleet = (await import(join(folder, "out/client.ts"))) as FleetModule;
  const operations = Object.fromEntries(
    indexes.map((i) => [
      operationName(i),
      ({ args: received, headers }: { args: unknown; headers: unknown }) => {
        expect(received).toEqual(argumentsOf(i));
        expect(headers).toEqual({ Session: { Key: "k" } });
        return answerOf(i);
      },
    ]),
  );
  sandbox = await startServiceSandbox({
    services: [{ path: "/ws/Fleet.asmx", service: tables.service, operations, declaredBaseUrl: fleetBaseUrl }],
  });
}, 300_000);

afterAll(async () => {
  await sandbox?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("four files come of it, whatever the size", () => {
  expect(readdirSync(join(folder, "out")).sort()).toEqual(["client.ts", "index.ts", "schemas.ts", "types.ts"]);
});

function ownDeclarations(): string[] {
  return readdirSync("packages/soapwright-runtime/src", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".d.ts"))
    .map((file) => resolve("packages/soapwright-runtime/src", file));
}

slowTest(
  "they compile under every strict flag",
  () => {
    const program = ts.createProgram([join(folder, "out/index.ts"), ...ownDeclarations()], {
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts"],
      module: ts.ModuleKind.Node16,
      moduleResolution: ts.ModuleResolutionKind.Node16,
      esModuleInterop: true,
      strict: true,
      noEmit: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      noImplicitOverride: true,
      isolatedModules: true,
      skipLibCheck: true,
      types: ["node"],
      typeRoots: [resolve("node_modules/@types")],
    });
    // `make typecheck` checks the files that the generated ones import.
    const made = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(join(folder, "out")));
    expect(made).toHaveLength(4);
    const messages = made
      .flatMap((file) => ts.getPreEmitDiagnostics(program, file))
      .map(({ messageText, file }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
    expect(messages).toEqual([]);
  },
  300_000,
);

test.each(["1.1", "1.2"])(
  "every operation is called over SOAP %s",
  async (soapVersion) => {
    const client = new fleet.Fleet({
      endpoint: `${sandbox.url}/ws/Fleet.asmx`,
      quirks: {
        namespaces: (declared: string) => (declared === fleetNamespace ? `${sandbox.url}/ws/Fleet` : declared),
      },
      soapVersion,
      headers: { Session: { Key: "k" } },
    });
    const before = sandbox.requestCount;
    for (const i of indexes) {
      const result = await (client[methodName(i)] as Method).call(client, argumentsOf(i));
      expect(result).toEqual(answerOf(i));
    }
    expect(sandbox.requestCount - before).toBe(count);
    await client.close();
  },
  60_000,
);

test("nothing general names the employee service, but for examples in comments", () => {
  const own = /employee|cost.?cent|kostensoort|address_|addressType|EMPLOYEE_/i;
  const packages = readdirSync("packages").filter((name) => name !== "soapwright-testing");
  const files = packages.flatMap((name) =>
    readdirSync(`packages/${name}/src`, { recursive: true, encoding: "utf8" }).map(
      (file) => `packages/${name}/src/${file}`,
    ),
  );
  const named = files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => {
      const code = withoutComments(readFileSync(file, "utf8")).replaceAll("employee-service-client", "");
      return code
        .split("\n")
        .filter((line) => own.test(line))
        .map((line) => `${file}: ${line.trim()}`);
    });
  expect(named).toEqual([]);
});

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
}

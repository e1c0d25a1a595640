/** A command that is declared once is one of any WSDL, and of every product. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command, Option } from "commander";
import { ordersWsdl } from "soapwright-testing/commands/orders-wsdl";
import { employeeService } from "../../../src/cli/employee";
import { operationsOf } from "../src/commands/operations";
import type { SharedCommand } from "../src/commands/shared-command";
import { addCommands } from "../src/program/commands";
import { buildProgram } from "../src/service/program";
import type { Terminal } from "../src/terminal/terminal";

const folder = mkdtempSync(join(tmpdir(), "shared-commands-"));
const wsdl = join(folder, "orders.wsdl");
writeFileSync(wsdl, ordersWsdl());
afterAll(() => rmSync(folder, { recursive: true }));

let seen: string[] = [];
const methods: SharedCommand = {
  name: "methods",
  calls: false,
  description: ({ ofWhat }) => `list the methods of the operations${ofWhat}`,
  notes: ({ example }) => ({ examples: [`methods${example} --upper`], exitCodes: { 0: "success" } }),
  load: async () => ({
    options: () => [new Option("--upper", "in upper case")],
    run: (begun) =>
      begun.source.withService(begun, async ({ services }) => {
        const { upper } = begun.flags as { readonly upper?: true };
        const names = operationsOf(services).map(({ operation }) => operation.method);
        seen.push(...names.map((name) => (upper ? name.toUpperCase() : name)));
      }),
  }),
};

const terminal = (print: (text: string) => void): Terminal => ({
  environment: {},
  out: print,
  err: print,
  stopped: () => new Promise(() => {}),
});

beforeEach(() => {
  seen = [];
});

test("a command that is added to the list is a command of a WSDL", async () => {
  const program = new Command("soapwright").enablePositionalOptions();
  addCommands(program, { flags: [], contracts: async () => [] } as never, [methods]);
  await program.parseAsync(["methods", wsdl, "--upper"], { from: "user" });
  expect(seen).toEqual(expect.arrayContaining(["FINDORDERS", "PING"]));
});

test("and of a product, with its own options", async () => {
  let printed = "";
  const program = () =>
    buildProgram(
      terminal((text) => (printed += text)),
      employeeService,
      [methods],
    );
  await program().parseAsync(["methods", "--interface", "v3"], { from: "user" });
  expect(seen).toContain("addressGetList");
  await expect(program().parseAsync(["methods", "--help"], { from: "user" })).rejects.toMatchObject({ exitCode: 0 });
  expect(printed).toMatch(/Usage: employee-service methods \[options\]\n\nlist the methods of the operations\n/);
  expect(printed).toMatch(/--upper +in upper case\n +--interface <version>/);
});

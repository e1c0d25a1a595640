/** `--check-types`: tables that fit are written, and each kind of table that does not is found. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { prove } from "../../../codegen/commands/generate/check-types";
import { Diagnostics } from "../../../codegen/diagnostics";
import { generate } from "../../../codegen/pipeline";
import { runCodegen } from "./run-codegen";

const root = resolve(__dirname, "../../..");
const wsdl = (name: string): string => join(root, "tests/golden/cases", name, "service.wsdl");
const folder = join(root, "reports/check-types");
mkdirSync(folder, { recursive: true });

/** In one text each, because a compiler takes seconds to start; `tests/types/fixtures/wrong.ts` has every kind of misfit. */
const planted: readonly (readonly [string, readonly (readonly [string, string | RegExp, string])[]])[] = [
  [
    "wrapped-list",
    [
      ["ComplexType<types.Echo>", "xs.int", "xs.string"],
      ["ComplexType<types.ArrayOfOrder>", "nillable(() => Order)", "() => Order"],
      ["ComplexType<types.Order>", "tns.list(", "tns.optionalList("],
      ["const echo: Operation", '"EchoResult", "Order"', '"EchoResult"'],
    ],
  ],
  ["headers-and-faults", [["Operation<", /fault\("(\w+)"/, 'fault("$1s"']]],
];

test.each(planted)(
  "each error that is planted in %s is found on its line",
  async (name, changes) => {
    const { files } = await generate(wsdl(name), { source: "x", runtime: "soapwright-runtime", extension: "" });
    let text = files!.get("schemas.ts")!;
    for (const [after, from, to] of changes) {
      const at = text.indexOf(after);
      const changed = text.slice(0, at) + text.slice(at).replace(from, to);
      expect(changed).not.toBe(text);
      text = changed;
    }
    const found = new Diagnostics();
    await prove({ folder, files: new Map([...files!, ["schemas.ts", text]]) }, "soapwright-runtime", found);
    const lines = text.split("\n");
    expect(found.all).toHaveLength(changes.length);
    for (const [at, { position, message }] of found.all.entries()) {
      expect(message).toMatch(/^a table does not fit its interface: TS\d+/);
      const statement = lines.slice(0, position.line).findLast((line) => line.startsWith("export const"));
      expect(statement).toContain(changes[at]![0].replace("Operation<", "Operation"));
    }
  },
  120_000,
);

test("what is generated passes, and is written", async () => {
  const out = join(folder, "passed");
  rmSync(out, { recursive: true, force: true });
  const outcome = await runCodegen("generate", wsdl("choices"), "--out", out, "--check-types", "--quiet");
  expect(outcome).toEqual({ exitCode: 0, stdout: "", stderr: "" });
  expect(readFileSync(join(out, "schemas.ts"), "utf8")).toContain("choice(");
}, 60_000);

test("a project without TypeScript is told what to do, and nothing is written", async () => {
  const away = mkdtempSync(join(tmpdir(), "no-typescript-"));
  const here = jest.spyOn(process, "cwd").mockReturnValue(away);
  try {
    const out = join(away, "client");
    const { exitCode, stderr } = await runCodegen("generate", wsdl("choices"), "--out", out, "--check-types");
    expect(exitCode).toBe(1);
    expect(stderr).toContain("npm install --save-dev typescript");
    expect(existsSync(out)).toBe(false);
  } finally {
    here.mockRestore();
    rmSync(away, { recursive: true });
  }
}, 60_000);

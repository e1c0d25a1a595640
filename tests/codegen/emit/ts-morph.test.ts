import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import fc from "fast-check";
import { commonSubstitute, WholeNeeded } from "../../../codegen/emit/ts-morph-common";
import { isSlow } from "../../stage/slow";

const numRuns = isSlow ? 2000 : 300;

const root = join(__dirname, "../../..");

/** Runs code in a process without jest, which has a module registry of its own. `print` is its last statement. */
function run<T>(code: string): T {
  const whole = "Object.keys(require.cache).some((path) => path.includes('@ts-morph'))";
  const child = spawnSync(
    process.execPath,
    [
      "-r",
      "ts-node/register",
      "-e",
      `const whole = () => ${whole}; const print = (x) => console.log(JSON.stringify(x)); ${code}`,
    ],
    { cwd: root, encoding: "utf8", env: { ...process.env, TS_NODE_TRANSPILE_ONLY: "1" } },
  );
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout) as T;
}

test("generates what the whole ts-morph prints, without its compiler", () => {
  const cases = join(root, "tests/golden/cases");
  const names = readdirSync(cases)
    .filter((name) => existsSync(join(cases, name, "service.wsdl")))
    .sort();
  const { files, isWhole } = run<{ files: Record<string, string>[]; isWhole: boolean }>(`
    const { generate } = require("./codegen/pipeline");
    const one = async (name) => {
      const source = "tests/golden/cases/" + name + "/service.wsdl";
      const given = "./tests/golden/cases/" + name + "/options.json";
      const options = require("node:fs").existsSync(given) ? require(given) : {};
      const made = await generate(source, { ...options, source, runtime: "../../../../src/runtime", extension: "" });
      return Object.fromEntries(made.files);
    };
    (async () => {
      const files = [];
      for (const name of ${JSON.stringify(names)}) files.push(await one(name));
      print({ files, isWhole: whole() });
    })();`);
  expect(isWhole).toBe(false);
  const wanted = names.map((name, at) =>
    Object.fromEntries(
      Object.keys(files[at] ?? {}).map((file) => [file, readFileSync(join(cases, name, file), "utf8")]),
    ),
  );
  expect(files).toEqual(wanted);
});

test("prints with the whole ts-morph what needs its compiler, and leaves it to others", () => {
  const structure = `{
    kind: StructureKind.VariableStatement,
    declarations: [{ name: "a", initializer: "1 // one" }, { name: "b", initializer: "2" }],
  }`;
  const { before, text, after, wanted } = run<{ before: boolean; text: string; after: boolean; wanted: string }>(`
    const { printStructure, StructureKind } = require("./codegen/emit/ts-morph");
    const before = whole();
    const text = printStructure(${structure}, { indentNumberOfSpaces: 2 });
    const after = whole();
    const wanted = require("ts-morph").printStructure(${structure}, { indentNumberOfSpaces: 2 });
    print({ before, text, after, wanted });`);
  expect({ before, after }).toEqual({ before: false, after: true });
  expect(text).toBe(wanted);
  expect(text).toContain("1, // one");
});

describe("what stands in for @ts-morph/common", () => {
  const real = createRequire(require.resolve("ts-morph"))("@ts-morph/common");
  const standIn = commonSubstitute();
  const exports = standIn.exports as typeof real;
  const scanner = exports.ts.createScanner(exports.ts.ScriptTarget.Latest, true);
  const realScanner = real.ts.createScanner(real.ts.ScriptTarget.Latest, true);
  standIn.finishLoading();

  function endOf(one: typeof scanner, end: number, text: string): number | undefined {
    one.setText(text);
    let token = one.scan();
    if (token === end) return undefined;
    while (token !== end) token = one.scan();
    return one.getTokenFullStart();
  }

  test("finds the end of a text where the scanner finds it, or leaves it to that", () => {
    const pieces = [
      "a",
      "b1",
      " ",
      "\n",
      '"',
      '\\"',
      '"x"',
      "'",
      "/",
      "//",
      "/* */",
      "`",
      "(",
      ")",
      "{",
      "}",
      "<",
      ">",
      ",",
      "é",
    ];
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((some) => some.join(""));
    let answered = 0;
    fc.assert(
      fc.property(text, (each) => {
        let end: number | undefined;
        try {
          end = endOf(scanner, exports.ts.SyntaxKind.EndOfFileToken, each);
        } catch (error) {
          expect(error).toBeInstanceOf(WholeNeeded);
          return;
        }
        answered++;
        expect(end).toBe(endOf(realScanner, real.ts.SyntaxKind.EndOfFileToken, each));
      }),
      { numRuns },
    );
    expect(answered).toBeGreaterThan(numRuns / 20);
  });

  test("tells white space as the real one does", () => {
    const codes = [...Array(0x10000).keys()];
    const white = (utils: typeof real.StringUtils) => [
      codes.filter((code) => utils.isWhitespaceCharCode(code)),
      codes.filter((code) => utils.isNullOrWhitespace(String.fromCharCode(code))),
    ];
    expect(white(exports.StringUtils)).toEqual(white(real.StringUtils));
    for (const text of [undefined, "", "\n", "\r\n", "\r", "a\n", "\na", "a\r\n", " \t\n", " a "]) {
      for (const name of ["isNullOrWhitespace", "startsWithNewLine", "endsWithNewLine"])
        expect(exports.StringUtils[name](text)).toBe(real.StringUtils[name](text));
    }
    for (const array of [undefined, [], [1]])
      expect(exports.ArrayUtils.isNullOrEmpty(array)).toBe(real.ArrayUtils.isNullOrEmpty(array));
  });

  test("refuses what it does not know", () => {
    expect(() => exports.errors).toThrow(WholeNeeded);
    expect(() => exports.StringUtils.indent).toThrow(WholeNeeded);
    expect(() => exports.ObjectUtils.clone([])).toThrow(WholeNeeded);
    expect(exports.ObjectUtils.clone(undefined)).toBe(real.ObjectUtils.clone(undefined));
  });
});

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatDiagnostic, reservedNames } from "soapwright-contract";
import { generate } from "../../src/pipeline";
import { optionsOf } from "./options-of";

const cases = join(__dirname, "../../../soapwright-testing/src/golden/cases");
const names = readdirSync(cases).sort();

/** UPDATE_GOLDEN writes the printed text. Read every changed line before you commit it. */
const isUpdate = process.env.UPDATE_GOLDEN !== undefined;

test.each(names)("prints what was wanted of %s", async (name) => {
  const folder = join(cases, name);
  const file = existsSync(join(folder, "types.xsd")) ? "types.xsd" : "service.wsdl";
  const wsdl = join(folder, file);
  const source = `packages/soapwright-testing/src/golden/cases/${name}/${file}`;
  const generated = await generate(wsdl, {
    ...optionsOf(folder),
    mayBeSchema: true,
    source,
    runtime: "soapwright-runtime/tables",
    extension: "",
  });
  expect(generated.diagnostics.map(formatDiagnostic).join("\n")).toBe("");
  for (const [file, text] of generated.files!) {
    const path = join(folder, file);
    if (isUpdate) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(path, text);
    }
    expect(existsSync(path) ? readFileSync(path, "utf8") : "").toBe(text);
  }
});

test("no type or constant can have a name that generated files import", () => {
  const imported = names
    .flatMap((name) =>
      readdirSync(join(cases, name), { recursive: true }).map((file) => join(cases, name, String(file))),
    )
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [...readFileSync(file, "utf8").matchAll(/^import (?:type )?\{([^}]*)\} from "soapwright-/gm)])
    .flatMap(([, list]) => list!.split(",").map((name) => name.replace("type ", "").trim()));
  expect(imported.length).toBeGreaterThan(100);
  expect(imported.filter((name) => name !== "" && !reservedNames.includes(name))).toEqual([]);
});

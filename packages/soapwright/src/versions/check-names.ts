/**
 * Checks that the names derived from each row are unique, because all rows share the main entry point of the package.
 */
import { readFileSync } from "node:fs";
import type { Diagnostics } from "soapwright-contract";
import { namesBeside, optionsName, reservedNames } from "soapwright-contract";
import { ts } from "ts-morph";
import type { VersionRow, VersionTable } from "./version-table";

/** These names are imported from the shared code, or declared for all versions. */
const jointNames = [
  "createService",
  "VersionOptions",
  "ServiceVersion",
  "DocumentedVersion",
  "VersionClient",
  "VersionSchemas",
  "SandboxCredentials",
];

/** Names derived from a class or type count too. `mainModule` is the path of the main entry point. */
export function checkNames({ service, rows }: VersionTable, mainModule: string | undefined, found: Diagnostics): void {
  const main = new Set([...namesIn(mainModule), optionsName(service), "Environment", "optionsFromEnvironment"]);
  const packageNames = new Set([...reservedNames, ...jointNames]);
  const earlier = new Map<string, VersionRow>();
  const takerOf = (name: string): string | undefined => {
    const row = earlier.get(name);
    if (row?.className.text === name) return "an earlier row has";
    if (row !== undefined) return `the row of ${row.className.text} makes`;
    return main.has(name) ? "the main entry point exports" : undefined;
  };
  for (const row of rows) {
    checkClass(row, takerOf, packageNames, found);
    checkTypes(row, takerOf, found);
    for (const name of [...namesBeside(row.className.text), ...row.types.map(({ text }) => text)])
      if (!earlier.has(name)) earlier.set(name, row);
  }
}

type TakerOf = (name: string) => string | undefined;

function checkClass(
  { className }: VersionRow,
  takerOf: TakerOf,
  takenNames: ReadonlySet<string>,
  found: Diagnostics,
): void {
  const { text } = className;
  for (const name of text === "" ? [] : namesBeside(text)) {
    const taker = takerOf(name);
    if (taker === undefined && !takenNames.has(name)) continue;
    const isClass = name === text;
    const start = isClass ? `the class ${text} is taken:` : `the class ${text} makes ${name}, and`;
    const why = taker && `${taker} ${isClass ? "it" : "that"} already`;
    found.error(className, "version-class-taken", `${start} ${why ?? "generated files need that name themselves"}`, {
      hint: "choose another name",
    });
    // All names change with the class, so one message is enough.
    return;
  }
}

function checkTypes({ types, className }: VersionRow, takerOf: TakerOf, found: Diagnostics): void {
  const seen = new Set<string>();
  const ofClass = namesBeside(className.text);
  for (const { text, position } of types) {
    const taker = ofClass.includes(text) ? undefined : takerOf(text);
    if (seen.has(text)) found.error(position, "version-type-twice", `the type ${text} is in this row twice`);
    else if (taker !== undefined)
      found.error(position, "version-type-taken", `the type ${text} is taken: ${taker} it already`, {
        hint: `take it out of "types": the entry point of the version has it`,
      });
    seen.add(text);
  }
}

/**
 * Returns the names that the main entry point lists itself. The names of `export *` are those of generated code, which the
 * rows decide.
 */
function namesIn(mainModule: string | undefined): string[] {
  if (mainModule === undefined) return [];
  const text = readFileSync(mainModule, "utf8");
  const { statements } = ts.createSourceFile(mainModule, text, ts.ScriptTarget.Latest);
  return statements
    .filter(ts.isExportDeclaration)
    .flatMap(({ exportClause }) =>
      exportClause !== undefined && ts.isNamedExports(exportClause)
        ? exportClause.elements.map(({ name }) => name.text)
        : [],
    );
}

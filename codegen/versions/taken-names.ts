import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ts } from "ts-morph";

const entryPoint = join(__dirname, "../../src/index.ts");

/** Names that `src/index.ts` exports and that no row may have; names from the table of versions are left out. */
export function takenNames(): string[] {
  return exportedNames(readFileSync(entryPoint, "utf8"));
}

/** Reads `export { … }` alone: a house rule forbids all else in entry points, except the star of generated code. */
function exportedNames(text: string): string[] {
  const { statements } = ts.createSourceFile("index.ts", text, ts.ScriptTarget.Latest);
  // Exports of the service's own module derive from the service's name, so the table of versions implies them.
  const isGeneral = ({ moduleSpecifier }: ts.ExportDeclaration): boolean =>
    !(
      moduleSpecifier !== undefined &&
      ts.isStringLiteral(moduleSpecifier) &&
      moduleSpecifier.text.endsWith("-service")
    );
  const clauses = statements.flatMap((statement) =>
    ts.isExportDeclaration(statement) && isGeneral(statement) ? [statement.exportClause] : [],
  );
  return clauses.flatMap((clause) =>
    clause !== undefined && ts.isNamedExports(clause) ? clause.elements.map(({ name }) => name.text) : [],
  );
}

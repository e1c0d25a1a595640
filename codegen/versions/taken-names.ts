import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ts } from "ts-morph";

const entryPoint = join(__dirname, "../../src/index.ts");

/** No row may have these names. Names from the table of versions are left out. */
export function takenNames(): string[] {
  return exportedNames(readFileSync(entryPoint, "utf8"));
}

/** A lint rule allows only exports of the form `{ … }` in entry points, except the star of generated code. */
function exportedNames(text: string): string[] {
  const { statements } = ts.createSourceFile("index.ts", text, ts.ScriptTarget.Latest);
  // The table of versions already implies the exports of the service's own module, which derive from its name.
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

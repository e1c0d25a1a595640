/** Names of the main entry point that no row may make. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ts } from "ts-morph";

const entryPoint = join(__dirname, "../../src/index.ts");

/** What `src/index.ts` exports beside the names that come from a table of versions. */
export function takenNames(): string[] {
  return exportedNames(readFileSync(entryPoint, "utf8"));
}

/** Of `export { … }` alone: a house rule keeps everything else out of entry points, but for the star of what is generated. */
function exportedNames(text: string): string[] {
  const { statements } = ts.createSourceFile("index.ts", text, ts.ScriptTarget.Latest);
  // What the service's own module gives follows from the service's name, which a table of versions has.
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

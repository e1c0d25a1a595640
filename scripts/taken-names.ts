/** The names that src/index.ts exports beside what is generated, for the generator: no class of a version may take one. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const entryPoint = join(__dirname, "../src/index.ts");

/** The text of packages/soapwright/src/versions/taken-names.ts. */
export function takenNamesText(): string {
  const names = exportedNames(readFileSync(entryPoint, "utf8"));
  return `// Written by scripts/write-options.ts from src/index.ts. DO NOT EDIT.

/** What the main entry point exports beside the names that come from a table of versions. */
export const takenNames: readonly string[] = [
${names.map((name) => `  ${JSON.stringify(name)},`).join("\n")}
];
`;
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

// Reads modules as the rules see them: their imports, and the exports that have no documentation.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import ts from "typescript";
import { type KindTest, kindTests } from "./node-kinds";

export interface Import {
  /** Path from the root, without extension, for a relative import; else the package's specifier. */
  readonly target: string;
  readonly isRelative: boolean;
  /** Nothing of it is there at run time. */
  readonly isTypeOnly: boolean;
  readonly line: number;
}

export interface Module {
  /** Path from the root, with forward slashes. */
  readonly file: string;
  readonly imports: readonly Import[];
  readonly lines: number;
  readonly starExports: readonly number[];
  /** Lines with a type like `import("./order").Order`; `typeof import("./order")`, which goes with `require`, is none. */
  readonly typesInPlace: readonly number[];
  readonly kindTests: readonly KindTest[];
  readonly undocumented: readonly { readonly name: string; readonly line: number }[];
}

/** All TypeScript modules below `folders` of `root`, in path order. */
export function readModules(root: string, folders: readonly string[]): Module[] {
  return folders
    .flatMap((folder) => filesBelow(join(root, folder)))
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts"))
    .map((path) => parseModule(relative(root, path).split(sep).join("/"), readFileSync(path, "utf8")))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
}

function filesBelow(folder: string): string[] {
  let entries: string[];
  try {
    entries = readdirSync(folder, { recursive: true, encoding: "utf8" });
  } catch {
    return [];
  }
  return entries.map((entry) => join(folder, entry));
}

export function parseModule(file: string, text: string): Module {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const imports: Import[] = [];
  const starExports: number[] = [];
  const typesInPlace: number[] = [];
  const undocumented: { name: string; line: number }[] = [];
  const lineOf = (node: ts.Node) => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  const add = (node: ts.Node, specifier: string, isTypeOnly = false) => {
    const isRelative = specifier.startsWith(".");
    const target = isRelative ? posix.normalize(posix.join(dirname(file), specifier)) : specifier;
    imports.push({ target, isRelative, isTypeOnly, line: lineOf(node) });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      add(node, node.moduleSpecifier.text, node.importClause?.isTypeOnly === true);
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier)) {
      add(node, node.moduleSpecifier.text);
      if (!node.exportClause) starExports.push(lineOf(node));
    } else if (ts.isCallExpression(node) && node.arguments.length === 1 && ts.isStringLiteral(node.arguments[0]!)) {
      const callee = node.expression.getText();
      const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword;
      if (isImport || callee === "require") add(node, node.arguments[0].text);
    } else if (
      ts.isImportTypeNode(node) &&
      ts.isLiteralTypeNode(node.argument) &&
      ts.isStringLiteral(node.argument.literal)
    ) {
      add(node, node.argument.literal.text);
      if (!node.isTypeOf) typesInPlace.push(lineOf(node));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  for (const statement of source.statements) {
    const name = exportedName(statement);
    if (name !== undefined && ts.getJSDocCommentsAndTags(statement).length === 0) {
      undocumented.push({ name, line: lineOf(statement) });
    }
  }
  return {
    file,
    imports,
    lines: text.split("\n").length - 1,
    starExports,
    typesInPlace,
    kindTests: kindTests(source),
    undocumented,
  };
}

function exportedName(statement: ts.Statement): string | undefined {
  if (!ts.canHaveModifiers(statement)) return undefined;
  if (!ts.getModifiers(statement)?.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword)) return undefined;
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations[0]?.name.getText();
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) return statement.name?.text;
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)) return statement.name.text;
  return undefined;
}

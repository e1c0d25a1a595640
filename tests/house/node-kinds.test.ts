/**
 * Types are walked in one place. A file that asks nodes of the tables for their kind, or writes a kind, has rules of its own
 * for what is required, repeated or a choice, and is another place to change when a kind is added.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import ts from "typescript";

/** The most files beside the tables themselves, plans, encode and decode. */
const MOST = 5;
const OWN = /\/soapwright-runtime\/src\/schema\/(?:tables|plans|encode|decode)\/|^packages\/soapwright-testing\//;
/** What tables consist of beside nodes that have a kind. */
const WITHOUT_KIND = new Set([
  ..."QName XmlElement XmlAttribute ServiceNode OperationNode PortNode identity".split(" "),
  ..."Json JsonSchema SchemaTexts".split(" "),
]);
/** The descriptions of tables, which have a call of a builder for each kind. */
const WRITES_TABLES = "packages/soapwright-contract/src/tables/describe-tables.ts";

const kinds = new Set(
  [...readFileSync("packages/soapwright-runtime/src/schema/tables/nodes.ts", "utf8").matchAll(/readonly kind: (.*);/g)]
    .flatMap(([, union]) => [...union!.matchAll(/"(\w+)"/g)].map(([, kind]) => kind!))
    .filter((kind) => !["key", "keyref", "unique"].includes(kind)),
);

/** Whether the file imports something that is, or works by, nodes. */
function readsNodes(file: string, source: ts.SourceFile): boolean {
  return source.statements.filter(ts.isImportDeclaration).some(({ moduleSpecifier, importClause }) => {
    const from = (moduleSpecifier as ts.StringLiteral).text;
    const isInside = file.startsWith("packages/soapwright-runtime/") && /(?:\/codec|\/tables\/[\w-]+)$/.test(from);
    if (!isInside && !/^soapwright-runtime\/(?:codecs|tables|json)$/.test(from)) return false;
    const bindings = importClause?.namedBindings;
    return bindings !== undefined && ts.isNamedImports(bindings)
      ? bindings.elements.some(({ name, propertyName = name }) => !WITHOUT_KIND.has(propertyName.text))
      : true;
  });
}

function isKind(node: ts.Node | undefined): boolean {
  if (node === undefined) return false;
  return ts.isLiteralTypeNode(node) ? isKind(node.literal) : ts.isStringLiteral(node) && kinds.has(node.text);
}

/** Whether a kind is compared, is a case of a switch, is in a list of kinds, or is written as a property. */
function namesKind(node: ts.Node): boolean {
  const asks = (of: ts.Node): boolean => /(?:^|\.)kind$/.test(of.getText());
  if (ts.isBinaryExpression(node) && asks(node.left) && isKind(node.right)) return true;
  if (ts.isSwitchStatement(node) && asks(node.expression))
    return node.caseBlock.clauses.some((clause) => ts.isCaseClause(clause) && isKind(clause.expression));
  if (ts.isArrayLiteralExpression(node) && node.elements.length > 1 && node.elements.every(isKind)) return true;
  if (ts.isPropertyAssignment(node) && asks(node.name) && isKind(node.initializer)) return true;
  if (ts.isPropertySignature(node) && asks(node.name) && isKind(node.type)) return true;
  return ts.forEachChild(node, namesKind) ?? false;
}

function knowsKinds(file: string): boolean {
  const text = readFileSync(file, "utf8");
  if (!/\bkind\b/.test(text)) return false;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  return file === WRITES_TABLES || (readsNodes(file, source) && namesKind(source));
}

test("few files know the kinds of nodes", () => {
  const files = execFileSync("git", ["ls-files", "packages/*/src/*.ts", "src", "codegen"], { encoding: "utf8" })
    .trim()
    .split("\n")
    .filter((file) => file.endsWith(".ts") && !OWN.test(file));
  expect(files.length).toBeGreaterThan(500);
  const knowing = files.filter(knowsKinds);
  expect(knowing.length > MOST ? knowing : []).toEqual([]);
});

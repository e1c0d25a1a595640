// Who may tell the kinds of table nodes apart: the schema folders, where each switch names every kind. All others ask the view.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

/** A place that compares `kind` with words that table nodes have for it. */
export interface KindTest {
  readonly line: number;
  readonly words: readonly string[];
  /** Of a switch: whether its `default` uses the node that is left, so that the compiler has to know its kinds. */
  readonly isSwitch: boolean;
  readonly hasCheckedDefault: boolean;
}

/** Files outside the schema folders that go through tables kind by kind, and why. */
export const kindReaders: Readonly<Record<string, string>> = {
  "codegen/compare/table-components.ts": "makes a schema component of each kind",
  "src/sandbox/made/finite.ts": "decides for each group whether a value of it can end",
  "src/sandbox/made/made-values.ts": "makes a value for each kind",
  "src/sandbox/wsdl-types.ts": "writes each kind as XML Schema",
};

const nodes = "src/schema/tables/nodes.ts";

/** The kinds of each union of nodes, as `nodes.ts` declares them. */
export function kindsOfNodes(root: string): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(join(root, nodes), "utf8");
  const kinds = new Map<string, readonly string[]>();
  for (const [, name = "", words = ""] of text.matchAll(/interface (\w+) \{\s*readonly kind: ([^;]+);/g)) {
    kinds.set(
      name,
      [...words.matchAll(/"(\w+)"/g)].map(([, word]) => word!),
    );
  }
  for (const [, name = "", members = ""] of text.matchAll(/export type (\w+) = ([\w\s|]+);/g)) {
    const known = members.split("|").map((member) => kinds.get(member.trim()));
    if (known.every((words) => words !== undefined)) kinds.set(name, known.flat());
  }
  // `PartNode` stands above the `ParticleNode` that it names.
  const particles = kinds.get("ParticleNode") ?? [];
  const members = /export type PartNode = ([\w\s|]+);/.exec(text)?.[1]?.split("|") ?? [];
  kinds.set("PartNode", [...particles, ...members.flatMap((member) => kinds.get(member.trim()) ?? [])]);
  return new Map([...kinds].map(([name, words]) => [name, [...new Set(words)]]));
}

/** The comparisons of `kind` in a module. */
export function kindTests(source: ts.SourceFile): KindTest[] {
  const tests: KindTest[] = [];
  const add = (node: ts.Node, words: readonly (string | undefined)[], more: Partial<KindTest> = {}) => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    const texts = words.filter((word) => word !== undefined);
    if (texts.length === words.length)
      tests.push({ line, words: texts, isSwitch: false, hasCheckedDefault: false, ...more });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && isEquality(node.operatorToken.kind)) {
      for (const [one, other] of [[node.left, node.right] as const, [node.right, node.left] as const]) {
        if (isKind(one) && ts.isStringLiteral(other)) add(node, [other.text]);
      }
    } else if (ts.isSwitchStatement(node) && isKind(node.expression)) {
      const { clauses } = node.caseBlock;
      const words = clauses.filter(ts.isCaseClause).map(({ expression }) => textOf(expression));
      const left = clauses.find(ts.isDefaultClause);
      const hasCheckedDefault = left?.statements.some((statement) => uses(statement, rootOf(node.expression))) === true;
      add(node, words, { isSwitch: true, hasCheckedDefault });
    } else if (ts.isCallExpression(node) && node.arguments.length === 1 && isKind(node.arguments[0]!)) {
      const called = node.expression;
      const list = ts.isPropertyAccessExpression(called) ? called.expression : undefined;
      if (list && ts.isArrayLiteralExpression(list)) add(node, list.elements.map(textOf));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return tests;
}

function isEquality(kind: ts.SyntaxKind): boolean {
  return kind === ts.SyntaxKind.EqualsEqualsEqualsToken || kind === ts.SyntaxKind.ExclamationEqualsEqualsToken;
}

function isKind(node: ts.Node): node is ts.Expression {
  return ts.isPropertyAccessExpression(node)
    ? node.name.text === "kind"
    : ts.isIdentifier(node) && node.text === "kind";
}

function textOf(node: ts.Node): string | undefined {
  return ts.isStringLiteral(node) ? node.text : undefined;
}

function rootOf(node: ts.Expression): string {
  return ts.isPropertyAccessExpression(node) ? node.expression.getText() : node.getText();
}

function uses(node: ts.Node, name: string): boolean {
  return (
    (ts.isIdentifier(node) && node.text === name) || (ts.forEachChild(node, (child) => uses(child, name)) ?? false)
  );
}

/** A default that a docstring names is the one in the code of its package: `Default 8.` beside `concurrency = 8`. */
import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";

interface Documented {
  readonly where: string;
  readonly text: string;
}

/** The values by name that a package gives where an option is absent, and its constants. */
class Defaults {
  readonly #values = new Map<string, Set<string>>();
  readonly #constants = new Map<string, string>();
  readonly #expressions: (readonly [name: string, value: ts.Expression])[] = [];

  read(node: ts.Node): void {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) this.#constant(node.name.text, node.initializer);
    if (ts.isBindingElement(node) && node.initializer !== undefined)
      this.#expressions.push([(node.propertyName ?? node.name).getText(), node.initializer]);
    if (ts.isParameter(node) && node.initializer !== undefined)
      this.#expressions.push([node.name.getText(), node.initializer]);
    if (ts.isPropertyAssignment(node)) this.#expressions.push([optionOf(node), defaultOf(node.initializer)]);
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken)
      this.#expressions.push([lastName(node.left), node.right]);
    ts.forEachChild(node, (child) => this.read(child));
  }

  of(name: string): ReadonlySet<string> {
    if (this.#values.size === 0)
      for (const [of, value] of this.#expressions) {
        const known = this.#values.get(of) ?? new Set();
        for (const part of alternatives(value)) known.add(this.#constants.get(part.getText()) ?? literalOf(part) ?? "");
        this.#values.set(of, known);
      }
    return this.#values.get(name) ?? new Set();
  }

  #constant(name: string, value: ts.Expression | undefined): void {
    const literal = value && literalOf(value);
    if (literal !== undefined) this.#constants.set(name, literal);
  }
}

function alternatives(value: ts.Expression): readonly ts.Expression[] {
  if (ts.isParenthesizedExpression(value)) return alternatives(value.expression);
  return ts.isConditionalExpression(value) ? [value.whenTrue, value.whenFalse] : [value];
}

/** In a table of options, `{ standard }` is the default of the entry that has it. */
function optionOf(node: ts.PropertyAssignment): string {
  const entry = node.parent.parent;
  return node.name.getText() === "standard" && ts.isPropertyAssignment(entry)
    ? entry.name.getText()
    : node.name.getText();
}

/** In a table of checks, `size: optional(check, 8)` has the default beside the check. */
function defaultOf(value: ts.Expression): ts.Expression {
  if (!ts.isCallExpression(value) || value.expression.getText() !== "optional") return value;
  return value.arguments[1] ?? value;
}

/** The option of `given.size ?? 8`. */
function lastName(node: ts.Expression): string {
  return ts.isPropertyAccessExpression(node) ? node.name.text : node.getText();
}

/** Returns the text of a value as a page has it, without grouping of digits. */
function literalOf(node: ts.Expression): string | undefined {
  if (ts.isAsExpression(node)) return literalOf(node.expression);
  if (ts.isStringLiteral(node) || ts.isNumericLiteral(node)) return node.text;
  if (/^-?[\d_]+(?: \* [\d_]+)*$/.test(node.getText()))
    return String(
      node
        .getText()
        .replaceAll("_", "")
        .split(" * ")
        .reduce((product, factor) => product * Number(factor), 1),
    );
  return /^(?:true|false)$/.test(node.getText()) ? node.getText() : undefined;
}

/** A number or a boolean after `Default`. Words are types, of which the code names the others. */
const DEFAULT = /\bDefault:? (?:`(true|false)`(?=[.,;]| \()|(-?\d[\d,.]*\d|\d)(?=[\s.,;:]))/;

/** Defaults that depend on more than the option: another test shows each. */
const ELSEWHERE = new Set([
  "admissions/fairness.ts weight",
  "security/security-options.ts nonce",
  "security/service-security.ts timestamp",
  "transport/request-queue.ts weight",
  "command/verify.ts seconds",
]);

const packages = readdirSync("packages").filter((name) => name !== "soapwright-testing");

function documentedIn(file: ts.SourceFile): readonly (readonly [name: string, Documented])[] {
  const found: (readonly [string, Documented])[] = [];
  const read = (node: ts.Node) => {
    if (ts.isPropertySignature(node) && node.questionToken !== undefined) {
      const [, ...values] = DEFAULT.exec(docOf(file, node)) ?? [];
      const text = values.find((value) => value !== undefined);
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      if (text !== undefined)
        found.push([node.name.getText(), { where: `${file.fileName}:${line}`, text: text.replaceAll(",", "") }]);
    }
    ts.forEachChild(node, read);
  };
  read(file);
  return found;
}

function docOf(file: ts.SourceFile, node: ts.Node): string {
  return file.text.slice(node.getFullStart(), node.getStart()).replaceAll(/\s*\n\s*\* ?/g, " ");
}

test.each(packages)("%s: each default in a docstring is one in the code", (name) => {
  const paths = readdirSync(`packages/${name}/src`, { encoding: "utf8", recursive: true })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => `packages/${name}/src/${path}`);
  const files = paths.map((path) =>
    ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true),
  );
  const defaults = new Defaults();
  for (const file of files) defaults.read(file);
  const wrong = files
    // `tests/client/option-table.test.ts` compares these with their table.
    .filter(({ fileName }) => !fileName.endsWith("client/client-options.ts"))
    .flatMap(documentedIn)
    .filter(
      ([option, { where, text }]) =>
        !defaults.of(option).has(text) && !ELSEWHERE.has(`${where.split("/src/")[1]!.split(":")[0]} ${option}`),
    )
    .map(
      ([option, { where, text }]) =>
        `${where}: ${option} is documented as ${text}, the code has ${[...defaults.of(option)].join(" or ") || "none"}`,
    );
  expect(wrong).toEqual([]);
});

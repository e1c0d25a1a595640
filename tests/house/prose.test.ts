/**
 * Code decides by codes: no condition, `match`, `replace` or `switch` reads the message, or the hint, of an error or a
 * diagnostic of our own. The compiler's types say what such a text is, and follow it through variables.
 */
import { execFileSync } from "node:child_process";
import ts from "typescript";

/** Where a text of somebody else is read, and why by its words. */
const foreign: Readonly<Record<string, string>> = {
  "packages/soapwright-cli/src/commands/installed-package.ts": "Node.js lists the importing files below the first line",
  "packages/soapwright-contract/src/xml/parse.ts": "saxes has no codes",
  "packages/soapwright-export/src/postgres/database.ts": "pg reports a server without TLS by words alone",
  "packages/soapwright-export/src/queue/redis.ts": "a reply of Redis begins with its code",
  "packages/soapwright-features/src/admissions/redis-rate-limit.ts": "Redis lists the script below the first line",
  "packages/soapwright-runtime/src/client/call-site.ts": "V8 puts the message into the stack, which is changed with it",
  "packages/soapwright-runtime/src/transport/connection-failure.ts":
    "a failed write has OpenSSL's reason in words alone",
  "packages/soapwright-sandbox/src/asmx/fault.ts": "an operation of a user throws, and ASP.NET words an empty message",
  "packages/soapwright-sandbox/src/asmx/stack-trace.ts":
    "an operation of a user throws, and ASP.NET words an empty message",
  "packages/soapwright-sandbox/src/record/json-lines.ts": "JSON.parse gives the position by words alone",
  "packages/soapwright-verify/src/command/verify.ts": "Node.js lists the importing files below the first line",
  "packages/soapwright-verify/src/proof/referee.ts": "Node.js names the package that is missing by words alone",
};

const TEXTS: ReadonlySet<string> = new Set(["message", "hint"]);
const KEEPS: ReadonlySet<string> = new Set(["slice", "trim", "toLowerCase", "replace", "replaceAll", "split", "at"]);
const READS: ReadonlySet<string> = new Set([
  "includes",
  "match",
  "matchAll",
  "startsWith",
  "endsWith",
  "replace",
  "replaceAll",
  "search",
  "indexOf",
  "split",
]);
const ASKS: ReadonlySet<string> = new Set(["test", "exec", "includes", "has", "get"]);

const isTextName = (node: ts.Expression | undefined): boolean =>
  node !== undefined && ts.isStringLiteral(node) && TEXTS.has(node.text);

/** The places of a program that read prose, as `file:line: expression`. */
class ProseReaders {
  readonly found: string[] = [];
  readonly #checker: ts.TypeChecker;
  /** Variables that hold such a text. */
  readonly #texts = new Set<ts.Symbol>();

  constructor(program: ts.Program, files: readonly ts.SourceFile[]) {
    this.#checker = program.getTypeChecker();
    for (let size = -1; size !== this.#texts.size; ) {
      size = this.#texts.size;
      for (const file of files) this.#follow(file);
    }
    for (const file of files) this.#read(file);
  }

  #isString(node: ts.Node): boolean {
    const type = this.#checker.getTypeAtLocation(node);
    const parts = type.isUnion() ? type.types : [type];
    return parts.some(({ flags }) => (flags & ts.TypeFlags.StringLike) !== 0);
  }

  #isProse(node: ts.Expression): boolean {
    if (ts.isParenthesizedExpression(node)) return this.#isProse(node.expression);
    if (ts.isPropertyAccessExpression(node)) return TEXTS.has(node.name.text) && this.#isString(node);
    if (ts.isIdentifier(node)) return this.#texts.has(this.#checker.getSymbolAtLocation(node)!);
    if (ts.isAsExpression(node) || ts.isNonNullExpression(node) || ts.isAwaitExpression(node))
      return this.#isProse(node.expression);
    if (ts.isConditionalExpression(node)) return this.#isProse(node.whenTrue) || this.#isProse(node.whenFalse);
    if (ts.isTemplateExpression(node)) return node.templateSpans.some((span) => this.#isProse(span.expression));
    if (ts.isBinaryExpression(node)) {
      const joins = [ts.SyntaxKind.PlusToken, ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.BarBarToken];
      return joins.includes(node.operatorToken.kind) && (this.#isProse(node.left) || this.#isProse(node.right));
    }
    if (ts.isElementAccessExpression(node)) return isTextName(node.argumentExpression);
    if (!ts.isCallExpression(node)) return false;
    const callee = node.expression.getText();
    if (callee === "Reflect.get") return isTextName(node.arguments[1]);
    if (callee === "String") return node.arguments.some((each) => this.#isProse(each));
    if (!ts.isPropertyAccessExpression(node.expression)) return false;
    return KEEPS.has(node.expression.name.text) && this.#isProse(node.expression.expression);
  }

  #follow(node: ts.Node): void {
    const keep = (name: ts.Node): void => {
      const symbol = this.#checker.getSymbolAtLocation(name);
      if (symbol !== undefined) this.#texts.add(symbol);
    };
    if (ts.isVariableDeclaration(node) && node.initializer !== undefined && this.#isProse(node.initializer))
      keep(node.name);
    if (ts.isBindingElement(node) && TEXTS.has((node.propertyName ?? node.name).getText()) && this.#isString(node.name))
      keep(node.name);
    if (
      ts.isBinaryExpression(node) &&
      node.operatorToken.kind === ts.SyntaxKind.EqualsToken &&
      this.#isProse(node.right)
    )
      keep(node.left);
    ts.forEachChild(node, (child) => this.#follow(child));
  }

  #read(node: ts.Node): void {
    if (this.#decides(node)) {
      const file = node.getSourceFile();
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      this.found.push(`${file.fileName.slice(process.cwd().length + 1)}:${line + 1}: ${node.getText()}`);
    }
    ts.forEachChild(node, (child) => this.#read(child));
  }

  #decides(node: ts.Node): boolean {
    if (ts.isSwitchStatement(node) || ts.isIfStatement(node)) return this.#isProse(node.expression);
    if (ts.isConditionalExpression(node)) return this.#isProse(node.condition);
    if (ts.isBinaryExpression(node)) {
      const sides = [node.left, node.right];
      // Whether there is a text at all is a fact.
      const isPresence = sides.some((side) => side.getText() === "undefined" || ts.isTypeOfExpression(side));
      return COMPARES.has(node.operatorToken.kind) && !isPresence && sides.some((side) => this.#isProse(side));
    }
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false;
    const { name, expression } = node.expression;
    if (READS.has(name.text) && this.#isProse(expression)) return true;
    return ASKS.has(name.text) && node.arguments.some((argument) => this.#isProse(argument));
  }
}

const COMPARES: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.GreaterThanToken,
]);

const { config } = ts.readConfigFile("tsconfig.json", (path) => ts.sys.readFile(path));
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());

function readersIn(names: readonly string[], host = ts.createCompilerHost(options)): readonly string[] {
  const program = ts.createProgram({ rootNames: [...names], options: { ...options, incremental: false }, host });
  return new ProseReaders(
    program,
    names.map((name) => program.getSourceFile(name)!),
  ).found;
}

const sources = execFileSync("git", ["ls-files", "packages/*/src/**.ts", "src/**.ts", "codegen/**.ts"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && !file.startsWith("packages/soapwright-testing/"))
  .map((file) => `${process.cwd()}/${file}`);

test("no source decides by the words of a message", () => {
  const found = readersIn(sources);
  const fileOf = (place: string): string => place.slice(0, place.indexOf(":"));
  expect(found.filter((place) => foreign[fileOf(place)] === undefined)).toEqual([]);
  // Each file of the list has to be on it.
  expect(Object.keys(foreign).filter((file) => !found.some((place) => fileOf(place) === file))).toEqual([]);
}, 240_000);

test.each([
  ["a condition", 'export const a = (e: Error) => (e.message === "x" ? 1 : 2);'],
  ["a variable", "export function a(e: Error) { const text = e.message; return /x/.test(text); }"],
  ["a parameter", "export const a = ({ message }: Error) => message.replace(/x/, '');"],
  ["a reflected property", 'export const a = (e: object) => /x/.test(String(Reflect.get(e, "message")));'],
  ["a named element", 'export const a = (e: Error) => e["message"].startsWith("x");'],
  ["a switch", 'export function a(e: Error) { switch (e.message) { case "x": return 1; default: return 2; } }'],
  [
    "a joined text",
    "export const a = (d: { message: string; hint?: string }) => (d.message + (d.hint ?? '')).includes('x');",
  ],
])("a message that decides by %s is found", (_what, text) => {
  const name = `${process.cwd()}/src/planted.ts`;
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (file) => file === name || fileExists(file);
  host.getSourceFile = (file, ...rest) =>
    file === name ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022, true) : getSourceFile(file, ...rest);
  expect(readersIn([name], host)).toHaveLength(1);
});

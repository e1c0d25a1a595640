/** A configuration in TypeScript: transpiled by ts-morph's compiler and executed. Positions come from the source. */
import { existsSync, readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { dirname, extname, resolve } from "node:path";
import { ts } from "ts-morph";
import { JsonProblem, type JsonValue, onePlace, type Place, placedValue } from "./json";

/**
 * Returns the default export of the file at `path`, or the value that it returns or resolves to. @throws JsonProblem
 */
export async function readTypeScriptConfig(path: string, shown: string): Promise<JsonValue> {
  const start = { file: shown, line: 1, column: 1 };
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  let value: unknown;
  try {
    const { default: exported } = loadModule(path, shown) as { readonly default?: unknown };
    value = await (typeof exported === "function" ? exported() : exported);
  } catch (error) {
    if (error instanceof JsonProblem) throw error;
    throw new JsonProblem(
      "config-failed",
      start,
      `running the file failed: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (value === undefined) throw new JsonProblem("config-without-export", start, "the file has no default export");
  const assignment = source.statements.find(ts.isExportAssignment);
  return placedValue(value, assignment === undefined ? onePlace(start) : placeOf(assignment.expression, source, shown));
}

/** Parameters of Node's CommonJS wrapper. The last name is split because the build replaces the whole name. */
const moduleScope = ["module", "exports", "require", "__filename", `__${"dirname"}`];

/** Loads the file and its relative imports, each once, as CommonJS modules. */
function loadModule(path: string, shown: string, loaded = new Map<string, Module>()): unknown {
  const known = loaded.get(path);
  if (known !== undefined) return known.exports;
  const module = new Module(path);
  loaded.set(path, module);
  const requireFromPath = createRequire(path);
  const require = (specifier: string): unknown => {
    const file = specifier.startsWith(".") ? sourceFile(resolve(dirname(path), specifier)) : undefined;
    return file === undefined ? requireFromPath(specifier) : loadModule(file, shown, loaded);
  };
  const run = new Function(...moduleScope, transpiled(path, shown));
  run(module, module.exports, require, path, dirname(path));
  return module.exports;
}

function transpiled(path: string, shown: string): string {
  const { outputText, diagnostics: [first] = [] } = ts.transpileModule(readFileSync(path, "utf8"), {
    fileName: path,
    reportDiagnostics: true,
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true },
  });
  if (first === undefined) return outputText;
  const { line, character } = first.file?.getLineAndCharacterOfPosition(first.start ?? 0) ?? { line: 0, character: 0 };
  const message = ts.flattenDiagnosticMessageText(first.messageText, " ");
  throw new JsonProblem(
    "config-typescript",
    { file: shown, line: line + 1, column: character + 1 },
    message.replace(/\.$/, ""),
  );
}

function sourceFile(path: string): string | undefined {
  const bare = path.slice(0, path.length - extname(path).length);
  return [path, `${path}.ts`, `${bare}.ts`].find((each) => each.endsWith(".ts") && existsSync(each));
}

/** Returns the place of the value that an expression results in. */
function placeOf(expression: ts.Node, source: ts.SourceFile, shown: string): Place {
  const node = resolvedNode(expression, source);
  const { line, character } = source.getLineAndCharacterOfPosition(node.getStart(source));
  const position = { file: shown, line: line + 1, column: character + 1 };
  return {
    position,
    inner: (key) => {
      const inner = innerNode(node, key);
      return inner === undefined ? onePlace(position) : placeOf(inner, source, shown);
    },
  };
}

/** Returns the expression behind type assertions, constants, and functions that take or return it. */
function resolvedNode(node: ts.Node, source: ts.SourceFile): ts.Node {
  const follow = (inner: ts.Node): ts.Node => resolvedNode(inner, source);
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
    return follow(node.expression);
  if (ts.isCallExpression(node) && node.arguments[0] !== undefined) return follow(node.arguments[0]);
  if (ts.isArrowFunction(node)) return ts.isBlock(node.body) ? node : follow(node.body);
  if (ts.isIdentifier(node)) {
    const declared = source.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => declarationList.declarations)
      .find(({ name }) => ts.isIdentifier(name) && name.text === node.text);
    return declared?.initializer === undefined ? node : follow(declared.initializer);
  }
  return node;
}

function innerNode(node: ts.Node, key: string): ts.Node | undefined {
  if (ts.isArrayLiteralExpression(node)) return node.elements[Number(key)];
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  for (const property of node.properties) {
    if (property.name === undefined || !("text" in property.name) || property.name.text !== key) continue;
    if (ts.isPropertyAssignment(property)) return property.initializer;
    if (ts.isShorthandPropertyAssignment(property)) return property.name;
  }
  return undefined;
}

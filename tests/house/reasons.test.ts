/** The lists of reasons: their page is fresh, and from a code there is one way to the place that gives it. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import ts from "typescript";
import { REASON_DOCS, REASON_LISTS, withReasons } from "../../scripts/write-reasons";

const LISTS: readonly string[] = REASON_LISTS;

/** Reasons of several places, by which programs already tell responses apart: `line`, `column` and `path` say more. */
const OF_SEVERAL: ReadonlySet<string> = new Set([
  "argument",
  "attachment",
  "content-encoding",
  "content-type",
  "envelope",
  "limit",
  "security",
  "unexpected",
  "usage",
  "value",
  "xml",
]);

const sources = execFileSync("git", ["ls-files", "packages/*/src/**.ts", "src/**.ts"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && !LISTS.includes(file) && !file.startsWith("packages/soapwright-testing/"));

const all: ReadonlySet<string> = new Set(REASON_DOCS.map(({ reason }) => reason));

/** Reasons of diagnostics and of changes. */
const fromDiagnostics: ReadonlySet<string> = new Set(
  REASON_DOCS.filter(({ list }) => list !== REASON_LISTS[0]).map(({ reason }) => reason),
);

/** Findings that two checks of the doctor can have. */
const OF_CHECKS: ReadonlySet<string> = new Set(["credentials-refused", "no-wsdl", "redirected"]);

/** Where each reason is given: as a value, and not in a comparison, a table of codes or a type. */
const given = new Map<string, string[]>();
for (const path of sources) {
  const text = readFileSync(path, "utf8");
  if (![...all].some((reason) => text.includes(`"${reason}"`))) continue;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) && all.has(node.text) && isGiven(node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      given.set(node.text, [...(given.get(node.text) ?? []), `${path}:${line + 1}`]);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
}

/** A value of `reason` or `code`, or an argument of a function that makes an error. */
function isGiven(node: ts.StringLiteral): boolean {
  let value: ts.Node = node;
  while (ts.isConditionalExpression(value.parent) || ts.isBinaryExpression(value.parent)) {
    if (ts.isBinaryExpression(value.parent) && value.parent.operatorToken.kind !== ts.SyntaxKind.QuestionQuestionToken)
      return false;
    value = value.parent;
  }
  const { parent } = value;
  if (ts.isPropertyAssignment(parent))
    return /^(?:reason|code)$/.test(parent.name.getText()) || isReason(parent.parent);
  if (ts.isVariableDeclaration(parent)) return parent.name.getText() === "reason";
  if (ts.isPropertyDeclaration(parent)) return true;
  if (ts.isNewExpression(parent))
    return (fromDiagnostics.has(node.text) ? /(?:Problem|MissingFile)$/ : /Error$/).test(parent.expression.getText());
  if (!fromDiagnostics.has(node.text)) return ts.isCallExpression(parent) && parent.expression.getText() === "finding";
  // Functions that make diagnostics take the reason as an argument, and tables of messages have it first.
  if (ts.isArrayLiteralExpression(parent)) return parent.elements[0] === value;
  return ts.isCallExpression(parent);
}

/** The table `REASONS` of a class. */
function isReason(node: ts.Node): boolean {
  const owner = ts.isAsExpression(node.parent) ? node.parent.parent : node.parent;
  return ts.isVariableDeclaration(owner) && owner.name.getText() === "REASONS";
}

test("the list in docs/errors.md is fresh: run scripts/write-reasons.ts", () => {
  const page = readFileSync("docs/errors.md", "utf8");
  expect(withReasons(page)).toBe(page);
  const lists = LISTS.map((list) => readFileSync(list, "utf8")).join("\n");
  const declared = [...lists.matchAll(/^ {2}"?([\w-]+)"?: "/gm)].map(([, reason]) => reason);
  // Each has a meaning and a remedy.
  expect(REASON_DOCS.map(({ reason }) => reason)).toEqual(declared);
  expect(new Set(declared).size).toBe(declared.length);
  for (const { reason } of REASON_DOCS) expect(page).toContain(`| \`${reason}\` |`);
});

test("each reason is given at one place", () => {
  const isOne = (reason: string): boolean => given.get(reason)?.length === kindsOf(reason);
  const wrong = [...all].filter((reason) => !OF_SEVERAL.has(reason) && !OF_CHECKS.has(reason) && !isOne(reason));
  expect(wrong.map((reason) => [reason, given.get(reason)])).toEqual([]);
});

/** A reason of two kinds of messages is given once for each. */
function kindsOf(reason: string): number {
  return REASON_DOCS.find((doc) => doc.reason === reason)!.kinds.length;
}

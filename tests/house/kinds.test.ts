/** What messages say that a value is: one grammar, whoever says it. A kind follows "but is" and "received". */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { kindOf } from "../../src/kind-of";

/** A noun with its article, or one of the words that JavaScript has for a single value. */
const kind = /^(?:absent|null|NaN|an? (?!text\b)[a-zA-Z]|another [a-z]|one (?:of|with|without) |properties )/;
const vague = /\bsomething\b|\belse\b|\bnothing\b|\bundefined\b/;

/** Which argument of a call is a kind. */
const places: Readonly<Record<string, number>> = { wrongOption: 2, Mismatch: 1, fail: 1 };

interface Saying {
  readonly place: string;
  readonly text: string;
}

function beginsWithKindOf({ head, templateSpans: [first] }: ts.TemplateExpression): boolean {
  return head.text === "" && first?.expression.getText().startsWith("kindOf(") === true;
}

/** The kinds that a file writes itself, by the start of each text. */
function kindsIn(file: string): Saying[] {
  const text = readFileSync(file, "utf8");
  if (!Object.keys(places).some((name) => text.includes(`${name}(`))) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Saying[] = [];
  const texts = (node: ts.Expression): void => {
    if (ts.isConditionalExpression(node)) for (const branch of [node.whenTrue, node.whenFalse]) texts(branch);
    else if (ts.isStringLiteralLike(node)) found.push({ place: file, text: node.text });
    else if (ts.isTemplateExpression(node) && !beginsWithKindOf(node))
      found.push({ place: file, text: `${node.head.text}x` });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const name = ts.isPropertyAccessExpression(node.expression)
        ? node.expression.name.text
        : node.expression.getText();
      const given = node.arguments?.[places[name] ?? -1];
      if (given !== undefined) texts(given);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const files = [
  "src/client",
  "src/export",
  "src/sandbox",
  "src/schema",
  "src/employee-sandbox",
  "src/addressing",
  "src/attachments",
  "src/security",
  "src/transport",
  "src/queue",
].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name)),
);

test("the grammar knows right from wrong", () => {
  for (const right of ["null", "a list", "an empty string", "another string", "one without a certificate"])
    expect(right).toMatch(kind);
  for (const wrong of ["something else", "string", "empty", "undefined", "text with some", "a text"])
    expect(kind.test(wrong) && !vague.test(wrong)).toBe(false);
});

test("kindOf keeps to it", () => {
  const values = [undefined, null, NaN, 0, 0.5, Infinity, "", "a", true, 1n, [], {}, () => 0, Symbol("s")];
  for (const value of [...values, new Date(), new Date(NaN), new Uint8Array()]) expect(kindOf(value)).toMatch(kind);
});

test("every kind that a message writes itself keeps to it", () => {
  const all = files.flatMap(kindsIn);
  expect(all.length).toBeGreaterThan(40);
  expect(all.filter(({ text }) => !kind.test(text) || vague.test(text))).toEqual([]);
});

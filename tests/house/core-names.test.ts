/** The core handles kinds of features and admissions: no import, message or hint of it names a particular one. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ts } from "ts-morph";

const root = "packages/soapwright-runtime/src";
/** The optional features, the code that only lists or observes them, and node-soap's own security objects. */
const BESIDE =
  /^(?:addressing|admissions|attachments|telemetry)\/|^(?:index|tables|runtime-internal|documents|opentelemetry[\w-]*)\.ts$|security-objects\.ts$/;
const NAMES =
  /\b(?:addressing|wsa|attachments?|mtom|wsse|breaker|adaptive|sharedRate|signatures?|signed)\b|\bsecurity\b(?![ -]object)|\bWS-\w/i;

/** Returns the texts of a file that users may read, and its imports, without comments, patterns and types. */
function textsOf(path: string): string[] {
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    // The reasons of a ResponseError are values of a type, not messages.
    if (ts.isLiteralTypeNode(node) || (ts.isPropertyAssignment(node) && node.name.getText(file) === "reason")) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)) {
      texts.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  const file = ts.createSourceFile(path, readFileSync(join(root, path), "utf8"), ts.ScriptTarget.Latest);
  visit(file);
  return texts;
}

test("no file of the core names a feature or an admission", () => {
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (path) => /(?<!\.d)\.ts$/.test(path) && !BESIDE.test(path),
  );
  expect(files.length).toBeGreaterThan(150);
  const all = files.flatMap((path) => textsOf(path).map((text) => ({ path, text })));
  expect(all.length).toBeGreaterThan(1_000);
  expect(all.filter(({ text }) => NAMES.test(text))).toEqual([]);
});

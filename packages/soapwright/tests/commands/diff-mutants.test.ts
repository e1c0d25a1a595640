/** `diff` reports every change that changes generated code: every small change of WSDLs that show one feature each. */

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isSlow } from "soapwright-testing/stage/slow";
import { compareDocuments } from "../../src/commands/diff/diff-compare";
import type { Documents } from "../../src/commands/documents";
import { generate } from "../../src/pipeline";
import { mutantsOf } from "./mutants";

const folders = [
  "cases/attributes-and-text",
  "cases/headers-and-faults",
  "cases/inheritance",
  "cases/rpc-encoded",
  "cases/several-services",
  "cases/simple-types",
  "cases/substitution",
  "verified/attribute-wildcards",
  "verified/forms",
  "verified/repeated-empty-groups",
  "verified/same-names",
];

/**
 * The stride of the sample. `make slow-test` takes every mutant, in a minute and a half. A prime, because kinds of
 * change come in rows.
 */
const stride = isSlow ? 1 : 29;

/** Changes without any effect on the wire and on callers. */
const neutral = [
  // Declarations, and the declarations inside them, are found by name.
  / declaration moved down$/,
  / xs:(?:attribute|anyAttribute|enumeration|pattern|\w*Length|\w*clusive) moved down$/,
  / soap(?:12)?:\w+ moved down$/,
  / wsdl:(?:operation|input|output|fault|port) moved down$/,
  // A group of one element is the same in any order, and as a choice.
  /xs:(?:sequence|all) -> xs:(?:all|sequence|choice)$/,
  // An absent action is the same as an empty one.
  /:operation (?:removed|without soapAction)$/,
  // The base type already collapses white space.
  /xs:restriction with <xs:whiteSpace value="collapse"\/>$/,
  // The value is already listed.
  /xs:restriction with <xs:enumeration value="1"\/>$/,
  // The type occurs only as a base of others.
  /xs:complexType with abstract="true"$/,
];

interface Outcome {
  readonly documents: Documents;
  readonly code: string;
}

/**
 * Returns the documents and their code, without its comments and the digest of the WSDL; undefined if there are errors.
 */
async function outcome(path: string): Promise<Outcome | undefined> {
  const { definitions, schemas, files } = await generate(path, { source: "a", runtime: "r", extension: "" });
  if (!definitions || !schemas || !files) return undefined;
  const texts = [...files.values()].map((text) => text.slice(text.indexOf("\n")));
  const code = texts.join("\n").replace(/\/\*\*.*?\*\//gs, "");
  return { documents: { definitions, schemas }, code: code.replaceAll(/\bsha256: "[0-9a-f]{64}"/g, "") };
}

test.each(folders)("%s", async (name) => {
  const folder = mkdtempSync(join(tmpdir(), "mutants-"));
  cpSync(join("packages/soapwright-testing/src/golden", name), folder, { recursive: true });
  const file = join(folder, "mutant.wsdl");
  const old = (await outcome(join(folder, "service.wsdl")))!;
  const missed: string[] = [];
  const differing = { code: 0, words: 0 };
  try {
    const mutants = [...mutantsOf(readFileSync(join(folder, "service.wsdl"), "utf8"))];
    for (const mutant of mutants.filter((_, index) => index % stride === 0)) {
      writeFileSync(file, mutant.text);
      const now = await outcome(file);
      if (now === undefined) continue;
      const changes = compareDocuments(old.documents, now.documents).filter(({ step }) => step !== "patch");
      if (now.code !== old.code) differing.code++;
      if (changes.length > 0) differing.words++;
      // Every change needs a description. The comparison of generated code only catches changes without a description.
      const hasWords = changes.some(({ where }) => where !== "generated code");
      if (now.code !== old.code && !hasWords && !neutral.some((what) => what.test(mutant.name)))
        missed.push(mutant.name);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  expect(missed).toEqual([]);
  expect(differing.code).toBeGreaterThan(90 / stride);
  expect(differing.words).toBeGreaterThan(90 / stride);
});

/** What changes generated code is seen by `diff`: every small change of WSDLs that show one feature each. */

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

/** `make slow-test` takes every mutant, a minute and a half of them; else one of so many. A prime: kinds of change come in rows. */
const stride = isSlow ? 1 : 13;

/** What is written in another way and means the same, to the wire and to callers. */
const neutral = [
  // Declarations are found by their names, and so are these inside of them.
  / declaration moved down$/,
  / xs:(?:attribute|anyAttribute|enumeration|pattern|\w*Length|\w*clusive) moved down$/,
  / soap(?:12)?:\w+ moved down$/,
  / wsdl:(?:operation|input|output|fault|port) moved down$/,
  // A group of one is the same in any order, and as a choice.
  /xs:(?:sequence|all) -> xs:(?:all|sequence|choice)$/,
  // No action and an empty one.
  /:operation (?:removed|without soapAction)$/,
  // What the base type does already.
  /xs:restriction with <xs:whiteSpace value="collapse"\/>$/,
  // Listed already.
  /xs:restriction with <xs:enumeration value="1"\/>$/,
  // A type that stands nowhere but below others.
  /xs:complexType with abstract="true"$/,
];

interface Outcome {
  readonly documents: Documents;
  readonly code: string;
}

/** The documents and their code, without its comments and the WSDL's own sum. Undefined when there are errors. */
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
      // Where no comparison has words for it, the catch-all speaks; here nothing may be left to it.
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

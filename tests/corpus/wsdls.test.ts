import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import {
  attribute,
  Diagnostics,
  decodeDocument,
  formatDiagnostic,
  loadDefinitions,
  parseXml,
  SECURITY_NEEDS,
} from "soapwright-contract";
import { Codec, type ElementNode, soapEncoding, type Validation } from "soapwright-runtime/codecs";
import type { XmlElement } from "soapwright-runtime/tables";
import { alternativesText, isSupported } from "soapwright-runtime/xsd";
import {
  corpusFolder,
  corpusTable,
  corpusWsdls,
  describeCorpus,
  everything,
} from "soapwright-testing/corpus/corpus-folder";
import { runtime } from "soapwright-testing/corpus/generated-tables";
import { feed } from "soapwright-testing/schema/feed";
import { Random, Survey, treeOf, writeTree } from "soapwright-verify";
import { loadTables } from "../../packages/soapwright/src/commands/verify/generated-tables";
import { generate } from "../../packages/soapwright/src/pipeline";
import { payloadName, payloadsOf } from "../../packages/soapwright-verify/src/proof/payload";
import { CompileFolder, type CompilerVersion, compilers, folderName } from "../types/compile-folder";
import { brokenCases, unreachedCases } from "./broken-cases";
import { type Proof, proveWsdl } from "./prove-wsdl";
import { report } from "./report";
import { table } from "./table";
import { type WrappedDocument, wrapSchema } from "./wrap-schema";
import { proveGroup, suiteGroups } from "./xsts";
import { xstsExpected } from "./xsts-expected";

describe("wsdls", () => {
  const versions = Object.keys(compilers) as CompilerVersion[];

  describeCorpus("every WSDL of the corpus", () => {
    if (!everything) {
      test("is generated, compiled and verified by make corpus", () => {
        expect(corpusWsdls()).toHaveLength(62);
      });
      return;
    }
    test("generates, compiles under three compilers, and verifies", async () => {
      const folder = new CompileFolder("corpus");
      const unusual = corpusTable("wsdl/broken/BROKEN.tsv").filter(([, verdict]) => verdict === "valid-but-unusual");
      const files = [...corpusWsdls(), ...unusual.map(([file]) => `broken/${file}`)];
      const proofs: Proof[] = [];
      for (const file of files) proofs.push(await proveWsdl(file, join(corpusFolder, "wsdl", file), folder));
      const errors = versions.map((version) => folder.compile(version));
      report("wsdls", summary(proofs, errors));
      expect(proofs.filter(({ output }) => output !== "").map(({ name, output }) => `${name}:\n${output}`)).toEqual([]);
      expect(errors.map((found) => [...found.values()].flat())).toEqual(versions.map(() => []));
    }, 7_200_000);
  });

  function summary(proofs: readonly Proof[], errors: readonly ReadonlyMap<string, readonly string[]>[]): string {
    const compiled = (name: string, at: number): string => {
      const count = errors[at]?.get(folderName(name))?.length ?? 0;
      return count === 0 ? "ok" : `${count} errors`;
    };
    const rows = proofs.map(({ name, generated, verified }) => [
      name,
      generated,
      ...versions.map((_, at) => compiled(name, at)),
      verified,
    ]);
    const heading = ["WSDL", "generate", ...versions.map((version) => `tsc ${version}`), "verify --instances 20"];
    const unjudged = proofs.flatMap(({ name, unjudged: reasons }) =>
      reasons.map(({ reason, operations }) => `  ${name}: ${reason}\n    ${operations}`),
    );
    return [table([heading, ...rows]), "", "operations that went round without a judge:", ...unjudged].join("\n");
  }
});

describe("databinding", () => {
  /** Returns the schemas: one for each pattern, and one that another includes. */
  function patterns(): { readonly name: string; readonly path: string }[] {
    const folder = join(corpusFolder, "databinding");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".xsd"));
    return files.sort().map((file) => ({ name: basename(file, ".xsd"), path: join(folder, file) }));
  }

  /** Writes a WSDL around the pattern's schema, with an operation that echoes each global element. */
  async function wrapPattern(path: string, wsdl: string): Promise<void> {
    const root = parseXml(decodeDocument(readFileSync(path)), path, 200, new Diagnostics());
    const documents: WrappedDocument[] = [
      { path, targetNamespace: (root && attribute(root, "targetNamespace")) ?? "" },
    ];
    const left = leftToOthers.get(basename(path, ".xsd"));
    if (left !== undefined) documents.push(restOf(wsdl, documents[0]?.targetNamespace ?? "", left));
    writeFileSync(wsdl, wrapSchema(documents, []));
    const { schemas, diagnostics } = await loadDefinitions(wsdl, { allowOutside: true });
    if (schemas === undefined) throw new Error(diagnostics.map(formatDiagnostic).join("\n"));
    writeFileSync(
      wsdl,
      wrapSchema(
        documents,
        [...schemas.elements.values()].map((element) => element.name),
      ),
    );
  }

  /** Patterns that refer to an element without declaring it. */
  const leftToOthers = new Map([
    ["ImportNamespace", "importNamespace"],
    ["ImportSchema", "importSchema"],
  ]);

  function restOf(wsdl: string, targetNamespace: string, name: string): WrappedDocument {
    const path = wsdl.replace(/wsdl$/, "xsd");
    const element = `<xs:element name="${name}" type="xs:string"/>`;
    writeFileSync(
      path,
      `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${targetNamespace}">${element}</xs:schema>`,
    );
    return { path, targetNamespace };
  }

  describeCorpus("databinding patterns", () => {
    const folder = mkdtempSync(join(tmpdir(), "databinding-"));
    afterAll(() => rmSync(folder, { recursive: true }));

    test("all 87 load when a WSDL is put around them", async () => {
      const all = patterns();
      expect(all).toHaveLength(87);
      for (const { name, path } of all) {
        const wsdl = join(folder, `${name}.wsdl`);
        await wrapPattern(path, wsdl);
        const { diagnostics } = await loadDefinitions(wsdl, { allowOutside: true });
        expect(diagnostics.filter((one) => one.severity === "error").map(formatDiagnostic)).toEqual([]);
      }
    }, 60_000);

    if (!everything) return;
    test("all generate, compile under three compilers, and verify", async () => {
      const compiled = new CompileFolder("databinding");
      const failed: string[] = [];
      let judged = 0;
      for (const { name, path } of patterns()) {
        const wsdl = join(folder, `${name}.wsdl`);
        await wrapPattern(path, wsdl);
        const proof = await proveWsdl(name, wsdl, compiled, true);
        if (proof.output !== "" || proof.generated === "failed") failed.push(`${name}: ${proof.output}`);
        else if (proof.unjudged.length === 0) judged++;
      }
      const versions = Object.keys(compilers) as CompilerVersion[];
      const errors = versions.map((version) => [...compiled.compile(version).values()].flat());
      const compileErrors = versions
        .map((version, at) => `${errors[at]?.length} under TypeScript ${version}`)
        .join(", ");
      report(
        "databinding",
        `databinding patterns: 87, ${87 - failed.length} generated and verified (${judged} judged by libxml2); compile errors: ${compileErrors}`,
      );
      expect(failed).toEqual([]);
      expect(errors).toEqual(versions.map(() => []));
    }, 3_600_000);
  });
});

/**
 * `lenient` never refuses what `standard` reads, and `standard` never refuses what `strict` reads: with documents that the
 * schemas of the corpus allow, and with the same documents whose children were moved, left out or repeated.
 */
describe("levels", () => {
  const codecs: { readonly [level in Validation]: Codec } = {
    strict: new Codec({ validation: "strict", soapEncoding }),
    standard: new Codec({ validation: "standard", soapEncoding }),
    lenient: new Codec({ validation: "lenient", soapEncoding }),
  };

  /** The number of payloads of one WSDL, and of changed documents for each instance. */
  const [most, changes] = everything ? [400, 20] : [10, 5];

  /** Returns why a document is refused at a level; undefined if it is read. */
  function refusal(document: string, table: ElementNode, level: Validation): string | undefined {
    try {
      feed(document, (scope) => codecs[level].decoder(table, scope));
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** Returns the level that refuses what the stricter one before it reads, with its reason. */
  function contradiction(document: string, table: ElementNode): string | undefined {
    const strict = refusal(document, table, "strict");
    const standard = refusal(document, table, "standard");
    if (strict === undefined && standard !== undefined) return `standard: ${standard}`;
    const lenient = refusal(document, table, "lenient");
    return standard === undefined && lenient !== undefined ? `lenient: ${lenient}` : undefined;
  }

  /** Returns `tree` with one element's children moved, left out or repeated. */
  function changed(tree: XmlElement, random: Random): XmlElement {
    const elements = tree.children.filter((child) => typeof child !== "string");
    const deeper = elements.filter(({ children }) => children.some((child) => typeof child !== "string"));
    if (deeper.length > 0 && random.integer(0, 3) > 0) {
      const chosen = random.pick(deeper);
      return { ...tree, children: tree.children.map((child) => (child === chosen ? changed(chosen, random) : child)) };
    }
    if (elements.length === 0) return tree;
    const at = tree.children.indexOf(random.pick(elements));
    const children = [...tree.children];
    const [child] = children.splice(at, 1);
    const change = random.integer(0, 2);
    if (change > 0) children.splice(random.integer(0, children.length), 0, child!);
    if (change > 1) children.splice(at, 0, child!);
    return { ...tree, children };
  }

  async function contradictions(path: string): Promise<{ readonly documents: number; readonly found: string[] }> {
    const generated = await generate(join(corpusFolder, "wsdl", path), {
      ...{ decimal: "string", int64: "bigint", source: path, extension: "" },
    });
    const { model, schemas, files } = generated;
    if (!model || !schemas) throw new Error(`${path} does not generate`);
    const payloads = payloadsOf(model, loadTables(files ?? new Map(), runtime));
    const survey = new Survey(
      payloads.map(({ root }) => root),
      schemas,
    );
    const found: string[] = [];
    let documents = 0;
    const step = Math.ceil(payloads.length / most);
    for (const [index, payload] of payloads.entries()) {
      if (index % step > 0 || !survey.isPossible(payload.root) || survey.isTooLarge(payload.root)) continue;
      const random = new Random(`${path} ${index}`);
      const instances = [survey.make(payload.root, index), survey.makeSample(payload.root, index)];
      for (const tree of instances.map((instance) => treeOf(instance))) {
        const trees = [tree, ...Array.from({ length: changes }, () => changed(changed(tree, random), random))];
        for (const document of trees.map((each) => writeTree(each))) {
          documents++;
          const problem = contradiction(document, payload.table as ElementNode);
          if (problem !== undefined)
            found.push(`${path} ${payloadName(payload)}: ${problem}\n${document.slice(0, 2000)}`);
        }
      }
    }
    return { documents, found };
  }

  describeCorpus("levels of validation", () => {
    const wsdls = corpusWsdls().filter((_, index) => everything || index % 4 === 0);

    test("each reads what the stricter one reads", async () => {
      const found: string[] = [];
      let documents = 0;
      for (const wsdl of wsdls) {
        const one = await contradictions(wsdl);
        documents += one.documents;
        found.push(...one.found.slice(0, 3));
      }
      if (everything) report("levels", `Levels of validation: ${documents} documents of ${wsdls.length} WSDLs`);
      expect(documents).toBeGreaterThan(wsdls.length);
      expect(found).toEqual([]);
    }, 1_200_000);
  });
});

describe("load", () => {
  describeCorpus("WSDLs of the corpus", () => {
    test.each(corpusWsdls())("%s loads", async (file) => {
      const { definitions, diagnostics } = await loadDefinitions(join(corpusFolder, "wsdl", file));
      expect(diagnostics.filter((one) => one.severity === "error").map(formatDiagnostic)).toEqual([]);
      expect(definitions?.services.some((service) => service.ports.length > 0)).toBe(true);
    });
  });

  describeCorpus("broken WSDLs of the corpus", () => {
    const folder = join(corpusFolder, "wsdl", "broken");
    const refused = new Set(brokenCases.map(([file]) => file));
    const all = corpusTable("wsdl/broken/BROKEN.tsv");

    test.each(brokenCases)("%s is refused at %s %s", async (file, place, message) => {
      // One WSDL needs a file outside its folder before its own defect is reached.
      const { definitions, diagnostics } = await loadDefinitions(join(folder, file), {
        allowOutside: file.includes("Netsuite"),
      });
      expect(definitions).toBeUndefined();
      const errors = diagnostics.filter((one) => one.severity === "error");
      const wanted = place.startsWith(":") ? `${basename(file)}${place}` : place;
      const found = errors.map((one) => `${basename(one.position.file)}:${one.position.line}: ${one.message}`);
      expect(found.filter((one) => one.startsWith(wanted) && one.includes(message))).not.toEqual([]);
    });

    test.each(all.map(([file]) => file ?? "").filter((file) => !refused.has(file)))(
      "%s is unusual and loads",
      async (file) => {
        const { definitions, diagnostics } = await loadDefinitions(join(folder, file));
        expect(diagnostics.filter((one) => one.severity === "error").map(formatDiagnostic)).toEqual([]);
        expect(definitions).toBeDefined();
      },
    );

    test.each(unreachedCases)("%s loads, and warns at %s %s", async (file, place, message) => {
      const { diagnostics } = await loadDefinitions(join(folder, file));
      const found = diagnostics.map(
        ({ severity, position, message: text }) => `${severity} ${basename(position.file)}:${position.line}: ${text}`,
      );
      const wanted = `warning ${basename(file)}${place}`;
      expect(found.filter((one) => one.startsWith(wanted) && one.includes(message))).not.toEqual([]);
    });

    test("what loads is what the corpus calls valid, or tolerable", () => {
      const unreached = new Set(unreachedCases.map(([file]) => file));
      const loading = all.filter(([file]) => !refused.has(file ?? "") && !unreached.has(file ?? ""));
      const unusual = loading.filter(([, verdict]) => verdict === "valid-but-unusual");
      expect(all.filter(([, verdict]) => verdict === "valid-but-unusual")).toHaveLength(unusual.length);
      expect(loading.filter((row) => !unusual.includes(row)).map((row) => row[7])).toEqual([
        expect.stringContaining("must be tolerable offline"),
      ]);
    });
  });
});

/**
 * WSDLs with policies from the test suites of CXF and Metro: their requirements, and whether a client can meet them.
 */
describe("policies", () => {
  const folder = resolve(__dirname, "../..", process.env.POLICIES_DIR ?? "../shared/policies");

  /** The requirements that TLS and HTTP meet, without any change of the message. */
  const OF_CONNECTION: ReadonlySet<string> = new Set(["tls", "clientCertificate", "httpBasic", "httpDigest"]);

  /** The number of WSDLs with each verdict, of 60. Review each change. */
  const EXPECTED: { readonly [verdict: string]: number } = {
    met: 43,
    "no client": 7,
    "not met, and not reported -> met with security; without it reported": 8,
    "not met, and not reported -> some operations met; the others reported": 2,
  };

  interface Row {
    readonly file: string;
    readonly asks: string;
    readonly before: string;
    readonly after: string;
  }

  /** Returns the outcome of a client that ignores policies, and of one that reads them. */
  async function judge(file: string): Promise<Row> {
    const { definitions } = await loadDefinitions(join(folder, file), {});
    const ports = definitions?.services.flatMap((service) => service.ports) ?? [];
    if (definitions === undefined || ports.length === 0) {
      return { file, asks: "no client: see the diagnostics", before: "no client", after: "no client" };
    }
    const policies = ports.flatMap(({ policy }) => policy ?? []);
    const asked = policies.flatMap(({ alternatives, operations = {} }) => [alternatives, ...Object.values(operations)]);
    if (asked.length === 0) return { file, asks: "nothing but addressing, if that", before: "met", after: "met" };
    const asks = [...new Set(asked.map((each) => alternativesText(each, SECURITY_NEEDS)))].join(" | ");
    const isPlain = asked.every((each) => each.some((one) => one.every((need) => need === "tls")));
    if (isPlain) return { file, asks, before: "met", after: "met" };
    const isMet = asked.every((each) => each.some((one) => isSupported(one, SECURITY_NEEDS)));
    const isHttp = asked.every((each) => each.some((one) => one.every((need) => OF_CONNECTION.has(need))));
    const before = isHttp ? "met by hand" : "not met, and not reported";
    if (isMet) return { file, asks, before, after: "met with security; without it reported" };
    const some = asked.some((each) => each.some((one) => one.length > 0 && isSupported(one, SECURITY_NEEDS)));
    return { file, asks, before, after: some ? "some operations met; the others reported" : "not met, and reported" };
  }

  if (!existsSync(folder)) {
    test("policies: skipped: WSDLs absent", () => console.log("policies: skipped: WSDLs absent"));
  } else {
    test("every WSDL is met, or says what it asks for", async () => {
      const files = readdirSync(folder)
        .filter((file) => file.endsWith(".wsdl"))
        .sort();
      const rows: Row[] = [];
      for (const file of files) rows.push(await judge(file));
      const counts: { [verdict: string]: number } = {};
      for (const { before, after } of rows) {
        const verdict = before === after ? after : `${before} -> ${after}`;
        counts[verdict] = (counts[verdict] ?? 0) + 1;
      }
      if (process.env.POLICIES_TABLE !== undefined) {
        const lines = rows.map(({ file, asks, before, after }) => `| ${file} | ${asks} | ${before} | ${after} |`);
        console.log(["| WSDL | asks for | before | after |", "|---|---|---|---|", ...lines].join("\n"));
      }
      expect(counts).toEqual(EXPECTED);
    });
  }
});

describe("xsts", () => {
  const expected = new Map(
    Object.entries(xstsExpected).flatMap(([feature, names]) => names.map((name) => [name, feature] as const)),
  );

  describeCorpus("W3C XML Schema suite", () => {
    const groups = suiteGroups().filter((_, index) => everything || index % 25 === 0);

    test("valid schemas generate, and their valid instances come back as they were", async () => {
      const problems: string[] = [];
      let instances = 0;
      for (const group of groups) {
        const found = await proveGroup(group);
        if (found.length === 0) instances += group.instances.length;
        if (found.length > 0 && !expected.has(group.name)) problems.push(`${group.name}: ${found.join("; ")}`);
        if (found.length === 0 && expected.has(group.name)) problems.push(`${group.name} passes: take it off the list`);
      }
      if (everything) report("xsts", summary(groups.length, instances, problems.length));
      expect(problems).toEqual([]);
    }, 600_000);
  });

  function summary(groups: number, instances: number, problems: number): string {
    const expectations = Object.entries(xstsExpected).map(([feature, names]) => `  ${names.length} lack: ${feature}`);
    const passed = groups - expected.size - problems;
    return [
      `W3C XML Schema suite: ${groups} groups, ${passed} pass with ${instances} instances, ${expected.size} are expected to fail, ${problems} are not as expected`,
      ...expectations,
    ].join("\n");
  }
});

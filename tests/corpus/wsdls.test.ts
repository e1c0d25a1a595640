import { join } from "node:path";
import {
  corpusFolder,
  corpusTable,
  corpusWsdls,
  describeCorpus,
  everything,
} from "soapwright-testing/corpus/corpus-folder";
import { CompileFolder, type CompilerVersion, compilers, folderName } from "../types/compile-folder";
import { type Proof, proveWsdl } from "./prove-wsdl";
import { report } from "./report";
import { table } from "./table";

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

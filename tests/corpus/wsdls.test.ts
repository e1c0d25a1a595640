import { join } from "node:path";
import { CompileFolder, type CompilerVersion, compilers, folderName } from "../types/compile-folder";
import { corpusFolder, corpusTable, corpusWsdls, describeCorpus, everything } from "./corpus-folder";
import { type Proof, proveWsdl } from "./prove-wsdl";
import { table } from "./table";

const versions = Object.keys(compilers) as CompilerVersion[];

/** WSDLs that cannot be proven whole, and why. Only shrinks. */
const expected = new Map([
  [
    "soap4r/test/wsdl/group/group.wsdl",
    "an element before a wildcard that may be the same element, which no reader can tell apart",
  ],
]);

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
    const cell = (file: string, at: number) => {
      const count = errors[at]?.get(folderName(file))?.length ?? 0;
      return count === 0 ? "ok" : `${count} errors`;
    };
    const rows = proofs.map(({ name, generated, verified }) => [
      name,
      generated,
      ...versions.map((_, at) => cell(name, at)),
      verified,
    ]);
    console.log(
      table([["WSDL", "generate", ...versions.map((version) => `tsc ${version}`), "verify --instances 20"], ...rows]),
    );
    const failed = proofs
      .filter((proof) => proof.output !== "" && !expected.has(proof.name))
      .map(({ name, output }) => `${name}:\n${output}`);
    expect(failed).toEqual([]);
    expect(proofs.filter((proof) => proof.output === "" && expected.has(proof.name))).toEqual([]);
    expect(errors.map((found) => [...found.values()].flat())).toEqual(versions.map(() => []));
  }, 7_200_000);
});

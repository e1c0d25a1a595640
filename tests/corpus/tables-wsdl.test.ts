/**
 * `?wsdl` of services that are made of their tables alone, against the WSDL that the tables are from. (`mock` serves the
 * user's own documents.) A service that is not below has no breaking change.
 */
import { join } from "node:path";
import { compareContracts, digest, loadModel } from "soapwright/internal";
import { buildTables } from "soapwright-contract";
import { startServiceSandbox } from "soapwright-sandbox";
import { corpusFolder, corpusWsdls, describeCorpus, everything } from "soapwright-testing/corpus/corpus-folder";
import { report } from "./report";
import { table } from "./table";

/** By WSDL: how many breaking changes, and what the tables do not hold. They do not grow for it: clients do not need it. */
const known: Readonly<Record<string, readonly [changes: number, reason: string]>> = {
  "node-soap/multi-service.wsdl": [1, "a service without SOAP operations"],
  "node-soap/wsdl_with_restriction_attributes.wsdl": [1, "whether a part of a document has a type or an element"],
  "cxf/testutils/src/main/resources/wsdl/header_rpc_lit.wsdl": [
    2,
    "a service without SOAP operations; whether the part of a fault has a type or an element",
  ],
  "cxf/tools/wsdlto/test/src/test/resources/wsdl2java_wsdl/cxf1662/test.wsdl": [
    2,
    "a WSDL without a namespace around services that have one",
  ],
  "cxf/services/xkms/xkms-common/src/main/model/xkms.wsdl": [
    12,
    "a repeated group of one element or wildcard; abstract elements",
  ],
  "soap4r/test/interopR2/SOAPBuildersInterop_R2.wsdl": [1, "an array of two dimensions"],
  "exchange-ews/services.wsdl": [61, "a repeated group of one element; types that only others derive from"],
  "royalmail/ShippingAPI_V2_0_9.wsdl": [2, "a repeated group of one element"],
  "spring-airline/airline.wsdl": [1, "the transport, which ends with a slash that the specification does not have"],
};

/**
 * What is in none of the WSDLs of the services' tables: each of them is of one service, the contract of all. Names of
 * classes and what is optional in TypeScript follow from all services together, and say nothing about one.
 */
async function breakingChanges(wsdl: string): Promise<string[]> {
  const { model, read } = await loadModel(wsdl, {});
  const tables = buildTables(model!, { sha256: digest(read) });
  const services = tables.map((service, at) => ({ path: `/service${at}`, service }));
  const sandbox = await startServiceSandbox({ services });
  try {
    const found: ReadonlySet<string>[] = [];
    for (const { path } of services) {
      const { changes } = await compareContracts([wsdl], [`${sandbox.url}${path}?wsdl`]);
      const breaking = changes.filter(({ severity }) => severity === "breaking");
      found.push(new Set(breaking.map(({ place, words }) => `${place}: ${words}`)));
    }
    const all = new Set(found.flatMap((each) => [...each]));
    return [...all].filter((words) =>
      found.length > 1 && words.includes("breaking for TypeScript users")
        ? false
        : !/ removed\b/.test(words) || found.every((each) => each.has(words)),
    );
  } finally {
    await sandbox.close();
  }
}

describeCorpus("the WSDL of tables alone", () => {
  if (!everything) {
    test("is compared with its contract by make corpus", () => {
      expect(corpusWsdls()).toEqual(expect.arrayContaining(Object.keys(known)));
    });
    return;
  }
  test("has the breaking changes that are known, and no others", async () => {
    const found: Record<string, readonly string[]> = {};
    for (const file of corpusWsdls()) {
      const changes = await breakingChanges(join(corpusFolder, "wsdl", file));
      if (changes.length > 0) found[file] = changes;
    }
    const rows = Object.entries(found).map(([file, changes]) => [file, String(changes.length), known[file]?.[1] ?? ""]);
    const words = Object.entries(found).map(([file, changes]) => [file, ...changes].join("\n  "));
    report("tables", [table([["WSDL", "breaking", "not in tables"], ...rows]), ...words].join("\n\n"));
    const counts = (of: readonly (readonly [string, number])[]) => Object.fromEntries(of);
    expect(counts(Object.entries(found).map(([file, { length }]) => [file, length]))).toEqual(
      counts(Object.entries(known).map(([file, [count]]) => [file, count])),
    );
  }, 3_600_000);
});

/** The WSDL that is written of tables alone says what the contract said: no change that breaks anyone but the address. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { buildTables } from "soapwright-contract";
import { startServiceSandbox } from "soapwright-sandbox";
import { compareContracts } from "../../src/commands/diff/contracts";
import { digest, loadModel } from "../../src/pipeline";

const cases = [
  "packages/soapwright-testing/src/golden/cases",
  "packages/soapwright-testing/src/golden/verified",
].flatMap((folder) =>
  readdirSync(folder)
    .map((each) => join(folder, each, "service.wsdl"))
    .filter((path) => existsSync(path)),
);

function name(wsdl: string): string {
  return wsdl.split("/").at(-2)!;
}

/** What tables do not hold. */
const restriction = /derived type \w+ removed/;
const overload = /operation removed/;
const substitution = /substitute|abstract|derived type|\bvehicle\b|Vehicle|Head/;
/** By case: what its tables do not say, so that no WSDL can be made of them that does. */
const unsaid: Readonly<Record<string, RegExp>> = {
  // An abstract type without derived types has no values.
  arguments: /Budget/,
  // The names of an overload's input and output.
  "asmx-overloads": overload,
  operations: overload,
  // White space of a listed value, and a group around a single list.
  enumerations: /value " small " removed/,
  groups: /repeated group|-> sequence/,
  // What a type restricts, and which elements are for another.
  inheritance: restriction,
  "attribute-wildcards": restriction,
  "mixed-and-derived": restriction,
  restrictions: restriction,
  "simple-content": /derived type|any value/,
  substitution,
  "substitution-across-namespaces": substitution,
  // Same on the wire: a type without a name that contains itself has one, and a group has none.
  "recursive-groups": /anonymous type -> \w+\.inside,/,
  redefinitions: /property \w+ -> sequence/,
  // Types of one name in several places: TypeScript's names follow the order of the document.
  "same-names": /TypeScript type/,
};

test.each(cases)("%s", async (wsdl) => {
  const { model, read } = await loadModel(wsdl, {});
  const tables = buildTables(model!, { sha256: digest(read) });
  const [service] = tables;
  // Services of one WSDL are tables of their own.
  if (service === undefined || tables.length > 1) return;
  const sandbox = await startServiceSandbox({ services: [{ path: "/service", service }] });
  try {
    const { changes } = await compareContracts([wsdl], [`${sandbox.url}/service?wsdl`]);
    const known = unsaid[name(wsdl)];
    const breaking = changes.filter(({ severity, words }) => severity === "breaking" && known?.test(words) !== true);
    expect(breaking.map(({ words }) => words)).toEqual([]);
  } finally {
    await sandbox.close();
  }
});

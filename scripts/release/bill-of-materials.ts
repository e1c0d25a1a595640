/**
 * What a user's service installs with the package, and what is in the package's own files: a CycloneDX bill of materials and a
 * list of licences, the same for each run.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ReleaseError } from "./release-error";
import { runNpm } from "./run";

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl?: string;
  readonly licenses?: readonly (
    | { readonly license?: { readonly id?: string; readonly name?: string } }
    | { readonly expression?: string }
  )[];
}
interface Bill {
  serialNumber?: string;
  metadata: {
    timestamp?: string;
    tools?: unknown;
    component: { name: string; properties?: unknown; "bom-ref"?: string };
  };
  components: Component[];
  dependencies?: { readonly ref: string; dependsOn?: string[] }[];
}

const permissive = /^(MIT|ISC|BSD-2-Clause|BSD-3-Clause|Apache-2\.0|BlueOak-1\.0\.0|0BSD)$/;
/** dev-null 0.1.1 states its licence (MIT) in an older form, which lock files do not carry. */
const statedElsewhere: Readonly<Record<string, string>> = { "dev-null@0.1.1": "MIT" };

/**
 * The run-time packages of the lock file in `folder`. Of npm's bill the time, the random number and npm's own version are left
 * out, so that one commit has one bill; the number follows from the content.
 *
 * @throws ReleaseError for a licence that is not permissive.
 */
export function billOfMaterials(folder: string): { readonly bill: string; readonly licences: string } {
  const words = [
    "sbom",
    "--sbom-format=cyclonedx",
    "--sbom-type=library",
    "--omit=dev",
    "--omit=peer",
    "--package-lock-only",
  ];
  const bill = JSON.parse(runNpm(words, folder)) as Bill;
  delete bill.metadata.timestamp;
  delete bill.metadata.tools;
  delete bill.metadata.component.properties;
  // npm names it after the folder.
  bill.metadata.component.name = (
    JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { name: string }
  ).name;
  delete bill.serialNumber;
  addBundled(bill, folder);
  bill.components.sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  const digest = createHash("sha256").update(JSON.stringify(bill)).digest("hex");
  const number = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
  const licences = bill.components.map((component) => ({ id: idOf(component), licence: licenceOf(component) }));
  const strange = licences.filter(({ licence }) => !permissive.test(licence));
  if (strange.length > 0) {
    throw new ReleaseError(
      `These dependencies have no permissive licence: ${strange.map(({ id, licence }) => `${id} (${licence})`).join(", ")}.`,
    );
  }
  return {
    bill: `${JSON.stringify({ ...bill, serialNumber: `urn:uuid:${number}` }, undefined, 2)}\n`,
    licences: licences.map(({ id, licence }) => `${id}\t${licence}\n`).join(""),
  };
}

/** Adds the packages whose code is in the command's own file, as THIRD-PARTY.txt beside the manifest lists them. */
function addBundled(bill: Bill, folder: string): void {
  const file = join(folder, "THIRD-PARTY.txt");
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  const root = bill.metadata.component["bom-ref"];
  const installed = new Set(bill.components.map(idOf));
  for (const [, name = "", version = "", licence = ""] of text.matchAll(/^={80}\n(\S+) (\S+) \((.+)\)\n={80}$/gm)) {
    const id = `${name}@${version}`;
    if (installed.has(id)) continue;
    const component = {
      "bom-ref": id,
      type: "library",
      name,
      version,
      scope: "required",
      purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
      properties: [{ name: "cdx:npm:package:bundled", value: "true" }],
      licenses: [{ license: { id: licence } }],
    };
    bill.components.push(component);
    bill.dependencies?.push({ ref: id, dependsOn: [] });
    bill.dependencies?.find(({ ref }) => ref === root)?.dependsOn?.push(id);
  }
}

function idOf({ name, version }: Component): string {
  return `${name}@${version}`;
}

function licenceOf(component: Component): string {
  const [first] = component.licenses ?? [];
  const stated =
    first === undefined
      ? undefined
      : "license" in first
        ? (first.license?.id ?? first.license?.name)
        : "expression" in first
          ? first.expression
          : undefined;
  return stated ?? statedElsewhere[idOf(component)] ?? "none stated";
}

/**
 * What a user's service installs with the package, and what is in the package's own files: a CycloneDX bill of materials and a
 * list of licences, the same for each run.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, normalize } from "node:path";
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
 * What comes with the package in the folder `place` of the tree in `root`, as its lock file has it. Of npm's bill the time, the random number and npm's own version are left
 * out, so that one commit has one bill; the number follows from the content.
 *
 * @throws ReleaseError for a licence that is not permissive.
 */
export function billOfMaterials(root: string, place = "."): { readonly bill: string; readonly licences: string } {
  const words = [
    "sbom",
    "--sbom-format=cyclonedx",
    "--sbom-type=library",
    "--omit=dev",
    "--omit=peer",
    "--package-lock-only",
  ];
  const bill = JSON.parse(inProject(publishedProject(root, place), (folder) => runNpm(words, folder))) as Bill;
  delete bill.metadata.timestamp;
  delete bill.metadata.tools;
  delete bill.metadata.component.properties;
  // npm names it after the folder.
  bill.metadata.component.name = readJson<{ name: string }>(join(root, place, "package.json")).name;
  delete bill.serialNumber;
  addBundled(bill, join(root, place));
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

interface Lock {
  readonly packages?: Readonly<Record<string, { readonly link?: true; readonly resolved?: string }>>;
}

/**
 * Manifest and lock file of a project that is the package in `place` alone: the other packages of the tree stand among its
 * dependencies, as they do where it is installed. npm leaves out what linked packages need.
 */
function publishedProject(root: string, place: string): Readonly<Record<string, unknown>> {
  const manifest = readJson<object>(join(root, place, "package.json"));
  const { packages = {}, ...rest } = readJson<Lock>(join(root, "package-lock.json"));
  const links = Object.entries(packages).flatMap(([path, { link, resolved = "" }]) =>
    link ? [{ path, resolved }] : [],
  );
  const moved = Object.entries(packages).flatMap(([path, entry]) => {
    if (entry.link || path === "") return [];
    const from = links.find(({ resolved }) => path === resolved || path.startsWith(`${resolved}/`));
    return [[from === undefined ? path : from.path + path.slice(from.resolved.length), entry] as const];
  });
  const own = packages[normalize(place) === "." ? "" : place];
  return {
    "package.json": { ...manifest, workspaces: undefined },
    "package-lock.json": { ...rest, packages: { "": { ...own, workspaces: undefined }, ...Object.fromEntries(moved) } },
  };
}

function inProject<T>(files: Readonly<Record<string, unknown>>, work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "bill-"));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(content));
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8")) as T;
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

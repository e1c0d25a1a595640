/**
 * What a user's service installs with the package, and what is in the package's own files: a CycloneDX bill of materials and a
 * list of licences, the same for each run.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, normalize, posix } from "node:path";
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

/** An entry of a lock file. */
export interface Locked {
  readonly link?: true;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * What a lock file installs for `names`, with all that it needs in turn, by path; packages of the tree stand where they are
 * linked. Peers come only when a user asks for them.
 */
export function installedFor<T extends Locked>(
  packages: Readonly<Record<string, T>>,
  names: readonly string[],
  from = "",
  found = new Map<string, T>(),
): Map<string, T> {
  for (const name of names) {
    const path = placeOf(packages, name, from);
    if (path === undefined || found.has(path)) continue;
    const entry = packages[path]!;
    const { link, resolved = path } = entry;
    const own = link ? packages[resolved]! : entry;
    found.set(path, own);
    const needed = Object.keys({ ...own.dependencies, ...own.optionalDependencies });
    installedFor(packages, needed, link ? resolved : path, found);
  }
  return found;
}

/** Where Node finds a package from a place: there, or in a folder above. */
function placeOf(packages: Readonly<Record<string, Locked>>, name: string, from: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf("/")))) {
    const path = posix.join(at, "node_modules", name);
    if (packages[path] !== undefined) return path;
    if (at === "") return undefined;
  }
}

/**
 * Manifest and lock file of a project that is the package in `place` alone: the other packages of the tree stand among its
 * dependencies, as they do where it is installed. npm leaves out what linked packages need.
 */
function publishedProject(root: string, place: string): Readonly<Record<string, unknown>> {
  const {
    name,
    version,
    dependencies = {},
  } = readJson<{ name: string; version: string } & Locked>(join(root, place, "package.json"));
  const { packages = {} } = readJson<{ packages?: Record<string, Locked> }>(join(root, "package-lock.json"));
  const installed = installedFor(packages, Object.keys(dependencies), normalize(place) === "." ? "" : place);
  const plain = [...installed].map(([path, entry]) => [path, { ...entry, dev: undefined, peer: undefined }]);
  const own = { name, version, dependencies };
  return {
    "package.json": own,
    "package-lock.json": { name, version, lockfileVersion: 3, packages: { "": own, ...Object.fromEntries(plain) } },
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

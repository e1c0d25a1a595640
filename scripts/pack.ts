// `make pack`: every package, packed as for publishing and checked by publint and attw, and bills of materials, in
// reports/release. With a folder as argument, it only packs into that folder.
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { closure, installPacked, npm, type Packed, packAll, readWorkspaces, runTool } from "./workspaces";

const folder = resolve(process.argv[2] ?? "reports/release");
const all = readWorkspaces(".");

function main(): void {
  if (process.argv[2] !== undefined) {
    packAll(".", folder);
    return;
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const packed = packAll(".", folder);
  const destinations = packed.map((one) => {
    const { publishConfig = {} } = all.find(({ manifest }) => manifest.name === one.name)!.manifest;
    console.log(
      `${one.filename}: ${one.entryCount} files, ${one.unpackedSize} bytes${lastSize(one, publishConfig.registry)}`,
    );
    runTool("publint", ["--strict", one.file]);
    // Two files of the generator are not modules: a worker and a JSON schema.
    runTool("attw", [one.file, "--no-color", "--quiet", "--exclude-entrypoints", "config.schema.json"]);
    return { id: one.id, filename: one.filename, integrity: one.integrity, ...publishConfig };
  });
  const needed = new Set(all.flatMap(({ manifest }) => closure(all, manifest.name).slice(1)));
  for (const one of packed.filter(({ name }) => !needed.has(name))) writeBill(one, packed);
  const files = Object.fromEntries(readdirSync(folder).map((name) => [name, digestOf(join(folder, name))]));
  writeFileSync(join(folder, "packed.json"), `${JSON.stringify({ packed: destinations, files }, undefined, 2)}\n`);
}

interface Bill {
  readonly serialNumber: string;
  readonly metadata: { readonly component: object };
}

function digestOf(file: string): string {
  return `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`;
}

/** Describes the size of the last version, if the registry has it. It is printed for information only. */
function lastSize({ name }: Packed, registry = ""): string {
  const limits = ["--fetch-retries=0", "--fetch-timeout=10000"];
  try {
    const bytes = npm(["view", name, "dist.unpackedSize", `--registry=${registry}`, ...limits], ".").trim();
    return bytes && `, ${bytes} bytes in the last version`;
  } catch {
    return "";
  }
}

/**
 * Writes the bill of materials of a package that no other package here depends on. npm writes it only for an installed
 * package.
 */
function writeBill({ name, version, file }: Packed, packed: readonly Packed[]): void {
  const installed = mkdtempSync(join(tmpdir(), "bill-"));
  try {
    const closureOfPackage = closure(all, name);
    writeFileSync(join(installed, "package.json"), JSON.stringify({ name: `with-${name}`, version }));
    const files = packed.filter((one) => closureOfPackage.includes(one.name)).map(({ file }) => file);
    installPacked(files, installed);
    const printed = npm(["sbom", "--sbom-format=cyclonedx", "--omit=dev", "--omit=peer"], installed);
    // Without what differs each time, such as the folders' names: two builds of a commit are compared byte by byte.
    const { serialNumber: _, metadata, ...bill } = JSON.parse(printed) as Bill;
    const component = { ...metadata.component, name: `with-${name}` };
    const whole = { ...bill, metadata: { ...metadata, component, timestamp: undefined } };
    const text = JSON.stringify(whole, undefined, 2).replace(/"file:[^"]*\/([^"/]+)"/g, '"file:$1"');
    writeFileSync(file.replace(/\.tgz$/, ".cdx.json"), `${text}\n`);
  } finally {
    rmSync(installed, { recursive: true, force: true });
  }
}

main();

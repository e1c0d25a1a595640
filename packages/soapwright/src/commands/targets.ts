/** Where the files of a WSDL go, and what they import. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, isAbsolute, join, relative, resolve, sep } from "node:path";
import { addressName, isAddress, kebabCase, shownRoot, stdinName, stdinShown } from "soapwright-contract";
import { RUNTIME_PACKAGE } from "soapwright-runtime/internal";
import { nearestWith } from "../config/find-config";
import type { VersionRow, VersionTable } from "../versions/version-table";

/** A WSDL and the folder of its files. */
export interface Target {
  readonly wsdl: string;
  readonly folder: string;
}

/** The name of the package that a folder is in; undefined outside of packages. */
export function packageName(from: string): string | undefined {
  const folder = nearestWith("package.json", from);
  if (folder === undefined) return undefined;
  return (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { name?: string }).name;
}

/** The project's table of versions: `wsdl/versions.json`. */
export function tablePath(root: string): string {
  return join(root, "wsdl", "versions.json");
}

/**
 * The project that a command without arguments is about: the nearest folder, from `from` upwards, with a table of versions,
 * else `otherwise`. So it does not matter where in the project the command runs.
 */
export function ownRoot(from: string, otherwise: string): string {
  return nearestWith(tablePath(""), from) ?? otherwise;
}

/** The WSDL of each row, and the folder of its files. */
export function rowTargets(root: string, { rows }: VersionTable): (Target & { readonly row: VersionRow })[] {
  return rows.map((row) => ({
    row,
    wsdl: join(root, "wsdl", row.wsdl.text),
    folder: join(root, "generated", row.folder.text),
  }));
}

/** Folders below `generated/` that no row names: what generated files are in them goes. */
export function foldersLeft(root: string, { rows }: VersionTable): string[] {
  const folder = join(root, "generated");
  if (!existsSync(folder)) return [];
  const named = new Set(rows.map((row) => row.folder.text));
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !named.has(entry.name) && !entry.name.startsWith("."))
    .map(({ name }) => join(folder, name));
}

/** The module of a service's general code, as files of `folder` import it. */
export function generalModule(root: string, folder: string, { service }: VersionTable): string {
  return importPath(folder, join(root, "src", "service", kebabCase(service)));
}

/** One WSDL fills `out` itself, unless it is one of a list; several have a folder each in it, named after their files. */
export function outTargets(wsdls: readonly string[], out: string, isList = wsdls.length > 1): Target[] {
  const [only] = wsdls;
  if (only !== undefined && wsdls.length === 1 && !isList) return [{ wsdl: only, folder: out }];
  const taken = new Set<string>();
  return wsdls.map((wsdl) => {
    const stem = stemOf(sourceName(wsdl))
      .replace(/[^\p{L}\p{N}._-]/gu, "_")
      .replace(/^\.+/, "_");
    let name = stem;
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${stem}-${number}`;
    taken.add(name.toLowerCase());
    return { wsdl, folder: join(out, name) };
  });
}

function stemOf(name: string): string {
  return name.replace(/\.(wsdl|xml|asmx|svc)$/i, "");
}

/** The run time as files of `folder` import it: by a relative path in a project that has its source, else by its name. */
export function defaultRuntime(folder: string): string {
  const root = ownRoot(resolve(folder), "");
  const source = join(root, "src", "runtime");
  const path = relative(join(root, "generated"), resolve(folder));
  const isOwn = root !== "" && path !== "" && !path.startsWith("..") && !isAbsolute(path);
  return isOwn && existsSync(`${source}.ts`) ? importPath(folder, source) : RUNTIME_PACKAGE;
}

function importPath(folder: string, module: string): string {
  return relative(resolve(folder), resolve(module)).split(sep).join("/");
}

/** The WSDL as generated files name it: without folders, so that it is the same wherever the generator runs. */
export function sourceName(wsdl: string): string {
  if (wsdl === stdinName) return stdinShown;
  return isAddress(wsdl) && URL.canParse(wsdl) ? addressName(wsdl) : basename(wsdl);
}

/** A path for people: relative to the working directory where it lies below that, else its last part. */
export function shownPath(path: string): string {
  if (path === stdinName || isAddress(path)) return shownRoot(path);
  const fromHere = relative(process.cwd(), resolve(path));
  return fromHere.startsWith("..") || isAbsolute(fromHere) ? basename(path) : fromHere.split(sep).join("/");
}

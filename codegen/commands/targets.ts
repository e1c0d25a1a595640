/** Where the files of a WSDL go, and what they import. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/** A WSDL and the folder of its files. */
export interface Target {
  readonly wsdl: string;
  readonly folder: string;
}

/** This package: the folder that holds its package.json. */
export interface Home {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
}

/** The package that the generator belongs to. */
export function findHome(from: string = __dirname): Home {
  const path = join(from, "package.json");
  if (!existsSync(path)) return findHome(dirname(from));
  const { name, version } = JSON.parse(readFileSync(path, "utf8")) as { name: string; version: string };
  return { folder: from, name, version };
}

/**
 * The project that a command without arguments is about: the nearest folder, from `from` upwards, with WSDLs in `wsdl/`,
 * else this package. So it does not matter where in the project the command runs.
 */
export function ownRoot(from: string, home: string = findHome().folder): string {
  for (let at = from; ; at = dirname(at)) {
    if (ownTargets(at).length > 0) return at;
    if (at === dirname(at)) return home;
  }
}

/** The project's own targets: `wsdl/name.v3.wsdl` goes to `generated/v3`. */
export function ownTargets(root: string): Target[] {
  const folder = join(root, "wsdl");
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith(".wsdl"));
  return names.sort().map((name) => ({ wsdl: join(folder, name), folder: join(root, "generated", versionOf(name)) }));
}

/** What follows the first dot: `v2.1` of `name.v2.1.wsdl`. */
function versionOf(name: string): string {
  const stem = stemOf(name);
  const dot = stem.indexOf(".");
  return dot < 0 ? stem : stem.slice(dot + 1);
}

/** One WSDL fills `out` itself; several have a folder each in it, named after their files. */
export function outTargets(wsdls: readonly string[], out: string): Target[] {
  const [only] = wsdls;
  if (only !== undefined && wsdls.length === 1) return [{ wsdl: only, folder: out }];
  const taken = new Set<string>();
  return wsdls.map((wsdl) => {
    const stem = stemOf(basename(wsdl))
      .replace(/[^\p{L}\p{N}._-]/gu, "_")
      .replace(/^\.+/, "_");
    let name = stem;
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${stem}-${number}`;
    taken.add(name.toLowerCase());
    return { wsdl, folder: join(out, name) };
  });
}

function stemOf(name: string): string {
  return name.replace(/\.(wsdl|xml)$/i, "");
}

/** The runtime's door as files of `folder` import it: by a relative path inside this package, else by its name. */
export function defaultRuntime(folder: string, home: Home): string {
  const path = relative(resolve(home.folder, "generated"), resolve(folder));
  const isOwn = path !== "" && !path.startsWith("..") && !isAbsolute(path);
  if (!isOwn) return `${home.name}/runtime`;
  return relative(resolve(folder), join(home.folder, "src", "runtime"))
    .split(sep)
    .join("/");
}

/** The WSDL as generated files name it: without folders, so that it is the same wherever the generator runs. */
export function sourceName(path: string): string {
  return basename(path);
}

/** A path for people: relative to the working directory where it lies below that, else its last part. */
export function shownPath(path: string): string {
  const fromHere = relative(process.cwd(), resolve(path));
  return fromHere.startsWith("..") || isAbsolute(fromHere) ? basename(path) : fromHere.split(sep).join("/");
}

/** The two circles of packages: the core, which has one version, and the packages beside it. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { closure, readWorkspaces, type Workspace } from "./workspaces";

/** The packages of the core. */
export const CORE: readonly string[] = [
  "employee-service-client",
  "soapwright",
  "soapwright-contract",
  "soapwright-runtime",
];

/** Folders whose files no test of a package beside the core reads. */
const APART = /^(?:api|docs|examples)\/|^[^/]*\.md$/;

/** The packages beside the core, dependencies first. */
export function besideCore(all: readonly Workspace[] = readWorkspaces(".")): readonly Workspace[] {
  return all.filter(({ manifest }) => !CORE.includes(manifest.name));
}

/**
 * Returns the packages beside the core that a change can break: those with a changed file, those that need one of them,
 * and all of them when the core, a dependency or what tests share has changed. `files` are paths from the root.
 */
export function brokenBy(files: readonly string[], all: readonly Workspace[] = readWorkspaces(".")): string[] {
  const beside = besideCore(all);
  const ownerOf = (file: string) => beside.find(({ folder }) => file.startsWith(`${folder}/`))?.manifest.name;
  const relevant = files.filter((file) => !APART.test(file));
  const owners = new Set(relevant.map(ownerOf));
  const names = beside.map(({ manifest }) => manifest.name);
  if (owners.has(undefined)) return names;
  return names.filter((name) => closure(all, name).some((needed) => owners.has(needed)));
}

/**
 * Returns patterns of the tests of packages, as jest takes them: for `core` those of the core and of the whole, for a package beside it
 * its own.
 *
 * @throws Error that lists what there is, for an unknown name.
 */
export function testFolders(names: readonly string[], all: readonly Workspace[] = readWorkspaces(".")): string[] {
  const beside = besideCore(all);
  const known = ["core", ...beside.map(({ manifest }) => manifest.name)];
  return names.flatMap((name) => {
    const own = beside.find(({ manifest }) => manifest.name === name);
    if (own !== undefined) return foldersOf(own);
    if (name !== "core") throw new Error(`PACKAGES=${name} is not known. It is one of: ${known.join(", ")}.`);
    const apart = beside.flatMap(foldersOf).map((folder) => `(?!${folder})`);
    const core = all.filter(({ manifest, folder }) => CORE.includes(manifest.name) && folder !== ".");
    return [...core.map(({ folder }) => `${resolve(folder)}/tests/`), `${apart.join("")}${resolve("tests")}/`];
  });
}

/** A suite over several packages that is named as a package beside the core belongs to it: `tests/export`. */
function foldersOf({ folder }: Workspace): string[] {
  const suite = `tests/${folder.replace(/^packages\/soapwright-/, "")}`;
  return [folder, ...(existsSync(suite) ? [suite] : [])].map((each) => `${resolve(each)}/`);
}

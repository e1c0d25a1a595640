/** The two circles of packages: the core, which has one version, and the packages beside it. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { closure, readWorkspaces, type Workspace } from "./workspaces";

/** The packages of the core. What they need of ours is among them, but for the commands that the binary loads. */
export const CORE: readonly string[] = [
  "soapwright",
  "soapwright-contract",
  "soapwright-features",
  "soapwright-runtime",
];

/** What Changesets keeps at one version: the core, and the client of the employee service, which is generated for it. */
export const ONE_VERSION: readonly string[] = ["employee-service-client", ...CORE];

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
  const root = all.find(({ folder }) => folder === ".")?.manifest.name;
  const isRoot = (file: string) => /^(?:src|generated|wsdl|tests)\//.test(file);
  const ownerOf = (file: string) =>
    isRoot(file) ? root : beside.find(({ folder }) => file.startsWith(`${folder}/`))?.manifest.name;
  const relevant = files.filter((file) => !APART.test(file));
  const owners = new Set(relevant.map(ownerOf));
  const names = beside.map(({ manifest }) => manifest.name);
  if (owners.has(undefined)) return names;
  return names.filter((name) => closure(all, name).some((needed) => owners.has(needed)));
}

/**
 * Returns patterns of the tests of packages, as jest takes them: for `core` those of the core, for a package beside it its own, for
 * the root's package also those of the whole.
 *
 * @throws Error that lists what there is, for an unknown name.
 */
export function testFolders(names: readonly string[], all: readonly Workspace[] = readWorkspaces(".")): string[] {
  const beside = besideCore(all);
  const known = ["core", ...beside.map(({ manifest }) => manifest.name)];
  return names.flatMap((name) => {
    const own = beside.find(({ manifest }) => manifest.name === name);
    if (own?.folder === ".") {
      const apart = beside.filter((each) => each !== own).flatMap(foldersOf);
      return [`${apart.map((folder) => `(?!${folder})`).join("")}${resolve("tests")}/`];
    }
    if (own !== undefined) return foldersOf(own);
    if (name !== "core") throw new Error(`PACKAGES=${name} is not known. It is one of: ${known.join(", ")}.`);
    const core = all.filter(({ manifest }) => CORE.includes(manifest.name));
    return core.map(({ folder }) => `${resolve(folder)}/tests/`);
  });
}

/** A suite over several packages that is named as a package beside the core belongs to it: `tests/export`. */
function foldersOf({ folder }: Workspace): string[] {
  const suite = `tests/${folder.replace(/^packages\/soapwright-/, "")}`;
  return [folder, ...(existsSync(suite) ? [suite] : [])].map((each) => `${resolve(each)}/`);
}

/** The packages of this tree, in the order in which they are published: each after those that it depends on. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ReleaseError } from "./release-error";

/** A package that is published. */
export interface Package {
  readonly name: string;
  /** Where npm packs it, from the root. */
  readonly folder: string;
  /** The packages that come with it, by name. */
  readonly installs: readonly string[];
  /** Bytes of all files but source maps, and of source maps, beside what follows from the WSDLs. */
  readonly limits: { readonly code: number; readonly maps: number };
  /** Files of code without a map: their sources are mapped in another package. */
  readonly unmapped: readonly string[];
}

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Reads `scripts/packages.json` and the manifests that it names. */
export function readPackages(root: string): Package[] {
  const { packages } = JSON.parse(readFileSync(join(root, "scripts/packages.json"), "utf8")) as {
    packages: readonly (Pick<Package, "installs" | "limits"> & {
      readonly manifest: string;
      readonly folder: string;
      readonly dense?: Readonly<Record<string, readonly string[]>>;
    })[];
  };
  return inOrder(
    packages.map(({ manifest, installs, limits, folder, dense = {} }) => {
      const { name, dependencies = {} } = JSON.parse(readFileSync(join(root, manifest), "utf8")) as Manifest;
      const unmapped = Object.keys(dense).map((path) => `${folder}/${path}.js`);
      return { name, folder: dirname(manifest), installs, limits, unmapped, needs: Object.keys(dependencies) };
    }),
  ).map(({ name, folder, installs, limits, unmapped }) => ({ name, folder, installs, limits, unmapped }));
}

/** Each after those of them that it needs. @throws ReleaseError when they need each other. */
export function inOrder<T extends { readonly name: string; readonly needs: readonly string[] }>(
  all: readonly T[],
): T[] {
  const ready: T[] = [];
  let waiting = [...all];
  while (waiting.length > 0) {
    const open = new Set(waiting.map(({ name }) => name));
    const free = waiting.filter(({ needs }) => !needs.some((name) => open.has(name)));
    if (free.length === 0) throw new ReleaseError(`The packages ${[...open].join(", ")} depend on each other.`);
    ready.push(...free);
    waiting = waiting.filter((one) => !free.includes(one));
  }
  return ready;
}

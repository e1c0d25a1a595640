/** What is wrong with a packed file: missing or foreign files, maps without sources, paths of a machine, growth by accident. */
import { posix } from "node:path";
import type { Package } from "./packages";
import type { ArchivedFile } from "./tar";

export type PackedFiles = ReadonlyMap<string, ArchivedFile>;

interface Manifest {
  readonly exports: Readonly<Record<string, Target>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}
type Target = string | { readonly [condition: string]: Target };

/** So many bytes more, of either, for each byte of a WSDL: three were measured, with 200 operations. */
const ofEachWsdlByte = 4;
const foreign = /^(dist\/)?(tests|codegen|scripts|node_modules|packages)\/|^(src|\.github)\/|\.tsbuildinfo$|\.env/;

/** Maps, and the sources that they name. */
const ofMaps = /\.map$|^dist\/sources\//;

/** Every problem, as a sentence. `home` is a folder of this machine that no file may name. */
export function packedProblems(
  files: PackedFiles,
  home: string,
  { installs, limits, unmapped = [] }: Pick<Package, "installs" | "limits"> & Partial<Pick<Package, "unmapped">>,
): string[] {
  const manifest = JSON.parse(files.get("package.json")?.text ?? "{}") as Manifest;
  return [
    ...missing(files, manifest),
    ...misplaced(files, home),
    ...maps(files, unmapped),
    ...links(files),
    ...sizes(files, limits),
    ...installed(manifest, installs),
    ...thirdParty(files),
  ];
}

/** Bytes of what is no source map, and of the maps with their sources. */
export function packedSizes(files: PackedFiles): { code: number; maps: number } {
  const sum = (wanted: boolean) =>
    [...files].reduce((bytes, [path, { size }]) => (ofMaps.test(path) === wanted ? bytes + size : bytes), 0);
  return { code: sum(false), maps: sum(true) };
}

/** A path with a star needs at least one file. */
function missing(files: PackedFiles, { exports = {}, bin = {} }: Manifest): string[] {
  const targets = [...Object.values(exports).flatMap(targetsOf), ...Object.values(bin)];
  return [...targets, "./README.md", "./LICENSE", "./CHANGELOG.md"]
    .filter((path) => ![...files.keys()].some((file) => matches(file, path.slice(2))))
    .map((path) => `${path} is missing.`);
}

function targetsOf(target: Target): string[] {
  return typeof target === "string" ? [target] : Object.values(target).flatMap(targetsOf);
}

function matches(file: string, pattern: string): boolean {
  const [before = "", after] = pattern.split("*");
  return after === undefined ? file === pattern : file.startsWith(before) && file.endsWith(after);
}

function misplaced(files: PackedFiles, home: string): string[] {
  return [...files].flatMap(([path, { text }]) => [
    ...(foreign.test(path) ? [`${path} does not belong in it.`] : []),
    ...(text.includes(home) ? [`${path} holds a path of this machine.`] : []),
  ]);
}

/**
 * Each file of code names its map, but for those whose sources are mapped in another package; the sources of each map are in it
 * or beside it. A file that only passes names on has none.
 */
function maps(files: PackedFiles, unmapped: readonly string[]): string[] {
  return [...files].flatMap(([path, { text }]) => {
    if (unmapped.includes(path)) return [];
    if (/\.m?js$/.test(path) && !ofMaps.test(path)) {
      const named = /\n\/\/# sourceMappingURL=(\S+)\s*$/.exec(text)?.[1];
      // The bundler's own few lines come from no source of ours.
      if (named === undefined)
        return passesOn(text) || /\/rolldown-runtime\.m?js$/.test(path) ? [] : [`${path} has no source map.`];
      const map = posix.join(posix.dirname(path), named);
      return files.has(map) ? [] : [`${path} names the source map ${named}, which is missing.`];
    }
    if (!path.endsWith(".map")) return [];
    const { sources = [], sourcesContent = [] } = JSON.parse(text) as {
      sources?: string[];
      sourcesContent?: unknown[];
    };
    if (sources.length === 0) return [`${path} names no source.`];
    return sources
      .filter((_, n) => typeof sourcesContent[n] !== "string")
      .filter((source) => !files.has(posix.join(posix.dirname(path), source)))
      .map((source) => `${path} names the source ${source}, which is missing.`);
  });
}

/** Whether all that a file does is to give others' names on: bundlers make no map of it. */
function passesOn(text: string): boolean {
  const own = text.replace(/get: ?function\(\) ?\{\s*return [\w.$]+;?\s*\}/g, "");
  return !/\bfunction\b|=>|\bclass\b|\bnew\b/.test(own);
}

/** Relative links lead to a file of the package; others are addresses. */
function links(files: PackedFiles): string[] {
  const readme = files.get("README.md")?.text ?? "";
  const prose = readme.replace(/^```[\s\S]*?^```$/gm, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = ""]) => {
    if (link.startsWith("#")) return [];
    if (/^[a-z][a-z0-9+.-]*:/i.test(link)) return URL.canParse(link) ? [] : [`README.md: ${link} is no address.`];
    const path = posix.normalize(link.replace(/[#?].*$/, ""));
    const found = [...files.keys()].some((file) => file === path || file.startsWith(`${path.replace(/\/$/, "")}/`));
    return found ? [] : [`README.md: ${link} is not in the package.`];
  });
}

/** Code of other packages comes with their licences. */
function thirdParty(files: PackedFiles): string[] {
  const licences = files.get("THIRD-PARTY.txt")?.text ?? "";
  const bundled = [...files]
    .filter(([path]) => path.endsWith(".map"))
    .flatMap(([path, { text }]) =>
      ((JSON.parse(text) as { sources?: string[] }).sources ?? []).flatMap((source) => {
        const [, name] = /third-party:((?:@[^/]+\/)?[^/]+)/.exec(source) ?? [];
        return name === undefined ? [] : [{ path: path.replace(/\.map$/, ""), name }];
      }),
    );
  return bundled
    .filter(({ name }) => !licences.includes(`\n${name} `))
    .map(({ path, name }) => `${path} has code of ${name}, whose licence is not in THIRD-PARTY.txt.`);
}

function sizes(files: PackedFiles, limits: Package["limits"]): string[] {
  const found = packedSizes(files);
  const wsdls = [...files].filter(([path]) => /^wsdl\/.*\.wsdl$/.test(path));
  const share = wsdls.reduce((bytes, [, { size }]) => bytes + size, 0) * ofEachWsdlByte;
  return (["code", "maps"] as const)
    .filter((kind) => found[kind] > limits[kind] + share)
    .map(
      (kind) =>
        `Its ${kind === "code" ? "code has" : "source maps have"} ${found[kind]} bytes, the limit is ${limits[kind] + share}: see what has grown, and raise the limit if that is right.`,
    );
}

function installed({ scripts = {}, dependencies = {} }: Manifest, wanted: readonly string[]): string[] {
  const found = Object.keys(dependencies).sort().join(", ");
  return [
    ...["preinstall", "install", "postinstall", "prepare"]
      .filter((name) => scripts[name] !== undefined)
      .map((name) => `The script ${name} would run on a user's machine.`),
    ...(found === wanted.join(", ")
      ? []
      : [`The run-time dependencies are ${found || "none"}, not ${wanted.join(", ")}.`]),
  ];
}

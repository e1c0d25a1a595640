import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { isGenerated, readBanner } from "./banner";

export interface OutputFolder {
  readonly folder: string;
  readonly files: ReadonlyMap<string, string>;
}

export interface Difference {
  readonly path: string;
  /** For example `is missing`. */
  readonly why: string;
}

/** Returns the files that differ from the expected files, superfluous files included. Line ends are ignored. */
export function differences(outputs: readonly OutputFolder[]): Difference[] {
  return outputs.flatMap(({ folder, files }) => {
    const all = [...files].map(([name, text]) => {
      const path = join(folder, name);
      return { path, text, old: textOf(path) };
    });
    // Only one file of a folder has the digest of the sources.
    const isOlder = all.some(
      ({ old, text }) => old !== undefined && readBanner(old)?.sha256 !== readBanner(text)?.sha256,
    );
    return [
      ...all.flatMap(({ path, old, text }) =>
        isSameText(old, text) ? [] : [{ path, why: reason(old, text, isOlder) }],
      ),
      ...staleFiles(folder, files).map((path) => ({ path, why: "is no longer generated" })),
    ];
  });
}

/** Returns the paths of files in a folder that the generator wrote and no longer generates. */
export function staleFiles(folder: string, files: ReadonlyMap<string, string>): string[] {
  // Below a file, nothing exists either.
  if (!existsSync(folder) || !statSync(folder).isDirectory()) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".ts") && !files.has(name))
    .map((name) => join(folder, name))
    .filter((path) => isGenerated(textOf(path) ?? ""));
}

export function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

/** A checkout may have changed the line ends of a file to CR LF. */
export function isSameText(text: string | undefined, wanted: string): boolean {
  return text === wanted || text?.replaceAll("\r\n", "\n") === wanted;
}

function reason(text: string | undefined, wanted: string, isOlder: boolean): string {
  if (text === undefined) return "is missing";
  const [old, now] = [readBanner(text), readBanner(wanted)];
  if (old === undefined || now === undefined) return "was not written by the generator";
  if (old.format !== now.format) {
    return `is in format ${old.format} of the generator's output, which is now format ${now.format}`;
  }
  if (old.source !== now.source) return `was generated from ${old.source}`;
  if (isOlder) return `was generated before ${now.source} changed`;
  return "was edited, or generated with other options";
}

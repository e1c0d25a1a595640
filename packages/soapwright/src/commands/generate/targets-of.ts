import { basename, join } from "node:path";
import { type Diagnostics, isAddress, type Position, stdinName } from "soapwright-contract";
import { joinedOptions, type TargetOptions } from "../../config/config-options";
import type { ConfigEntry } from "../../config/read-entries";
import { shownPath, sourceName } from "../targets";
import { globFiles, isGlob } from "./glob";
import type { GenerateTarget } from "./make-targets";

interface Targets {
  readonly targets: readonly GenerateTarget[];
  readonly patterns: readonly string[];
}

/**
 * Returns the targets of entries. `overrides` take precedence over their options. A pattern without a match, and a
 * folder of two WSDLs, are errors.
 */
export function targetsOf(
  entries: readonly ConfigEntry[],
  overrides: TargetOptions,
  diagnostics: Diagnostics,
): Targets {
  const patterns: string[] = [];
  const folders = new Map<string, string>();
  const targets = entries.flatMap(({ wsdls, isList, out, options }) => {
    const found = wsdls.map(({ text }) => text).filter(isPattern);
    patterns.push(...found);
    const files = wsdls.flatMap(({ text, position }) => expanded(text, position, diagnostics));
    return outTargets(files, out.text, isList || found.length > 0).map((target) => {
      const source = isAddress(target.wsdl) ? shownPath(target.wsdl) : basename(target.wsdl);
      const other = folders.get(target.folder);
      if (other !== undefined)
        diagnostics.error(out, "folder-shared", `${source} and ${other} have the same folder`, {
          hint: 'give each its own "out"',
        });
      folders.set(target.folder, source);
      return { ...target, options: joinedOptions(overrides, options) };
    });
  });
  return { targets, patterns };
}

/** One WSDL uses `out` itself, unless it is part of a list; others have subfolders, named after their files. */
function outTargets(wsdls: readonly string[], out: string, isList: boolean) {
  const taken = new Set<string>();
  return wsdls.map((wsdl) => {
    if (!isList) return { wsdl, folder: out };
    const stem = sourceName(wsdl)
      .replace(/\.(wsdl|xml|asmx|svc)$/i, "")
      .replace(/[^\p{L}\p{N}._-]/gu, "_")
      .replace(/^\.+/, "_");
    let name = stem;
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${stem}-${number}`;
    taken.add(name.toLowerCase());
    return { wsdl, folder: join(out, name) };
  });
}

function isPattern(wsdl: string): boolean {
  return wsdl !== stdinName && !isAddress(wsdl) && isGlob(wsdl);
}

function expanded(wsdl: string, position: Position, diagnostics: Diagnostics): string[] {
  if (!isPattern(wsdl)) return [wsdl];
  const files = globFiles(wsdl);
  if (files.length === 0) diagnostics.error(position, "pattern-unmatched", `no file matches ${shownPath(wsdl)}`);
  return files;
}

import { basename } from "node:path";
import type { Diagnostics, Position } from "soapwright-contract";
import { globFiles, isAddress, isGlob, stdinName } from "soapwright-contract";
import { joinedOptions, type TargetOptions } from "../../config/config-options";
import type { ConfigEntry } from "../../config/read-entries";
import { outTargets, shownPath } from "../targets";
import type { GenerateTarget } from "./make-targets";

export interface Targets {
  readonly targets: readonly GenerateTarget[];
  readonly patterns: readonly string[];
}

/**
 * Returns the targets of the command line: a single WSDL uses `out` itself. A pattern without a match is an error in
 * `found`.
 */
export function argumentTargets(
  wsdls: readonly string[],
  out: string,
  options: TargetOptions,
  diagnostics: Diagnostics,
): Targets {
  const patterns = wsdls.filter(isPattern);
  const files = wsdls.flatMap((wsdl) => expanded(wsdl, { file: wsdl, line: 0, column: 0 }, diagnostics));
  const targets = outTargets(files, out, wsdls.length > 1 || patterns.length > 0).map((target) => ({
    ...target,
    options,
  }));
  return { targets, patterns };
}

/** Returns the targets of a configuration. `flags` take precedence over its options. */
export function configTargets(
  entries: readonly ConfigEntry[],
  flags: TargetOptions,
  diagnostics: Diagnostics,
): Targets {
  const patterns: string[] = [];
  const folders = new Map<string, string>();
  const targets = entries.flatMap(({ wsdls, isList, out, options }) => {
    const hasPattern = wsdls.some(({ text }) => isPattern(text));
    patterns.push(...wsdls.map(({ text }) => text).filter(isPattern));
    const files = wsdls.flatMap(({ text, position }) => expanded(text, position, diagnostics));
    return outTargets(files, out.text, isList || hasPattern).map((target) => {
      const other = folders.get(target.folder);
      if (other !== undefined)
        diagnostics.error(out.position, `${sourceOf(target.wsdl)} and ${other} have the same folder`, {
          hint: 'give each its own "out"',
        });
      folders.set(target.folder, sourceOf(target.wsdl));
      return { ...target, options: joinedOptions(flags, options) };
    });
  });
  return { targets, patterns };
}

function sourceOf(wsdl: string): string {
  return isAddress(wsdl) ? shownPath(wsdl) : basename(wsdl);
}

function isPattern(wsdl: string): boolean {
  return wsdl !== stdinName && !isAddress(wsdl) && isGlob(wsdl);
}

function expanded(wsdl: string, position: Position, diagnostics: Diagnostics): string[] {
  if (!isPattern(wsdl)) return [wsdl];
  const files = globFiles(wsdl);
  if (files.length === 0) diagnostics.error(position, `no file matches ${shownPath(wsdl)}`);
  return files;
}

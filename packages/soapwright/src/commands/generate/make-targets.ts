/** The files of a run in memory, before any is written. */

import type { Diagnostic } from "soapwright-contract";
import type { TargetOptions } from "../../config/config-options";
import { type Generated, generate } from "../../pipeline";
import { formatFolder } from "../../write/format";
import type { OutputFolder } from "../../write/output-folder";
import { sourceName } from "../targets";

export interface GenerateTarget {
  readonly wsdl: string;
  readonly folder: string;
  readonly options: TargetOptions;
}

export interface TargetResult {
  readonly target: GenerateTarget;
  readonly generated: Generated;
}

export interface MadeTargets {
  readonly targets: readonly TargetResult[];
  /** The folders with their files; absent when any target has an error. */
  readonly outputs?: readonly OutputFolder[];
}

/** Receives the diagnostics of each WSDL, even if empty. */
type OnDiagnostics = (diagnostics: readonly Diagnostic[]) => void;

export interface RunResult extends MadeTargets {
  /** Further files that the result depends on: the configuration. */
  readonly sources: readonly string[];
  /** Glob patterns whose matches the result depends on. */
  readonly patterns: readonly string[];
}

/** Generates all targets, again at each call. */
export type Maker = (onDiagnostics: OnDiagnostics) => Promise<RunResult>;

export async function makeTargets(
  targets: readonly GenerateTarget[],
  onDiagnostics: OnDiagnostics,
): Promise<MadeTargets> {
  const results: TargetResult[] = [];
  const outputs: OutputFolder[] = [];
  for (const target of targets) {
    const generated = await makeTarget(target);
    onDiagnostics(generated.diagnostics);
    results.push({ target, generated });
    if (generated.files !== undefined) outputs.push({ folder: target.folder, files: generated.files });
  }
  if (outputs.length < targets.length) return { targets: results };
  const formatted = outputs.map((output, at) => (targets[at]!.options.format ? formatFolder(output) : output));
  return { targets: results, outputs: await Promise.all(formatted) };
}

async function makeTarget({ wsdl, options }: GenerateTarget): Promise<Generated> {
  const { load, model, extension = "none", ...others } = options;
  return generate(wsdl, {
    ...load,
    ...model,
    ...others,
    mayBeSchema: true,
    source: sourceName(wsdl),
    extension: extension === "none" ? "" : `.${extension}`,
  });
}

/** The files of a run in memory, before any is written. */

import type { Diagnostic } from "soapwright-contract";
import { TABLES_MODULE } from "soapwright-runtime/internal";
import type { TargetOptions } from "../../config/config-options";
import type { Generated } from "../../pipeline";
import { generate } from "../../pipeline";
import { formatFolder } from "../../write/format";
import type { OutputFolder } from "../../write/output-folder";
import { sourceName, type Target } from "../targets";

export interface GenerateTarget extends Target {
  readonly options: TargetOptions;
}

export interface TargetResult {
  readonly target: GenerateTarget;
  readonly generated: Generated;
}

export interface RunResult {
  readonly targets: readonly TargetResult[];
  /** The folders with their files; absent when any target has an error. */
  readonly outputs?: readonly OutputFolder[];
  /** Further files that the result depends on: the configuration. */
  readonly sources: readonly string[];
  /** Glob patterns whose matches the result depends on. */
  readonly patterns?: readonly string[];
}

/** Receives the diagnostics of each WSDL, even if empty. */
type OnDiagnostics = (diagnostics: readonly Diagnostic[]) => void;

/** Generates all targets, again at each call. */
export type Maker = (onDiagnostics: OnDiagnostics) => Promise<RunResult>;

async function makeTarget(target: GenerateTarget): Promise<Generated> {
  const { load, model, runtime = TABLES_MODULE, extension = "none", ...others } = target.options;
  return generate(target.wsdl, {
    ...load,
    ...model,
    ...others,
    mayBeSchema: true,
    source: sourceName(target.wsdl),
    runtime,
    extension: extension === "none" ? "" : `.${extension}`,
  });
}

/** Generates the files of several WSDLs. `outputs` is absent when a WSDL has an error. */
export async function makeTargets(
  targets: readonly GenerateTarget[],
  sources: readonly string[],
  onDiagnostics: OnDiagnostics,
): Promise<RunResult> {
  const results: TargetResult[] = [];
  const outputs: OutputFolder[] = [];
  for (const target of targets) {
    const generated = await makeTarget(target);
    onDiagnostics(generated.diagnostics);
    results.push({ target, generated });
    if (generated.files !== undefined) outputs.push({ folder: target.folder, files: generated.files });
  }
  if (outputs.length < targets.length) return { targets: results, sources };
  return { targets: results, sources, outputs: await formatted(outputs, targets) };
}

async function formatted(
  outputs: readonly OutputFolder[],
  targets: readonly GenerateTarget[],
): Promise<readonly OutputFolder[]> {
  const wanted = new Set(targets.filter(({ options }) => options.format === true).map(({ folder }) => folder));
  if (wanted.size === 0) return outputs;
  return Promise.all(outputs.map((output) => (wanted.has(output.folder) ? formatFolder(output) : output)));
}

/** What a run makes in memory, before any of it is written. */

import type { Diagnostic } from "soapwright-contract";
import { RUNTIME_PACKAGE } from "soapwright-runtime/internal";
import type { TargetOptions } from "../../config/config-options";
import type { Generated } from "../../pipeline";
import { generate } from "../../pipeline";
import { formatFolder } from "../../write/format";
import type { OutputFolder } from "../../write/output-folder";
import { sourceName, type Target } from "../targets";

/** A WSDL, the folder of its files, and its options. */
export interface GenerateTarget extends Target {
  readonly options: TargetOptions;
}

/** What became of a target. */
export interface MadeTarget {
  readonly target: GenerateTarget;
  readonly generated: Generated;
}

/** What became of all of them. */
export interface Made {
  readonly targets: readonly MadeTarget[];
  /** The folders with their files; absent when there is an error anywhere. */
  readonly outputs?: readonly OutputFolder[];
  /** Further files that the result depends on: the configuration. */
  readonly sources: readonly string[];
  /** Patterns whose matches the result depends on. */
  readonly patterns?: readonly string[];
}

/** Gets each diagnostic of the documents, those without errors too. */
export type Hear = (diagnostics: readonly Diagnostic[]) => void;

/** Makes everything that was asked for, as often as it is called. */
export type Maker = (hear: Hear) => Promise<Made>;

/** The files of one WSDL. */
async function makeTarget(target: GenerateTarget): Promise<Generated> {
  const { load, model, runtime, features, extension = "none", typeComments, split } = target.options;
  return generate(target.wsdl, {
    ...load,
    ...model,
    mayBeSchema: true,
    ...(features === undefined ? {} : { features }),
    ...(typeComments === undefined ? {} : { typeComments }),
    ...(split === undefined ? {} : { split }),
    source: sourceName(target.wsdl),
    runtime: runtime ?? RUNTIME_PACKAGE,
    extension: extension === "none" ? "" : `.${extension}`,
  });
}

/** The files of several WSDLs. */
export async function makeTargets(
  targets: readonly GenerateTarget[],
  sources: readonly string[],
  hear: Hear,
): Promise<Made> {
  const made: MadeTarget[] = [];
  const outputs: OutputFolder[] = [];
  for (const target of targets) {
    const generated = await makeTarget(target);
    hear(generated.diagnostics);
    made.push({ target, generated });
    if (generated.files !== undefined) outputs.push({ folder: target.folder, files: generated.files });
  }
  if (outputs.length < targets.length) return { targets: made, sources };
  return { targets: made, sources, outputs: await formatted(outputs, targets) };
}

/** The outputs as the project's own formatter wants them, where that was asked for. */
async function formatted(
  outputs: readonly OutputFolder[],
  targets: readonly GenerateTarget[],
): Promise<readonly OutputFolder[]> {
  const wanted = new Set(targets.filter(({ options }) => options.format === true).map(({ folder }) => folder));
  if (wanted.size === 0) return outputs;
  return Promise.all(outputs.map((output) => (wanted.has(output.folder) ? formatFolder(output) : output)));
}

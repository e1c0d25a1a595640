/** What a run makes in memory, before any of it is written. */

import type { Diagnostic } from "soapwright-contract";
import type { TargetOptions } from "../../config/options";
import type { VersionFiles } from "../../emit/versions/version-file";
import type { Generated } from "../../pipeline";
import { generate } from "../../pipeline";
import { formatFolder } from "../../write/format";
import type { OutputFolder } from "../../write/output-folder";
import { defaultRuntime, sourceName, type Target } from "../targets";

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
  /** Further files that the result depends on: the configuration, the table of versions. */
  readonly sources: readonly string[];
  /** It is a table of versions: its maintainers know what to do next. */
  readonly isTable?: true;
  /** Patterns whose matches the result depends on. */
  readonly patterns?: readonly string[];
}

/** Gets each diagnostic of the documents, those without errors too. */
export type Hear = (diagnostics: readonly Diagnostic[]) => void;

/** Makes everything that was asked for, as often as it is called. */
export type Maker = (hear: Hear) => Promise<Made>;

/** The files of one WSDL. */
export async function makeTarget(target: GenerateTarget, row?: VersionFiles): Promise<Generated> {
  // Loaded late, as of every command: wrong usage should not wait for it.
  const { load, model, runtime, extension = "none", typeComments, split } = target.options;
  return generate(target.wsdl, {
    ...load,
    ...model,
    ...(row === undefined ? { mayBeSchema: true } : { row }),
    ...(typeComments === undefined ? {} : { typeComments }),
    ...(split === undefined ? {} : { split }),
    source: sourceName(target.wsdl),
    runtime: runtime ?? defaultRuntime(target.folder),
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
export async function formatted(
  outputs: readonly OutputFolder[],
  targets: readonly GenerateTarget[],
): Promise<readonly OutputFolder[]> {
  const wanted = new Set(targets.filter(({ options }) => options.format === true).map(({ folder }) => folder));
  if (wanted.size === 0) return outputs;
  return Promise.all(outputs.map((output) => (wanted.has(output.folder) ? formatFolder(output) : output)));
}

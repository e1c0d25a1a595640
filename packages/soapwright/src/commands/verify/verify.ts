import { resolve } from "node:path";
import type { Command } from "commander";
import type { LoadOptions, ModelOptions } from "soapwright-contract";
import { loadOptions, Progress, Report, standardReport } from "soapwright-contract";
import type { DocumentOptions } from "soapwright-contract/flags";
import { exitCode, type Streams, standardStreams } from "soapwright-contract/flags";
import {
  failureDiagnostics,
  loadRuntime,
  MissingRefereeError,
  type Runtime,
  type Verification,
  verificationText,
  verifyTables,
} from "soapwright-verify";
import { findConfig, whyNoConfig } from "../../config/find-config";
import { readConfig } from "../../config/read-config";
import { optionsIn } from "../../config/stage-options";
import { generate } from "../../pipeline";
import { targetsOf } from "../generate/targets-of";
import type { NamingFlags } from "../naming-flags";
import { shownPath } from "../targets";
import { Dump } from "./dump";

export interface VerifyFlags extends VerifyOptions, NamingFlags {
  readonly int64?: "bigint" | "string" | "number";
  readonly config?: string;
}

/** Verifies one WSDL, or every WSDL of the configuration. Sets the exit code. */
export async function runVerify(command: Command, wsdl: string | undefined, flags: VerifyFlags): Promise<void> {
  if (wsdl !== undefined) {
    if (flags.config !== undefined)
      command.error("error: --config is for runs without a WSDL. Leave one of the two out.", { exitCode: 2 });
    process.exitCode = await verify(wsdl, { ...flags, naming: optionsIn(flags).model }, standardStreams);
    return;
  }
  const config = flags.config === undefined ? findConfig(process.cwd()) : resolve(flags.config);
  if (config === undefined)
    return command.error(`error: ${whyNoConfig(process.cwd(), "Name a WSDL.")}`, { exitCode: 2 });
  process.exitCode = await verifyConfig(config, flags);
}

/** Verifies every WSDL of a configuration with its configured names. Returns the worst exit code. */
async function verifyConfig(path: string, flags: VerifyFlags): Promise<number> {
  const { entries, diagnostics } = await readConfig(path, shownPath(path));
  const overrides = { load: loadOptions(flags), model: optionsIn(flags).model };
  const { targets } = targetsOf(entries, overrides, diagnostics);
  if (standardReport(flags).diagnostics(diagnostics.all)) return exitCode.failure;
  let worst: number = exitCode.success;
  for (const { wsdl, options } of targets) {
    const code = await verify(wsdl, { ...flags, load: options.load, naming: options.model }, standardStreams);
    worst = Math.max(worst, code);
  }
  return worst;
}

interface VerifyOptions extends DocumentOptions {
  readonly instances?: number;
  readonly seed?: string;
  readonly seconds?: number;
  readonly dump?: string;
  readonly runtime?: string;
  readonly load?: LoadOptions;
  /** The proof is that naming options do not change the wire. */
  readonly naming?: ModelOptions;
  /** Changes the generated tables before they are verified: for tests of the proof. */
  readonly edit?: (schemas: string) => string;
}

/** Proves that the code generated for a WSDL conforms to its schema. Resolves to the exit code. */
export async function verify(wsdl: string, options: VerifyOptions, streams: Streams): Promise<number> {
  const report = new Report(streams, options);
  let runtime: Runtime;
  try {
    runtime = await loadRuntime(options.runtime);
  } catch (error) {
    report.error(`--runtime: ${(error as Error).message.split("\n")[0]}`);
    return exitCode.usage;
  }
  const source = shownPath(wsdl);
  // A number rounds or rejects large integers, so the same tables are verified with lossless values.
  const int64 = options.naming?.int64 === "string" ? "string" : "bigint";
  const generated = await generate(wsdl, {
    ...(options.load ?? loadOptions(options)),
    ...options.naming,
    decimal: "string",
    int64,
    source,
    runtime: options.runtime,
    extension: "",
  });
  report.diagnostics(generated.diagnostics);
  const { files, model, schemas } = generated;
  const tables = files?.get("schemas.ts");
  if (!model || !schemas || !files || tables === undefined) return exitCode.failure;
  const progress = new Progress(streams, report.isQuiet || report.isJson);
  const dump = options.dump === undefined ? undefined : new Dump(options.dump);
  const { loadTables } = require("#with-ts-morph") as typeof import("../../with-ts-morph");
  const edited = new Map(files).set("schemas.ts", options.edit?.(tables) ?? tables);
  let verification: Verification;
  try {
    verification = await verifyTables(
      { model, schemas, tables: loadTables(edited, runtime) },
      {
        runtime,
        instances: options.instances ?? 20,
        int64,
        seed: options.seed ?? "1",
        seconds: options.seconds,
        onProgress: (text) => progress.show(text),
        onTrip: (trip) => dump?.payload(trip),
      },
    );
  } catch (error) {
    if (!(error instanceof MissingRefereeError)) throw error;
    progress.end();
    report.error(error.message);
    return exitCode.usage;
  }
  progress.end();
  dump?.schemas(verification.schemas);
  streams.out(verificationText(source, verification));
  if (report.isJson) report.diagnostics(failureDiagnostics(source, verification));
  return verification.failures.length === 0 ? exitCode.success : exitCode.failure;
}

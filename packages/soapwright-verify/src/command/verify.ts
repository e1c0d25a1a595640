import { type Diagnostic, type Model, Progress, Report, type Schemas } from "soapwright-contract";
import { type DocumentOptions, exitCode, type Streams } from "soapwright-contract/flags";
import type { Tables } from "../proof/payload";
import { MissingRefereeError } from "../proof/referee";
import { loadRuntime, type Runtime } from "../proof/runtime";
import { type Verification, verifyTables } from "../proof/verification";
import { failureDiagnostics, verificationText } from "../proof/verification-report";
import { Dump } from "./dump";

/** What a generator makes of a WSDL. If a diagnostic is an error, `model`, `schemas` and `tables` are absent. */
export interface GeneratedContract {
  /** The name of the WSDL in messages. */
  readonly source: string;
  /** What xs:long and its relatives are in the tables. */
  readonly int64: "bigint" | "string";
  readonly diagnostics: readonly Diagnostic[];
  readonly model?: Model | undefined;
  readonly schemas?: Schemas | undefined;
  /** Evaluates the generated `schemas.ts` with a run time, and returns what it exports. */
  readonly tables?: ((runtime: object) => object) | undefined;
}

/** Options of the command `verify`. */
export interface VerifyOptions extends DocumentOptions {
  /** Random instances of each payload. Default 20. */
  readonly instances?: number;
  /** Another seed makes other instances. Default "1". */
  readonly seed?: string;
  /** Processor time for instances, in seconds. Default 10, and 1 for each 20 payloads. */
  readonly seconds?: number;
  /** The folder to write payloads and schemas to. */
  readonly dump?: string;
  /** The module that the generated code imports. */
  readonly runtime?: string;
}

/** Proves that the code generated for a WSDL conforms to its schema. Resolves to the exit code. */
export async function verify(
  generate: () => Promise<GeneratedContract>,
  options: VerifyOptions,
  streams: Streams,
): Promise<number> {
  const report = new Report(streams, options);
  let runtime: Runtime;
  try {
    runtime = await loadRuntime(options.runtime);
  } catch (error) {
    report.error("runtime-unloadable", `--runtime: ${(error as Error).message.split("\n")[0]}`);
    return exitCode.usage;
  }
  const { source, int64, diagnostics, model, schemas, tables } = await generate();
  report.diagnostics(diagnostics);
  if (!model || !schemas || !tables) return exitCode.failure;
  const progress = new Progress(streams, report.isQuiet || report.isJson);
  const dump = options.dump === undefined ? undefined : new Dump(options.dump);
  let verification: Verification;
  try {
    verification = await verifyTables(
      { model, schemas, tables: tables(runtime) as Tables },
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
    report.error("referee-missing", error.message);
    return exitCode.usage;
  }
  progress.end();
  dump?.schemas(verification.schemas);
  streams.out(verificationText(source, verification));
  if (report.isJson) report.diagnostics(failureDiagnostics(source, verification));
  return verification.failures.length === 0 ? exitCode.success : exitCode.failure;
}

import type { LoadOptions, ModelOptions } from "soapwright-contract";
import { TABLES_MODULE } from "soapwright-runtime/internal";
import { generate } from "../../pipeline";
import { MissingRefereeError } from "../../verify/referee";
import { loadRuntime, type Runtime } from "../../verify/runtime";
import { type Verification, verifyTables } from "../../verify/verification";
import { failureDiagnostics, verificationText } from "../../verify/verification-report";
import { Progress } from "../progress";
import { Report } from "../report";
import { type DocumentOptions, loadOptions } from "../shared-options";
import { exitCode, type Streams } from "../streams";
import { shownPath } from "../targets";
import { Dump } from "./dump";

export interface VerifyOptions extends DocumentOptions {
  /** Random instances of each payload. Default 20. */
  readonly instances?: number;
  readonly seed?: string;
  /** Processor seconds for instances. Default: 10, and one for each 20 payloads. */
  readonly seconds?: number;
  /** Folder for payloads and schemas. */
  readonly dump?: string;
  /** The run time module that generated code imports. Default: this package's own. */
  readonly runtime?: string;
  /** How documents are found. Default: from the other options. */
  readonly load?: LoadOptions;
  /** Naming options; the proof is that they do not change the wire. */
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
    runtime: options.runtime ?? TABLES_MODULE,
    extension: "",
  });
  report.diagnostics(generated.diagnostics);
  const { model, schemas } = generated;
  const { files } = generated;
  const tables = files?.get("schemas.ts");
  if (!model || !schemas || !files || tables === undefined) return exitCode.failure;
  const progress = new Progress(streams, report.isQuiet || report.isJson);
  const dump = options.dump === undefined ? undefined : new Dump(options.dump);
  let verification: Verification;
  try {
    verification = await verifyTables(
      { model, schemas, files: new Map(files).set("schemas.ts", options.edit?.(tables) ?? tables) },
      {
        runtime,
        instances: options.instances ?? 20,
        int64,
        seed: options.seed ?? "1",
        ...(options.seconds === undefined ? {} : { seconds: options.seconds }),
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

import type { Command } from "commander";
import { formatDiagnostic } from "../../diagnostics";
import { generate } from "../../pipeline";
import { type DocumentOptions, withDocumentOptions } from "../documents";
import { Progress } from "../progress";
import { loadOptions, positive } from "../shared-options";
import { exitCode, type Streams, standardStreams } from "../streams";
import { findHome, shownPath } from "../targets";
import { Dump } from "./dump";
import { loadRuntime } from "./runtime";
import { verifyTables } from "./verification";
import { verificationText } from "./verification-report";

export interface VerifyOptions extends DocumentOptions {
  /** Random instances of each payload. Default 20. */
  readonly instances?: number;
  readonly seed?: string;
  /** Folder for payloads and schemas. */
  readonly dump?: string;
  /** The module that generated code stands on. Default: this package's own. */
  readonly runtime?: string;
  /** Changes the generated tables before they are proven: for tests of the proof. */
  readonly edit?: (schemas: string) => string;
}

/** Proves that the code generated for a WSDL says what its schema says. Resolves to the exit code. */
export async function verify(wsdl: string, options: VerifyOptions, streams: Streams): Promise<number> {
  const source = shownPath(wsdl);
  const generated = await generate(wsdl, {
    ...loadOptions(options),
    source,
    version: findHome().version,
    runtime: options.runtime ?? `${findHome().name}/runtime`,
    extension: "",
  });
  for (const diagnostic of generated.diagnostics) {
    if (diagnostic.severity === "error" || !options.quiet) streams.err(`${formatDiagnostic(diagnostic)}\n`);
  }
  const { model, schemas } = generated;
  const tables = generated.files?.get("schemas.ts");
  if (!model || !schemas || tables === undefined) return exitCode.failure;
  const progress = new Progress(streams, options.quiet ?? false);
  const dump = options.dump === undefined ? undefined : new Dump(options.dump);
  const verification = await verifyTables(
    { model, schemas, tables: options.edit?.(tables) ?? tables },
    {
      runtime: await loadRuntime(options.runtime),
      instances: options.instances ?? 20,
      seed: options.seed ?? "1",
      onProgress: (text) => progress.show(text),
      onTrip: (trip) => dump?.payload(trip),
    },
  );
  progress.end();
  dump?.schemas(verification.schemas);
  streams.out(verificationText(source, verification));
  return verification.failures.length === 0 ? exitCode.success : exitCode.failure;
}

/** Adds `verify` to the generator's command line. */
export function addVerify(program: Command): void {
  const command = program
    .command("verify <wsdl>")
    .description("prove by random instances and libxml2 that what is generated says what the schema says")
    .option("--instances <n>", "random instances of each payload (default 20)", positive)
    .option("--seed <n>", "another seed makes other instances", "1")
    .option("--dump <folder>", "write payloads and schemas, for any other validator")
    .option("--runtime <specifier>", "the module that generated code stands on (default: this package's own)");
  withDocumentOptions(command).action(async (wsdl: string, options: VerifyOptions) => {
    process.exitCode = await verify(wsdl, options, standardStreams);
  });
}

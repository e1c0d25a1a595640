/** What the command `verify` needs of the generator: the WSDLs to verify, and the tables that are generated for each. */
import { resolve } from "node:path";
import type { Command } from "commander";
import type { LoadedModel, LoadOptions, ModelOptions } from "soapwright-contract";
import { type LoadFlags, loadOptions, standardReport } from "soapwright-contract/flags";
import { findConfig, whyNoConfig } from "../../config/find-config";
import { readConfig } from "../../config/read-config";
import { optionsIn } from "../../config/stage-options";
import { generate } from "../../pipeline";
import { targetsOf } from "../generate/targets-of";
import type { NamingFlags } from "../naming-flags";
import { shownPath } from "../targets";

/** Flags of `verify` that choose WSDLs and how their tables are generated. */
export interface VerifiedFlags extends LoadFlags, NamingFlags {
  readonly int64?: "bigint" | "string" | "number";
  readonly config?: string;
  readonly runtime?: string;
  readonly quiet?: boolean;
  readonly json?: boolean;
}

/** How the tables of one WSDL are generated. */
export interface VerifiedOptions {
  readonly load: LoadOptions;
  /** The proof is that naming options do not change the wire. */
  readonly naming?: ModelOptions;
  readonly runtime?: string;
  /** Changes the generated tables before they are verified: for tests of the proof. */
  readonly edit?: (schemas: string) => string;
}

/** The tables of a WSDL; without `tables` if a diagnostic is an error. */
export interface VerifiedContract extends Pick<LoadedModel, "diagnostics" | "model" | "schemas"> {
  readonly source: string;
  readonly int64: "bigint" | "string";
  readonly tables?: (runtime: object) => object;
}

/** Returns a function for each WSDL to verify, which generates its tables; undefined if the configuration has errors. */
export async function verifiedContracts(
  command: Command,
  wsdl: string | undefined,
  flags: VerifiedFlags,
): Promise<readonly (() => Promise<VerifiedContract>)[] | undefined> {
  const more = flags.runtime === undefined ? {} : { runtime: flags.runtime };
  if (wsdl !== undefined) {
    if (flags.config !== undefined)
      command.error("error: --config is for runs without a WSDL. Leave one of the two out.", { exitCode: 2 });
    const options = { ...more, load: loadOptions(flags), naming: optionsIn(flags).model };
    return [() => verifiedContract(wsdl, options)];
  }
  const config = flags.config === undefined ? findConfig(process.cwd()) : resolve(flags.config);
  if (config === undefined)
    return command.error(`error: ${whyNoConfig(process.cwd(), "Name a WSDL.")}`, { exitCode: 2 });
  const { entries, diagnostics } = await readConfig(config, shownPath(config));
  const overrides = { load: loadOptions(flags), model: optionsIn(flags).model };
  const { targets } = targetsOf(entries, overrides, diagnostics);
  if (standardReport(flags).diagnostics(diagnostics.all)) return undefined;
  return targets.map(
    ({ wsdl: each, options }) =>
      () =>
        verifiedContract(each, { ...more, load: options.load, naming: options.model }),
  );
}

/** Generates the tables of a WSDL. A number rounds or rejects large integers, so values are lossless. */
export async function verifiedContract(wsdl: string, options: VerifiedOptions): Promise<VerifiedContract> {
  const source = shownPath(wsdl);
  const int64 = options.naming?.int64 === "string" ? "string" : "bigint";
  const { diagnostics, model, schemas, files } = await generate(wsdl, {
    ...options.load,
    ...options.naming,
    decimal: "string",
    int64,
    source,
    runtime: options.runtime,
    extension: "",
  });
  const text = files?.get("schemas.ts");
  if (model === undefined || schemas === undefined || files === undefined || text === undefined)
    return { source, int64, diagnostics };
  const edited = new Map(files).set("schemas.ts", options.edit?.(text) ?? text);
  const { loadTables } = await import("../../with-ts-morph");
  return { source, int64, diagnostics, model, schemas, tables: (runtime) => loadTables(edited, runtime) };
}

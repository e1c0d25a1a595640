import { resolve } from "node:path";
import type { Command } from "commander";
import { findConfig, whyNoConfig } from "../../config/find-config";
import { readConfig } from "../../config/read-config";
import { modelOptionsIn } from "../../config/stage-options";
import { configTargets } from "../generate/targets-of";
import { int64Option, type NamingFlags, withNamingOptions } from "../naming-options";
import { standardReport } from "../report";
import {
  type LoadFlags,
  loadOptions,
  positive,
  runtimeModule,
  withDocumentOptions,
  withProblemsAsJson,
} from "../shared-options";
import { exitCode, standardStreams } from "../streams";
import { shownPath } from "../targets";
import type { VerifyOptions } from "./verify";
import { verify } from "./verify";

interface VerifyFlags extends VerifyOptions, NamingFlags, LoadFlags {
  readonly int64?: "bigint" | "string" | "number";
  readonly config?: string;
}

/** Adds `verify` to the generator's command line. */
export function addVerify(program: Command): void {
  const command = withNamingOptions(
    program
      .command("verify [wsdl]")
      .description(
        "prove with random instances and libxml2 that the generated tables match the schema; without a WSDL, for each in the configuration",
      )
      .option("--config <file>", "configuration (default: the one of the nearest folder upwards)")
      .option("--instances <n>", "random instances of each payload (default 20)", positive)
      .option("--seed <n>", "another seed makes other instances", "1")
      .option(
        "--seconds <n>",
        "processor time for instances; reports those that it leaves out (default 10, and 1 for each 20 payloads)",
        positive,
      )
      .option("--dump <folder>", "write payloads and schemas, for any other validator")
      .option(
        "--runtime <specifier>",
        "the module that generated code imports (default: the one of this package)",
        runtimeModule,
      ),
  );
  withProblemsAsJson(withDocumentOptions(command.addOption(int64Option()))).action(
    async (wsdl: string | undefined, flags: VerifyFlags) => {
      if (wsdl !== undefined) {
        if (flags.config !== undefined)
          command.error("error: --config is for runs without a WSDL. Leave one of the two out.", { exitCode: 2 });
        process.exitCode = await verify(wsdl, { ...flags, naming: modelOptionsIn(flags) }, standardStreams);
        return;
      }
      const config = flags.config === undefined ? findConfig(process.cwd()) : resolve(flags.config);
      if (config === undefined)
        return command.error(
          `error: ${whyNoConfig(process.cwd(), "no WSDL is named, and there is no soapwright.config.json or soapwright.config.ts here. Name a WSDL.")}`,
          { exitCode: 2 },
        );
      process.exitCode = await verifyConfig(config, flags);
    },
  );
}

/** Verifies every WSDL of a configuration with its configured names. The exit code is the worst. */
async function verifyConfig(path: string, flags: VerifyFlags): Promise<number> {
  const { entries, found } = await readConfig(path, shownPath(path));
  const given = { load: loadOptions(flags), model: modelOptionsIn(flags) };
  const { targets } = found.hasErrors ? { targets: [] } : configTargets(entries, given, found);
  if (standardReport(flags).diagnostics(found.all)) return exitCode.failure;
  let worst: number = exitCode.success;
  for (const { wsdl, options } of targets) {
    const code = await verify(wsdl, { ...flags, load: options.load, naming: options.model }, standardStreams);
    worst = Math.max(worst, code);
  }
  return worst;
}

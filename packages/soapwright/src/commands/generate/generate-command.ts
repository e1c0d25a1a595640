import { resolve } from "node:path";
import type { Command } from "commander";
import { Diagnostics, stdinName, withProgress } from "soapwright-contract";
import { loadOptions, standardReport } from "soapwright-contract/flags";
import type { TargetOptions } from "../../config/config-options";
import { findConfig, whyNoConfig } from "../../config/find-config";
import { type ReadConfig, readConfig } from "../../config/read-config";
import type { ConfigEntry } from "../../config/read-entries";
import { optionsIn } from "../../config/stage-options";
import { shownPath } from "../targets";
import { finish } from "./finish";
import type { GenerateFlags } from "./flags";
import { type Maker, makeTargets } from "./make-targets";
import { targetsOf } from "./targets-of";
import { watch } from "./watch";

/** Generates, checks or watches, as the flags say. Sets the exit code. */
export async function runGenerate(command: Command, wsdls: readonly string[], flags: GenerateFlags): Promise<void> {
  const make = makerOf(command, wsdls, flags);
  const report = standardReport(flags);
  if (flags.watch === true) {
    await watch(make, report);
    return;
  }
  const what = wsdls.length === 1 ? shownPath(wsdls[0]!) : "the WSDLs";
  const result = await withProgress(`generating from ${what} …`, report, () =>
    make((diagnostics) => void report.diagnostics(diagnostics)),
  );
  if (result.outputs === undefined) process.exitCode = 1;
  else await finish(result, result.outputs, report, flags.check);
}

function makerOf(command: Command, wsdls: readonly string[], flags: GenerateFlags): Maker {
  const wrong = (message: string): never => command.error(`error: ${message}`, { exitCode: 2 });
  if (flags.watch === true && flags.check === true)
    wrong("--watch and --check exclude each other. Leave one of them out.");
  if (wsdls.length > 0) {
    const { out } = flags;
    if (out === undefined) return wrong("--out is missing. Name the folder to write to: --out src/client.");
    if (flags.config !== undefined)
      wrong("--config is for runs without WSDLs. Leave it out, or name the WSDLs in the configuration.");
    if (wsdls.length > 1 && flags.className !== undefined)
      wrong("--class-name is for one WSDL. Run the command once for each, or give the names in a configuration.");
    if (wsdls.filter((wsdl) => wsdl === stdinName).length > 1) wrong("- (stdin) can be named once.");
    if (flags.watch === true && wsdls.includes(stdinName)) wrong("stdin cannot be watched. Name a file.");
    const entry: ConfigEntry = {
      wsdls: wsdls.map((wsdl) => ({ text: wsdl, position: { file: wsdl, line: 0, column: 0 } })),
      isList: wsdls.length > 1,
      out: { text: out, position: { file: out, line: 0, column: 0 } },
      options: { load: {}, model: {} },
    };
    return makerFrom([], () => ({ entries: [entry], diagnostics: new Diagnostics() }), flags);
  }
  if (flags.out !== undefined)
    wrong("no WSDL is named. Name one before --out, or leave --out out to use the configuration.");
  for (const [flag, value] of [
    ["--class-name", flags.className],
    ["--operations", flags.operations],
  ] as const)
    if (value !== undefined) wrong(`${flag} needs a WSDL and --out.`);
  const here = process.cwd();
  const config = flags.config === undefined ? findConfig(here) : resolve(flags.config);
  if (config === undefined) return wrong(whyNoConfig(here, "Name a WSDL and --out."));
  return makerFrom([config], () => readConfig(config, shownPath(config)), flags);
}

function makerFrom(
  sources: readonly string[],
  read: () => ReadConfig | Promise<ReadConfig>,
  flags: GenerateFlags,
): Maker {
  return async (onDiagnostics) => {
    const { entries, diagnostics } = await read();
    const { targets, patterns } = targetsOf(entries, targetOptions(flags), diagnostics);
    onDiagnostics(diagnostics.all);
    const made = diagnostics.hasErrors ? { targets: [] } : await makeTargets(targets, onDiagnostics);
    return { ...made, sources, patterns };
  };
}

function targetOptions(flags: GenerateFlags): TargetOptions {
  return { ...optionsIn(flags), load: loadOptions(flags) };
}

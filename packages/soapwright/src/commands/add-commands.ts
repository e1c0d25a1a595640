/**
 * The arguments of the commands that generate or prove. What a command runs is loaded when it begins, so that help and
 * version need neither a reader of WSDLs nor the compiler.
 */
import type { Command } from "commander";
import {
  type Flag,
  int64Flag,
  positive,
  withDocumentOptions,
  withFlags,
  withProblemsAsJson,
} from "soapwright-contract/flags";
import { type GenerateFlags, withGenerateOptions } from "./generate/flags";
import { moduleName, namingFlags } from "./naming-flags";
import type { VerifyFlags } from "./verify/verify";

const proof = () => require("#verify") as typeof import("./verify/verify");
const generation = () => require("#generate") as typeof import("./generate/generate-command");

export function addGenerate(program: Command): void {
  const run = (command: Command, wsdls: readonly string[], flags: GenerateFlags): Promise<void> =>
    generation().runGenerate(command, wsdls, flags);
  const generate = withGenerateOptions(program.command("generate"))
    .description("write the TypeScript client of each WSDL; without arguments, of the configuration")
    .option("--check", "write nothing; exit with 1 if files differ from what would be written")
    .option("--watch", "generate again whenever a document changes, and print what changed");
  generate.action((wsdls: string[], flags: GenerateFlags) => run(generate, wsdls, flags));
  const check = withGenerateOptions(program.command("check")).description("the same as generate --check");
  check.action((wsdls: string[], flags: GenerateFlags) => run(check, wsdls, { ...flags, check: true }));
  const watch = withGenerateOptions(program.command("watch")).description("the same as generate --watch");
  watch.action((wsdls: string[], flags: GenerateFlags) => run(watch, wsdls, { ...flags, watch: true }));
}

const verifyFlags: readonly Flag[] = [
  ["--runtime <specifier>", "the module that generated code imports (default: the one of this package)", moduleName],
  ...namingFlags,
  int64Flag,
];

export function addVerify(program: Command): void {
  const command = program
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
    .option("--dump <folder>", "write payloads and schemas, for any other validator");
  withProblemsAsJson(withDocumentOptions(withFlags(command, verifyFlags))).action(
    (wsdl: string | undefined, flags: VerifyFlags) => proof().runVerify(command, wsdl, flags),
  );
}

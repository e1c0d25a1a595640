/**
 * The arguments of the commands that generate. What a command runs is loaded when it begins, so that help and
 * version need neither a reader of WSDLs nor the compiler.
 */
import type { Command } from "commander";
import { type GenerateFlags, withGenerateOptions } from "./generate/flags";

export function addGenerate(program: Command): void {
  const run = async (command: Command, wsdls: readonly string[], flags: GenerateFlags): Promise<void> => {
    const { runGenerate } = await import("./generate/generate-command");
    await runGenerate(command, wsdls, flags);
  };
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

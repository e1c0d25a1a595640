import { type Command, Option } from "commander";
import { withDocumentOptions } from "../shared-options";
import { standardStreams } from "../streams";
import type { DiffOptions } from "./diff";
import { diff } from "./diff";

export function addDiff(program: Command): void {
  const command = program
    .command("diff <old> <new>")
    .description(
      "print what changed between two WSDLs or folders of WSDLs, what it means for callers, and the version step",
    )
    .option("--json", "as JSON, problems too")
    .addOption(new Option("--fail-on <what>", "exit with 1 when there is such a change").choices(["breaking"]));
  withDocumentOptions(command).action(async (old: string, now: string, options: DiffOptions) => {
    process.exitCode = await diff(old, now, options, standardStreams);
  });
}

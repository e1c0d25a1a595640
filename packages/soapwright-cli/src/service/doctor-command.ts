import { type Command, InvalidArgumentError, Option } from "commander";
import type { Terminal } from "../terminal";
import { clientOptions, interfaceOption } from "./client-flags";
import { addNotes, addOptions } from "./command-parts";
import type { DoctorFlags } from "./run-doctor";
import type { ServiceCommand } from "./service-command";

export function addDoctorCommand(program: Command, terminal: Terminal, service: ServiceCommand): void {
  const { subject, examples = {} } = service.product;
  const command = program
    .command("doctor")
    .description(
      "check configuration, network, certificates, credentials and the service's WSDL, and say what is wrong",
    )
    .addOption(interfaceOption(service).argParser(choiceOf(service)));
  if (subject !== undefined) command.addOption(subject.option);
  command
    .addOption(
      new Option("--fail-on <severity>", "what makes the exit code other than 0: warnings too, or errors alone")
        .choices(["warning", "error"])
        .default("warning"),
    )
    .option("--json", "print JSON instead of text")
    .action(async (flags: DoctorFlags) => {
      const { examine } = await import("./run-doctor");
      await examine(service, terminal, flags);
    });
  addOptions(command, clientOptions("longest time for each check (default: 10s)"));
  addNotes(command, {
    examples: examples.doctor ?? ["doctor --timeout 30s", "doctor --json --fail-on error"],
    exitCodes: {
      0: "nothing is wrong",
      1: "there is an error: calls fail",
      2: "the command line is wrong",
      7: "stopped by Ctrl-C",
      8: "there are warnings alone (with worker and export, 8 is a refusal)",
    },
  });
}

function choiceOf({ versions }: ServiceCommand): (text: string) => string {
  const names = versions.map(({ name }) => name);
  return (text) => {
    if (names.includes(text)) return text;
    throw new InvalidArgumentError(`It must be one of ${names.join(", ")}.`);
  };
}

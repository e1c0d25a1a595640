import { type Command, InvalidArgumentError, Option } from "commander";
import { type LoadFlags, loadOptions, withLoadOptions } from "../shared-options";
import { standardStreams } from "../streams";
import type { DoctorOptions } from "./doctor";
import { doctor } from "./doctor";

type DoctorFlags = LoadFlags & Omit<DoctorOptions, "load">;

export function addDoctor(program: Command): void {
  const command = program
    .command("doctor <wsdl>")
    .description(
      "examine the live service of a WSDL: network, certificate, and whether its contract is still the one of the WSDL",
    )
    .option("--endpoint <url>", "address of the service (default: the one in the WSDL)")
    .option("--service <name>", "the service, where the WSDL has several")
    .addOption(new Option("--soap-version <version>", "SOAP version to examine").choices(["1.1", "1.2"]))
    .option("--proxy <url>", 'proxy to go through, or "environment" for HTTPS_PROXY, HTTP_PROXY and NO_PROXY')
    .option("--read <operation>", "call this operation once, which has to be one that only reads")
    .option("--arguments <json>", "its arguments, as the generated method takes them: '{\"Id\": 7}'")
    .option("--security <file>", "JSON with what to sign in and secure the call with: docs/security.md")
    .option("--check-timeout-ms <count>", "longest time for each check", milliseconds, 10_000)
    .option("--json", "as JSON, problems too")
    .addOption(
      new Option("--fail-on <severity>", "what makes the exit code other than 0: warnings too, or errors alone")
        .choices(["warning", "error"])
        .default("warning"),
    );
  withLoadOptions(command).action(async (wsdl: string, flags: DoctorFlags) => {
    process.exitCode = await doctor(wsdl, { ...flags, load: loadOptions(flags) }, standardStreams);
  });
}

function milliseconds(text: string): number {
  const value = Number(text);
  if (!/^\d{1,6}$/.test(text) || value < 1 || value > 600_000)
    throw new InvalidArgumentError("It must be a whole number of milliseconds from 1 to 600000.");
  return value;
}

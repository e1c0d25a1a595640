import { type Command, InvalidArgumentError } from "commander";
import { type LoadFlags, loadOptions, withLoadOptions, withProblemsAsJson } from "../shared-options";
import { standardStreams } from "../streams";
import { runMock } from "./run-mock";

interface MockFlags extends LoadFlags {
  readonly port: number;
  readonly host?: string;
  readonly strict?: true;
  readonly data?: string;
  readonly security?: string;
  readonly json?: boolean;
}

/** Adds `mock` to the generator's command line. */
export function addMock(program: Command): void {
  const command = program
    .command("mock <wsdl>")
    .description(
      "run a service that responds to every operation of a WSDL with generated values, until it is interrupted",
    )
    .option("--port <number>", "port to listen on", portNumber, 8080)
    .option("--host <address>", "interface to listen on (default: 127.0.0.1)")
    .option("--data <file>", "JSON with results, by name of the operation")
    .option("--security <file>", "JSON with the users, Timestamp and signature that requests need: docs/security.md")
    .option("--strict", "respond with a fault to mistakes that a real service ignores");
  withProblemsAsJson(withLoadOptions(command)).action(async (wsdl: string, flags: MockFlags) => {
    const { port, host, strict, data, security, json } = flags;
    process.exitCode = await runMock(
      wsdl,
      {
        load: loadOptions(flags),
        ...(data !== undefined && { data }),
        ...(security !== undefined && { security }),
        ...(json !== undefined && { json }),
        sandbox: { port, ...(host && { host }), strict: strict === true },
      },
      standardStreams,
    );
  });
}

function portNumber(text: string): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65535) throw new InvalidArgumentError("It must be a number from 0 to 65535.");
  return value;
}

import { type Command, InvalidArgumentError } from "commander";
import { Report } from "../report";
import { isInputProblem, readSecurityFile, readText } from "../security-file";
import { type LoadFlags, loadOptions, withLoadOptions, withProblemsAsJson } from "../shared-options";
import { exitCode, interrupted, type Streams, standardStreams } from "../streams";
import { type MockOptions, MockProblem, mockService } from "./mock-service";

interface RunOptions extends Omit<MockOptions, "security"> {
  readonly data?: string;
  readonly security?: string;
  readonly json?: boolean;
}

interface MockFlags extends LoadFlags, Pick<RunOptions, "data" | "security" | "json"> {
  readonly port: number;
  readonly host?: string;
  readonly strict?: true;
}

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
    const { port, host, strict, ...options } = flags;
    const sandbox = { port, ...(host && { host }), strict: strict === true };
    process.exitCode = await runMock(wsdl, { ...options, load: loadOptions(flags), sandbox }, standardStreams);
  });
}

function portNumber(text: string): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65535) throw new InvalidArgumentError("It must be a number from 0 to 65535.");
  return value;
}

const mostBytes = 64_000_000;

/** Runs a mock until the process is interrupted, or `stopped` resolves. Resolves to the exit code. */
export async function runMock(
  wsdl: string,
  { data, security, json = false, ...options }: RunOptions,
  streams: Streams,
  stopped: () => Promise<void> = interrupted,
): Promise<number> {
  const report = new Report(streams, { json });
  const log = (line: string): void => report.note(line.replace(/\p{Cc}/gu, " "));
  let isReported = false;
  try {
    const mock = await mockService(wsdl, {
      ...options,
      ...(data !== undefined && { results: readResults(data) }),
      ...(security !== undefined && { security: readSecurityFile(security) }),
      sandbox: { ...options.sandbox, keepAlive: true, log },
      onDiagnostic: (_, diagnostic) => {
        isReported = report.diagnostics([diagnostic]) || isReported;
      },
    });
    streams.out(`${mock.url}\n`);
    for (const { service, path } of mock.places) report.note(`${service}: ${mock.url}${path}`);
    report.note(`Its page shows every exchange and lets you inject errors: ${mock.url}/`);
    await stopped();
    await mock.close();
    return exitCode.success;
  } catch (error) {
    if (!(isReported && error instanceof MockProblem)) report.error((error as Error).message.replace(/^error: /, ""));
    // The sandbox ends with the same code for wrong input.
    return error instanceof MockProblem || isInputProblem(error) ? exitCode.usage : exitCode.failure;
  }
}

/** Returns results by operation. @throws FileProblem or MockProblem that names the file. */
function readResults(file: string): Readonly<Record<string, unknown>> {
  const text = readText(file, file, mostBytes);
  try {
    const results: unknown = JSON.parse(text);
    if (typeof results === "object" && results !== null && !Array.isArray(results)) return { ...results };
  } catch (error) {
    throw new MockProblem(`${file} is not JSON: ${(error as Error).message}`);
  }
  throw new MockProblem(`${file} does not hold an object: write {"OperationName": result}.`);
}

import { type DiagnosticReason, Report } from "soapwright-contract";
import type { LoadFlags } from "soapwright-contract/flags";
import { exitCode, interrupted, type Streams } from "soapwright-contract/flags";
import { isServiceError, type Reason } from "soapwright-runtime/errors";
import { type MockOptions, MockProblem, mockService } from "soapwright-sandbox";
import { isInputProblem, readSecurityFile, readText } from "../security-file";

interface RunOptions extends Omit<MockOptions, "security"> {
  readonly data?: string;
  readonly security?: string;
  readonly json?: boolean;
}

export interface MockFlags extends LoadFlags, Pick<RunOptions, "data" | "security" | "json"> {
  readonly port: number;
  readonly host?: string;
  readonly strict?: true;
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
  const log = (line: string): void => report.note("mock-exchange", line);
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
    for (const { service, path } of mock.places) report.note("mock-address", `${service}: ${mock.url}${path}`);
    report.note("mock-page", `Its page shows every exchange and lets you inject errors: ${mock.url}/`);
    await stopped();
    await mock.close();
    return exitCode.success;
  } catch (error) {
    if (!(isReported && error instanceof MockProblem)) report.error(reasonOf(error), (error as Error).message);
    // The sandbox ends with the same code for wrong input.
    return error instanceof MockProblem || isInputProblem(error) ? exitCode.usage : exitCode.failure;
  }
}

function reasonOf(error: unknown): Reason | DiagnosticReason {
  if (error instanceof MockProblem || isServiceError(error)) return error.reason;
  return isInputProblem(error) ? "usage" : "unexpected";
}

/** Returns results by operation. @throws FileProblem or MockProblem that names the file. */
function readResults(file: string): Readonly<Record<string, unknown>> {
  const text = readText(file, file, mostBytes);
  try {
    const results: unknown = JSON.parse(text);
    if (typeof results === "object" && results !== null && !Array.isArray(results)) return { ...results };
  } catch (error) {
    throw new MockProblem("mock-results-not-json", `${file} is not JSON: ${(error as Error).message}`);
  }
  throw new MockProblem("mock-results-no-object", `${file} does not hold an object: write {"OperationName": result}.`);
}

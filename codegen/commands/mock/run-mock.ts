/** `mock` from its options to its exit code. */
import { exitCode, type Streams } from "../streams";
import { type MockOptions, MockProblem, mockService } from "./mock-service";

/** Runs a mock until the process is told to stop, or `stopped` resolves. Resolves to the exit code. */
export async function runMock(
  wsdl: string,
  options: MockOptions,
  streams: Streams,
  stopped: () => Promise<void> = interrupted,
): Promise<number> {
  const log = (line: string): void => streams.err(`${line.replace(/\p{Cc}/gu, " ")}\n`);
  try {
    const mock = await mockService(wsdl, {
      ...options,
      sandbox: { ...options.sandbox, keepAlive: true, log },
      onDiagnostic: (line, { severity }) => {
        if (severity !== "error") streams.err(`${line}\n`);
      },
    });
    streams.out(`${mock.url}\n`);
    for (const { service, path } of mock.places) streams.err(`${service}: ${mock.url}${path}\n`);
    streams.err(`Its page shows every exchange and makes trouble: ${mock.url}/\n`);
    await stopped();
    await mock.close();
    return exitCode.success;
  } catch (error) {
    streams.err(`error: ${(error as Error).message.replace(/^error: /, "")}\n`);
    // As the sandbox does: what it is started with does not fit.
    const isInput = error instanceof MockProblem || (error as { code?: unknown }).code === "CONFIGURATION";
    return isInput ? exitCode.usage : exitCode.failure;
  }
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
}

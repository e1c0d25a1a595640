/** Errors of commands that call, in words of the command line. */
import { CommanderError } from "commander";
import { OpenProblem, problemLines } from "soapwright-contract";
import { isConfigurationError } from "soapwright-runtime/errors";
import { printable } from "soapwright-runtime/xsd";
import {
  type CauseWords,
  CommandEnd,
  causeWords,
  complaintOf,
  exitCodes,
  type Terminal,
  type Voice,
} from "../../index";

const FLAGS: Readonly<Record<string, string>> = {
  endpoint: "--endpoint",
  timeoutMs: "--timeout",
  deadlineMs: "--timeout",
  "connections.connectTimeoutMs": "--timeout",
  proxy: "--proxy",
  allowInsecure: "--allow-insecure",
  soapVersion: "--soap-version",
  httpHeaders: "--header",
  headers: "--soap-headers",
  auth: "--username and --password-env",
  "tls.ca": "the environment variable NODE_EXTRA_CA_CERTS",
  validation: "--validation",
};

const voice: Voice = {
  reader: {
    // The value of httpHeaders is a scheme of HTTP authentication.
    inAdvice: ({ option, value }) => FLAGS[option === "httpHeaders" && value === "Basic" ? "auth" : option],
    inSentence: (option) => FLAGS[option] ?? option,
    without: (_action, options) =>
      `The command has no option for this: call the operation from a program, where you can set ${options.join(" and ")}.`,
  },
  usesFlag: (error) => isConfigurationError(error),
  faultHint: "Check the arguments, --endpoint and the credentials.",
};

/** The words for the causes of retries. */
export function causes(): CauseWords {
  return causeWords(voice);
}

/** Runs a command that calls, and prints its errors. Resolves to the exit code. */
export async function endedBy(terminal: Terminal, work: () => Promise<void>): Promise<number> {
  try {
    await work();
    return exitCodes.success;
  } catch (error) {
    if (error instanceof OpenProblem) {
      for (const line of problemLines(error)) terminal.err(`error: ${printable(line)}\n`);
      return exitCodes.failure;
    }
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.success;
    if (error instanceof Error && error.name === "ExitPromptError") return exitCodes.stopped;
    const { line, exitCode } = complaintOf(error, voice);
    terminal.err(`${line}\n`);
    return error instanceof CommandEnd ? error.exitCode : exitCode;
  }
}

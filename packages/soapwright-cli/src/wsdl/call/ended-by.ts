/** Errors of commands that call, in words of the command line. */
import { CommanderError } from "commander";
import { OpenProblem, problemLines, Report } from "soapwright-contract";
import { isConfigurationError } from "soapwright-runtime/errors";
import { commonFlags } from "../../client-options";
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
  ...commonFlags,
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

/** Runs a command that calls, and prints its errors. Resolves to the exit code. With `json`, they are an object a line. */
export async function endedBy(
  terminal: Terminal,
  work: () => Promise<void>,
  { json }: { readonly json?: unknown } = {},
): Promise<number> {
  const report = new Report({ ...terminal, out: () => {}, isTerminal: false }, { json: json === true });
  try {
    await work();
    return exitCodes.success;
  } catch (error) {
    if (error instanceof OpenProblem) {
      for (const line of problemLines(error)) report.error(line);
      return exitCodes.failure;
    }
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.success;
    if (error instanceof Error && error.name === "ExitPromptError") return exitCodes.stopped;
    const { line, exitCode } = complaintOf(error, voice);
    report.error(line.replace(/^error: /, ""));
    return error instanceof CommandEnd ? error.exitCode : exitCode;
  }
}

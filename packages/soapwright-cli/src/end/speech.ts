/** How messages of a command name settings: by options of its line and variables, not by the library's options. */

import { isConfigurationError } from "soapwright-runtime/errors";
import type { Reader } from "soapwright-runtime/extend";
import { optionName } from "../call/parse-arguments";
import { commonFlags } from "../commands/client-options";
import type { Environment, Terminal } from "../terminal/terminal";
import type { Voice } from "./complaint";

/** What a program has for the settings of clients, beside the options that every client has. */
export interface Speech {
  /** Options of the command line, by the client's option that they set. */
  readonly ownFlags: Readonly<Record<string, string>>;
  /** Where credentials come from. */
  readonly credentials: string;
  /** The sentence after a fault. */
  readonly faultHint: string;
  /** The environment variables of a client's option. */
  variablesOf(option: string): readonly string[];
}

interface Situation {
  readonly speech: Speech;
  readonly environment: Environment;
  /** Options on the command line. */
  readonly given: ReadonlySet<string>;
  /** The command retries as long as `--patience` says, and its client makes each request once. */
  readonly hasPatience: boolean;
}

const PATIENT: ReadonlySet<string | undefined> = new Set(["export", "worker"]);

export function situationOf(
  speech: Speech,
  { args = [], environment }: Pick<Terminal, "args" | "environment">,
): Situation {
  const given = args.filter((word) => /^--[^-]/.test(word)).map((word) => word.split("=", 1)[0]!);
  const hasPatience = PATIENT.has(args.find((word) => !word.startsWith("-")));
  return { speech, environment, given: new Set(given), hasPatience };
}

function flagOf(option: string, { ownFlags }: Speech): string | undefined {
  return Object.hasOwn(ownFlags, option) ? ownFlags[option] : (commonFlags as Readonly<Record<string, string>>)[option];
}

/** Returns undefined if the command has neither an option nor a variable for the option of a client. */
export function labelOf(option: string, situation: Situation): string | undefined {
  const { speech, environment, given } = situation;
  if (option === "quirks.namespaces") return labelOf("namespaceBaseUrl", situation);
  const flag = flagOf(option, speech);
  const used = [flag, `--${optionName(option).replace(/-ms$/, "")}`].find((name) => name && given.has(name));
  // The recorder takes its addresses from the command line alone.
  if (used !== undefined || (given.has("--upstream") && option !== "proxy")) return used ?? flag;
  const variables = speech.variablesOf(option);
  const set = variables.filter((name) => isSet(name, environment));
  if (set.length > 0) return set.join(" or ");
  // The endpoint follows from the base URL, so the base URL is wrong.
  if (option === "endpoint") return speech.variablesOf("baseUrl").join(" or ") || flag;
  if (option === "proxy") return proxyVariable(environment) ?? flag;
  return flag ?? (variables.join(" or ") || undefined);
}

function readerIn(situation: Situation): Reader {
  const { speech, given, hasPatience } = situation;
  return {
    inAdvice: ({ option, value }) => {
      if (hasPatience && option === "deadlineMs") return "--patience";
      // The value of httpHeaders is a scheme of HTTP authentication.
      const isSignIn = option === "httpHeaders" && value === "Basic" && flagOf(option, speech) !== undefined;
      if (option === "auth" || isSignIn) return speech.credentials;
      return option === "tls.ca" ? "NODE_EXTRA_CA_CERTS" : labelOf(option, situation);
    },
    inSentence: (option) => {
      // It is a part of the limit that --timeout sets.
      if (option === "connections.connectTimeoutMs") return "the time limit for connecting";
      const isDefault = flagOf(option, speech) === "--timeout" && !given.has("--timeout");
      return isDefault ? "the default time limit" : (labelOf(option, situation) ?? option);
    },
    without: (action, options) =>
      action === "raise"
        ? "The command does not read more: call the operation from a program, where you can raise the limit."
        : `The command has no option for this: call the operation from a program, where you can set ${options.join(" and ")}.`,
  };
}

function voiceIn(situation: Situation): Voice {
  return {
    reader: readerIn(situation),
    usesFlag: (error) => usesFlag(error, situation),
    faultHint: situation.speech.faultHint,
  };
}

/** How a program speaks to the user of this terminal. */
export function voiceOf(speech: Speech, terminal: Pick<Terminal, "args" | "environment">): Voice {
  return voiceIn(situationOf(speech, terminal));
}

function usesFlag(error: unknown, { speech, environment, given }: Situation): boolean {
  if (!isConfigurationError(error)) return false;
  const flag = flagOf(error.option, speech);
  if (flag !== undefined && given.has(flag)) return true;
  const isProxy = error.option === "proxy" && proxyVariable(environment) !== undefined;
  // What has no variable is of the command line.
  return !isProxy && speech.variablesOf(error.option).length === 0;
}

function proxyVariable(environment: Environment): string | undefined {
  return ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"].find((name) => isSet(name, environment));
}

function isSet(name: string, environment: Environment): boolean {
  return (environment[name] ?? "") !== "";
}

/** The names of settings in messages: flags and variables of the command, not the library's options. */

import type { Environment } from "soapwright-runtime";
import { isConfigurationError } from "soapwright-runtime/errors";
import type { Reader } from "soapwright-runtime/extend";
import { commonFlags } from "../client-options";
import type { Voice } from "../complaint";
import { optionName } from "../parse-arguments";
import type { Terminal } from "../terminal";
import type { ServiceCommand } from "./service-command";

export interface Situation {
  readonly service: ServiceCommand;
  readonly environment: Environment;
  /** Long names of the options on the command line, without dashes. */
  readonly flags: ReadonlySet<string>;
  /** The command retries as long as `--patience` says, and its client makes each request once. */
  readonly hasPatience: boolean;
}

const PATIENT: ReadonlySet<string | undefined> = new Set(["export", "worker"]);

export function situationOf(
  service: ServiceCommand,
  { args = [], environment }: Pick<Terminal, "args" | "environment">,
): Situation {
  const names = args.filter((word) => /^--[^-]/.test(word)).map((word) => word.slice(2).split("=", 1)[0]!);
  const hasPatience = PATIENT.has(args.find((word) => !word.startsWith("-")));
  return { service, environment, flags: new Set(names), hasPatience };
}

const flagOf: ReadonlyMap<string, string> = new Map([
  ["upstream", "upstream"],
  ["namespaceBaseUrl", "namespace-base-url"],
  ...Object.entries(commonFlags).map(([option, flag]) => [option, flag.slice(2)] as const),
]);

/** Returns undefined if the command has neither a flag nor a variable for the option. */
export function labelOf(option: string, situation: Situation): string | undefined {
  const { service, environment, flags } = situation;
  if (option === "quirks.namespaces") return labelOf("namespaceBaseUrl", situation);
  const flag = flagOf.get(option);
  const flagName = [flag, optionName(option).replace(/-ms$/, "")].find((name) => name !== undefined && flags.has(name));
  if (flagName !== undefined) return `--${flagName}`;
  // The recorder takes its addresses from the command line alone.
  if (flags.has("upstream") && option !== "proxy") return flag === undefined ? undefined : `--${flag}`;
  const variables = service.variablesOf(option);
  const set = variables.filter((name) => (environment[name] ?? "") !== "");
  if (set.length > 0) return set.join(" or ");
  // The endpoint follows from the base URL, so the base URL is wrong.
  if (option === "endpoint") return service.variablesOf("baseUrl").join(" or ");
  if (option === "proxy") return proxyVariable(environment) ?? "--proxy";
  return flag === undefined ? variables.join(" or ") || undefined : `--${flag}`;
}

export function readerIn(situation: Situation): Reader {
  return {
    inAdvice: ({ option }) =>
      situation.hasPatience && option === "deadlineMs"
        ? "--patience"
        : (BESIDE_OPTIONS[option] ?? labelOf(option, situation)),
    inSentence: (option) =>
      // It is a part of the limit that --timeout sets.
      option === "connections.connectTimeoutMs"
        ? "the time limit for connecting"
        : flagOf.get(option) === "timeout" && !situation.flags.has("timeout")
          ? "the default time limit"
          : (labelOf(option, situation) ?? option),
    without: (action, options) =>
      action === "raise"
        ? "The command does not read more: call the operation from a program, where you can raise the limit."
        : `The command has no option for this: call the operation from a program, where you can set ${options.join(" and ")}.`,
  };
}

export function voiceIn(situation: Situation): Voice {
  return {
    reader: readerIn(situation),
    usesFlag: (error) => usesFlag(error, situation),
    faultHint:
      situation.service.product.faultHint ??
      "Check the arguments, and the credentials and the base URL in the environment.",
  };
}

const BESIDE_OPTIONS: { readonly [option: string]: string } = {
  auth: "the credentials in the environment",
  "tls.ca": "NODE_EXTRA_CA_CERTS",
};

function usesFlag(error: unknown, { service, environment, flags }: Situation): boolean {
  if (!isConfigurationError(error)) return false;
  const flag = flagOf.get(error.option);
  if (flag !== undefined && flags.has(flag)) return true;
  const isProxy = error.option === "proxy" && proxyVariable(environment) !== undefined;
  // Every other option belongs to the sandbox or the recorder, which take none from the environment.
  return !isProxy && !service.versions.some(({ variables }) => Object.hasOwn(variables, error.option));
}

function proxyVariable(environment: Environment): string | undefined {
  return ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"].find((name) => (environment[name] ?? "") !== "");
}

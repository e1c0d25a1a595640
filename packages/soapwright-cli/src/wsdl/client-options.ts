/** What the options of a line set on a client of a WSDL. */

import type { LoadedService } from "soapwright-contract";
import type { PolicyOptions } from "soapwright-features/security";
import type { Feature } from "soapwright-runtime";
import { recordOf } from "soapwright-runtime/codecs";
import { fromJson } from "soapwright-runtime/json";
import type { OperationNode } from "soapwright-runtime/tables";
import type { GivenJson } from "../call/parse-arguments";
import { commonSettings, proxyFor } from "../commands/client-settings";
import { withVariables } from "../commands/variables";
import { UsageError } from "../end/command-end";
import type { Environment, Terminal } from "../terminal/terminal";
import type { ClientFlags } from "./client-flags";
import { readClientSecurity } from "./security-file";

/** Throws `UsageError` for a user name without a password, and for a variable that is not set. */
function passwordOf({ username, passwordEnv, auth }: ClientFlags, environment: Environment): string | undefined {
  if (username === undefined) {
    const idle = passwordEnv !== undefined ? "--password-env" : auth !== undefined ? "--auth" : undefined;
    if (idle !== undefined) throw new UsageError(`${idle} needs the user name: add --username.`);
    return undefined;
  }
  if (passwordEnv === undefined)
    throw new UsageError("--username needs --password-env, the name of the environment variable with the password.");
  const password = environment[passwordEnv];
  if (password === undefined || password === "")
    throw new UsageError(`the environment variable ${passwordEnv}, which --password-env names, is not set.`);
  return password;
}

/** What secures the messages of a client. */
interface SecurityFor extends Pick<PolicyOptions, "security"> {
  readonly features?: readonly Feature<never>[];
}

/** Throws `UsageError` for options that do not fit, and variables that are not set. */
export async function clientOptionsOf(
  { service, client }: LoadedService,
  flags: ClientFlags,
  environment: Environment,
): Promise<SecurityFor> {
  const { endpoint = service.ports[0]?.address, soapVersion, validation, header = [] } = flags;
  const secured = await securityOf(client, flags, environment);
  const proxy = proxyFor(endpoint, flags, environment);
  // A port of the version may be absent where another address is given.
  const isOther = soapVersion !== undefined && !service.ports.some((port) => port.soapVersion === soapVersion);
  return {
    ...commonSettings(flags),
    ...(soapVersion === undefined ? {} : { soapVersion }),
    ...(validation === undefined ? {} : { validation }),
    ...(isOther ? { quirks: { forceSoapVersion: true } } : {}),
    ...(header.length === 0 ? {} : { httpHeaders: httpHeaders(header, environment) }),
    ...secured,
    ...(proxy === undefined ? {} : { proxy }),
  };
}

/** Without another wish, a policy decides how a user name and a password are sent. */
async function securityOf(
  { credentials }: LoadedService["client"],
  flags: ClientFlags,
  environment: Environment,
): Promise<SecurityFor> {
  const { username, auth, security: file } = flags;
  const password = passwordOf(flags, environment);
  if (file !== undefined && username !== undefined)
    throw new UsageError("--security and --username cannot be used together. Leave one of them out.");
  const account = username !== undefined && password !== undefined ? { username, password } : undefined;
  if (file === undefined && account === undefined) return {};
  const isByPolicy = credentials?.some((names) => names.join() === "password") === true;
  if (account !== undefined && auth === undefined && isByPolicy) return { security: account };
  const { security, signIn } = await import("soapwright-features/security");
  if (account !== undefined) {
    const scheme = auth ?? "basic";
    return { features: [scheme === "token" ? security({ usernameToken: account }) : signIn({ scheme, ...account })] };
  }
  const read = readClientSecurity(file!, credentials !== undefined);
  return "options" in read ? { features: [security(read.options)] } : { security: read.credentials };
}

/** `Name: value`, where a variable in braces keeps a secret out of the command line. */
function httpHeaders(texts: readonly string[], environment: Environment): Readonly<Record<string, string>> {
  return Object.fromEntries(
    texts.map((text) => {
      const [, name, value] = /^([^\s:]+)\s*:\s*(.*)$/s.exec(text) ?? [];
      if (name === undefined || value === undefined) throw new UsageError("--header takes 'Name: value'.");
      return [name, withVariables(value, { environment }, `--header ${name}`)];
    }),
  );
}

/** The header blocks of a request, by the names of their properties. */
export function headerValues({ input, name }: OperationNode, { json }: GivenJson): unknown {
  const blocks = input.headers.map((header) => ({ ...header, min: 0 }));
  return fromJson(recordOf(blocks), json, { name: `${name} headers`, numbers: true });
}

/** The texts of the file with the variables of the environment that they name, which hold the secrets. */
export function filled({ json, ...given }: GivenJson, terminal: Terminal): GivenJson {
  const text = JSON.stringify(json);
  const read = JSON.parse(text, (_, value: unknown) =>
    typeof value === "string" ? withVariables(value, terminal, "--soap-headers") : value,
  ) as unknown;
  return { ...given, json: read };
}

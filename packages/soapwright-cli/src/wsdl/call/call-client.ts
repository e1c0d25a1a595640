/** The options of the client that `call` makes. */

import type { Feature } from "soapwright-runtime";
import { fromJson } from "soapwright-runtime/json";
import type { OperationNode, ServiceNode } from "soapwright-runtime/tables";
import { commonSettings, proxyFor } from "../../client-settings";
import { type Environment, type GivenJson, type Terminal, UsageError, withVariables } from "../../index";
import type { ClientFlags } from "./call-flags";

/** Throws `UsageError` for a user name without a password, and for a variable that is not set. */
export function passwordOf({ username, passwordEnv, auth }: ClientFlags, environment: Environment): string | undefined {
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

export async function clientOptionsOf(
  service: ServiceNode,
  flags: ClientFlags,
  password: string | undefined,
  environment: Environment,
): Promise<object> {
  const {
    endpoint = service.ports[0]?.address,
    soapVersion,
    validation,
    header = [],
    username,
    auth = "basic",
  } = flags;
  const features: Feature<never>[] = [];
  if (username !== undefined && password !== undefined) {
    const { security } = await import("soapwright-features/security");
    features.push(
      security(
        auth === "token" ? { usernameToken: { username, password } } : { http: { scheme: auth, username, password } },
      ) as Feature<never>,
    );
  }
  const proxy = proxyFor(endpoint, flags, environment);
  // A port of the version may be absent where another address is given.
  const isOther = soapVersion !== undefined && !service.ports.some((port) => port.soapVersion === soapVersion);
  return {
    ...commonSettings(flags),
    ...(soapVersion === undefined ? {} : { soapVersion }),
    ...(validation === undefined ? {} : { validation }),
    ...(isOther ? { quirks: { forceSoapVersion: true } } : {}),
    ...(header.length === 0 ? {} : { httpHeaders: httpHeaders(header, environment) }),
    ...(features.length === 0 ? {} : { features }),
    ...(proxy === undefined ? {} : { proxy }),
  };
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
  return fromJson({ kind: "complex", parts: blocks }, json, { name: `${name} headers`, numbers: true });
}

/** The texts of the file with the variables of the environment that they name, which hold the secrets. */
export function filled({ json, ...given }: GivenJson, terminal: Terminal): GivenJson {
  const text = JSON.stringify(json);
  const read = JSON.parse(text, (_, value: unknown) =>
    typeof value === "string" ? withVariables(value, terminal, "--soap-headers") : value,
  ) as unknown;
  return { ...given, json: read };
}

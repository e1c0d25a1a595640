/** The clients of the employee service: each version's generated client with its addresses and its auth header. */
import { EmployeeServiceV21 } from "../generated/v2.1/client";
import { service as serviceV21 } from "../generated/v2.1/schemas";
import { EmployeeServiceV3 } from "../generated/v3/client";
import { service as serviceV3 } from "../generated/v3/schemas";
import { addressesOf, kindOf, wrong } from "./employee-service/addresses";
import { type Credential, Credentials } from "./employee-service/credentials";
import { type Environment, readEnvironment } from "./employee-service/environment";
import type { ClientOptions } from "./runtime";

export type { Credential, Environment };

/** Options of the clients of both versions. Those of `ClientOptions` apply too. */
export interface EmployeeServiceOptions extends Omit<ClientOptions, "namespaces" | "headers"> {
  /**
   * Base address of the service, for example `https://service.example`: start of the endpoint, the XML namespace and the
   * SOAPAction. The namespace takes it character by character, without slashes at its end.
   */
  readonly baseUrl: string;
  /** Base address in the namespace and the SOAPAction alone, for a gateway or sandbox at an address of its own. Default: `baseUrl`. */
  readonly namespaceBaseUrl?: string;
  /** Address to post to. Default: `baseUrl` and the path of the contract. */
  readonly endpoint?: string;
  /** The XML namespace itself. Default: `namespaceBaseUrl` and the path of the contract. */
  readonly namespace?: string;
}

/** Options of a v2.1 client. `auth` on one call takes `{ username, token }`. */
export interface EmployeeServiceV21Options extends EmployeeServiceOptions {
  readonly username: Credential;
  readonly token: Credential;
}

/** Options of a v3 client. `auth` on one call takes `{ domain }`, and `username` and `token` where they are used. */
export interface EmployeeServiceV3Options extends EmployeeServiceOptions {
  readonly domain: Credential;
  /** Not shown by the contract: sent only when set. */
  readonly username?: Credential;
  /** Not shown by the contract: sent only when set. */
  readonly token?: Credential;
}

/**
 * A client of version 2.1: the cost centers of an employee.
 *
 * @throws ConfigurationError naming the option that is wrong. Nothing is connected before the first call.
 */
export function createEmployeeServiceV21(options: EmployeeServiceV21Options): EmployeeServiceV21 {
  const { baseUrl, namespaceBaseUrl, endpoint, namespace, username, token, ...rest } = ownOptions(options);
  const names = ["username", "token"] as const;
  const credentials = new Credentials({ username, token }, { required: names, allowed: names });
  return new EmployeeServiceV21({
    ...rest,
    ...addressesOf(options, "v2.1", serviceV21.targetNamespace),
    headers: ({ auth }) => credentials.header(auth, (AuthHeader) => ({ AuthHeader })),
  });
}

/**
 * A client of version 3: the addresses of an employee. Sends only `Domain` unless `username` or `token` is set.
 *
 * @throws ConfigurationError naming the option that is wrong. Nothing is connected before the first call.
 */
export function createEmployeeServiceV3(options: EmployeeServiceV3Options): EmployeeServiceV3 {
  const { baseUrl, namespaceBaseUrl, endpoint, namespace, username, token, domain, ...rest } = ownOptions(options);
  const allowed = ["username", "token", "domain"] as const;
  const credentials = new Credentials({ username, token, domain }, { required: ["domain"], allowed });
  return new EmployeeServiceV3({
    ...rest,
    ...addressesOf(options, "v3", serviceV3.targetNamespace),
    headers: ({ auth }) => credentials.header(auth, (AuthHeaderWithDomain) => ({ AuthHeaderWithDomain })),
  });
}

/** Refuses what JavaScript lets pass: no options at all, and those of other clients that would be lost here. */
function ownOptions<T extends EmployeeServiceOptions>(options: T): T {
  if (typeof options !== "object" || options === null) throw wrong("options", `is ${kindOf(options)}`, "an object");
  for (const name of ["headers", "namespaces"]) {
    if (Reflect.get(options, name) === undefined) continue;
    const instead = name === "headers" ? "the credentials, or headers on a call" : "namespaceBaseUrl or namespace";
    throw wrong(name, "is not for this client, which makes it itself", `${instead} in its place`);
  }
  return options;
}

/**
 * Options of one version from environment variables: `EMPLOYEE_SERVICE_BASE_URL` and its kin. Each version reads only
 * what it sends: for v3 that is the domain alone, whatever else is set.
 *
 * @throws ConfigurationError naming the variable that is missing or wrong.
 */
export function optionsFromEnvironment(version: "v2.1", environment?: Environment): EmployeeServiceV21Options;
export function optionsFromEnvironment(version: "v3", environment?: Environment): EmployeeServiceV3Options;
export function optionsFromEnvironment(
  version: "v2.1" | "v3",
  environment: Environment = process.env,
): EmployeeServiceOptions {
  return readEnvironment(version, environment) as unknown as EmployeeServiceOptions;
}

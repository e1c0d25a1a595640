/** What every version of the employee service has in common: options, addresses, credentials. Versions are data for it. */
import { addressesOf } from "./employee-service/addresses";
import { type Credential, Credentials } from "./employee-service/credentials";
import { type Environment, readEnvironment } from "./employee-service/environment";
import type { ChildRule, Documentation, HeaderRule, ServiceVersion, VersionClient } from "./employee-service/version";
import { kindOf, wrong } from "./employee-service/wrong";
import type { ClientOptions } from "./runtime";

export type { ChildRule, Credential, Documentation, Environment, HeaderRule, ServiceVersion, VersionClient };
export { readEnvironment };

/** Options of the clients of all versions. Those of `ClientOptions` apply too. */
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

/**
 * A client of one version: its class with addresses and credentials in place. Generated factories call it.
 *
 * @throws ConfigurationError naming the option that is wrong.
 */
export function createService<H, C>(
  version: ServiceVersion,
  Client: new (options: ClientOptions<H>) => C,
  options: EmployeeServiceOptions,
): C {
  const given: { [option: string]: unknown } = { ...ownOptions(options) };
  for (const name of ["baseUrl", "namespaceBaseUrl", "endpoint", "namespace"]) delete given[name];
  const children = version.header?.children ?? [];
  const values = Object.fromEntries(children.map(({ option }) => [option, given[option]]));
  for (const { option } of children) delete given[option];
  const credentials = new Credentials(values, children);
  return new Client({
    ...given,
    ...addressesOf(options, version),
    // Once ClientOptions has plainHeaders, it goes here: plainHeaders: plainHeaders(version).
    headers: ({ operation, auth }) => credentials.header(auth, (header) => blocks(version, operation, header) as H),
  });
}

/** Local names of header children that are no secret: messages and events may show them. */
export function plainHeaders({ header }: ServiceVersion): readonly string[] {
  return (header?.children ?? []).filter(({ secret }) => !secret).map(({ name }) => name);
}

/** The header block of a call; none for an operation whose binding declares none. */
function blocks({ header, service }: ServiceVersion, operation: string, content: object): object {
  if (header === undefined) return {};
  const called = service.operations.filter(({ name }) => name === operation);
  const block = called.flatMap(({ input }) => input.headers).find(({ name }) => name.local === header.element);
  return block === undefined ? {} : { [block.key]: content };
}

/** Refuses what JavaScript lets pass: no options at all, and those of other clients that would be lost here. */
function ownOptions(options: EmployeeServiceOptions): EmployeeServiceOptions {
  if (typeof options !== "object" || options === null) throw wrong("options", `is ${kindOf(options)}`, "an object");
  for (const name of ["headers", "namespaces"]) {
    if (Reflect.get(options, name) === undefined) continue;
    const instead = name === "headers" ? "the credentials, or headers on a call" : "namespaceBaseUrl or namespace";
    throw wrong(name, "is not for this client, which makes it itself", `${instead} in its place`);
  }
  return options;
}

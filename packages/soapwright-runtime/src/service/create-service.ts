import type { ClientOptions, QuirkOptions } from "../client/client-options";
import { CredentialHeaders, type CredentialRule, type CredentialTexts } from "../client/credential-headers";
import { checkKnown } from "../client/option-checks";
import { clientOptionNames } from "../client/option-places";
import { withBaseUrl } from "../client/settings";
import { ConfigurationError } from "../errors/configuration-error";
import { kindOf } from "../kind-of";
import { nearName } from "../xsd/near-name";
import { addressesOf, wrong } from "./addresses";
import { kindsBy } from "./fault-kinds";
import type { ChildRule, ServiceVersion } from "./version";

/** The options of clients of all versions, in addition to `ClientOptions`. */
export interface VersionOptions extends Omit<ClientOptions, "quirks" | "headers"> {
  /** What the service does otherwise than its WSDL, SOAP or XML says. Default: nothing. */
  readonly quirks?: Omit<QuirkOptions, "namespaces"> | undefined;
  /**
   * The base address of the service, for example `https://service.example`: the beginning of the endpoint, the XML
   * namespace and the SOAPAction. The namespace contains it character by character, without trailing slashes.
   */
  readonly baseUrl: string;
  /**
   * The base address in namespace and SOAPAction, if they differ from the address of a gateway or sandbox. Default:
   * `baseUrl`.
   */
  readonly namespaceBaseUrl?: string | undefined;
  /** The address to post to. Default: `baseUrl` and the path of the contract. */
  readonly endpoint?: string | undefined;
  /** The whole XML namespace. Default: `namespaceBaseUrl` and the path of the contract. */
  readonly namespace?: string | undefined;
}

/**
 * Creates a client of one version: an instance of its class with addresses and credentials. Generated factories call
 * it.
 *
 * @throws ConfigurationError naming the option that is wrong.
 */
export function createService<H, C>(
  version: ServiceVersion,
  Client: new (options: object) => C,
  options: VersionOptions,
): C {
  // Without a prototype, properties that other packages add to Object.prototype are not read as options.
  const copied: { [option: string]: unknown } = Object.assign(Object.create(null), ownOptions(options));
  const children = version.header?.children ?? [];
  refuseMisspelt(copied, [...ADDRESSES, ...children.map(({ option }) => option)]);
  const addresses = addressesOf(copied as unknown as VersionOptions, version);
  for (const name of ADDRESSES) delete copied[name];
  const credentials = Object.fromEntries(children.map(({ option }) => [option, copied[option]]));
  for (const { option } of children) delete copied[option];
  const headers = CredentialHeaders.of(rulesOf(version), credentials, blocksOf<H>(version));
  const { endpoint, namespaces } = addresses;
  const quirks = quirksOf(copied.quirks, version, namespaces);
  return new Client(withBaseUrl({ ...copied, endpoint, headers, quirks }));
}

const ADDRESSES = ["baseUrl", "namespaceBaseUrl", "endpoint", "namespace"] as const;

/** Refuses what looks like an option of the factory. The client knows its own options, and those of its features. */
function refuseMisspelt(options: object, own: readonly string[]): void {
  const names = [...own, ...clientOptionNames, "features"];
  for (const name of Object.keys(options)) {
    const similar = names.includes(name) ? undefined : nearName(name, names);
    if (similar !== undefined && own.includes(similar)) checkKnown({ [name]: true }, new Set(names), "this client");
  }
}

/** A value that is not an object is left to the client, which refuses it. */
function quirksOf(given: unknown, { faults }: ServiceVersion, namespaces: QuirkOptions["namespaces"]): unknown {
  if (given !== undefined && (typeof given !== "object" || given === null || Array.isArray(given))) return given;
  const own: QuirkOptions = { ...given };
  refuseOption(own, "namespaces", "quirks.namespaces", "namespaceBaseUrl or namespace");
  return { ...own, namespaces, errorKind: kindsBy(faults, own.errorKind) };
}

/** The builder is undefined for an operation whose binding declares no header block. */
function blocksOf<H>({
  header,
  service,
}: ServiceVersion): (operation: string) => ((texts: CredentialTexts) => H) | undefined {
  const makers = new Map<string, (texts: CredentialTexts) => H>();
  for (const { name, input } of service.operations) {
    const block = input.headers.find((each) => each.name.local === header?.element);
    if (header === undefined || block === undefined) continue;
    makers.set(name, (texts) => ({ [block.key]: headerOf(header.children, texts) }) as H);
  }
  return (operation) => makers.get(operation);
}

/** The order is that of the WSDL. */
function headerOf(children: readonly ChildRule[], texts: CredentialTexts): { readonly [name: string]: string } {
  const header: { [name: string]: string } = {};
  for (const { name, option } of children) {
    const text = texts[option];
    if (text !== undefined) header[name] = text;
  }
  return header;
}

/** Messages may show the text of a child that is not secret. */
export function rulesOf({ header }: ServiceVersion): readonly CredentialRule[] {
  const children = header?.children ?? [];
  return children.map(({ name, option, required, secret }) => ({ option, required, plain: secret ? undefined : name }));
}

/** Throws for a value that is not an object, and for options of other clients that would be ignored. */
function ownOptions(options: VersionOptions): VersionOptions {
  if (typeof options !== "object" || options === null) throw wrong("options", `is ${kindOf(options)}`, "an object");
  refuseOption(options, "headers", "headers", "the credentials, or headers on a call");
  return options;
}

function refuseOption(options: object, name: string, option: string, instead: string): void {
  if (!Object.hasOwn(options, name) || Reflect.get(options, name) === undefined) return;
  throw new ConfigurationError(`The option ${option} is set by this client itself. Use ${instead} instead.`, {
    reason: "option-of-client",
    option,
  });
}

/** Checks the settings of a client, and their changes by `with` and by single calls. */

import { proxyFor } from "#connections";
import type { EnvelopeWriter } from "../envelope-writer";
import { OF_BASE_URL, OF_CLIENT, type Reader } from "../errors/advice";
import { ConfigurationError } from "../errors/configuration-error";
import type { Feature } from "../feature";
import { ignoreRejection } from "../ignore-rejection";
import { kindOf } from "../kind-of";
import { type PolicyNode, type PortNode, type ServiceNode, withoutCode } from "../schema/codec";
import { understoodNames } from "../soap/header-blocks";
import { checkHeaderKeys, headerKeys, SOAP_TERMS } from "../soap/operation-plan";
import { type Address, parseAddress, requireSecure } from "../transport/address";
import type { ConnectTls } from "../transport/connector";
import type { ProxySettings } from "../transport/proxy";
import { nearName } from "../xsd/near-name";
import type { Admission, Fairness } from "./admission";
import type { CallOptions, ClientOptions, WithOptions } from "./client-options";
import { CredentialHeaders, type HeaderSettings } from "./credential-headers";
import { Destinations } from "./destinations";
import { type ClientFeature, featuresOver, openFeatures, optionsOf } from "./features";
import { HttpHeaderLayers, type SourceOf } from "./http-header-layers";
import type { AttemptInterceptor, Interceptor, Interceptors } from "./interceptors";
import { logCalls } from "./log";
import { checkObject, checkOneOf, ownValue, wrongOption } from "./option-checks";
import { checkNames, openGroups, settingsAt } from "./option-places";
import { type CallOptionName, isFairness, OPTIONS, type OptionName, type OptionValues } from "./option-table";
import type { CallAuth, CallSignal, HeaderSource } from "./option-types";
import { SharedSources } from "./shared-sources";
import { checkTls } from "./tls-options";

/** Call, `with` and log options whose checked value is used directly. */
type OfCall = Omit<Pick<OptionValues, CallOptionName>, "headers" | "httpHeaders" | "auth" | "signal" | "tls">;

export interface CallLimits extends Pick<OptionValues, "timeoutMs" | "deadlineMs" | "streamIdleMs"> {
  readonly signal: CallSignal | undefined;
}

/** The settings of a call: its options merged over the client's. */
export interface CallSettings<H> extends OfCall, CallLimits, HeaderSettings<H> {
  readonly auth: CallAuth | undefined;
  /** Names of header blocks in responses that are understood, in addition to those that the WSDL declares. */
  readonly understood: ReadonlySet<string>;
  /** The addresses that the client and its `with` clients may call. */
  readonly destinations: Destinations;
  /** The address of the call; undefined if it is the client's own. */
  readonly target: Address | undefined;
  /** The certificate of the connections; undefined if it is the client's. */
  readonly ownTls: ConnectTls | undefined;
  readonly features: readonly ClientFeature[];
  readonly log: Interceptors | undefined;
}

/** Returns the settings of one call. Throws a `ConfigurationError`. */
export function readCallOptions<H>(client: CallSettings<H>, options: CallOptions<H>): CallSettings<H> {
  const checkedOptions = checkObject("options", options);
  checkNames(checkedOptions, "call", optionsOf(client.features));
  return settingsOver(client, openGroups(checkedOptions, "call"), {});
}

/** Returns the settings of a `with` client, whose credentials are options of their own names. */
export function readWithOptions<H>(client: CallSettings<H>, options: WithOptions<H>): CallSettings<H> {
  const checkedOptions = checkObject("options", options);
  const names = client.headers instanceof CredentialHeaders ? client.headers.names : [];
  checkNames(checkedOptions, "with", [...names, ...optionsOf(client.features)]);
  const credentials = Object.fromEntries(names.map((name) => [name, ownValue(checkedOptions, name)]));
  return settingsOver(client, openGroups(checkedOptions, "with"), credentials);
}

function settingsOver<H>(before: CallSettings<H>, options: object, credentials: object): CallSettings<H> {
  const { destinations } = before;
  const endpoint = readOption(options, "endpoint", before.endpoint);
  const target = endpoint === before.endpoint || endpoint === undefined ? before.target : destinations.target(endpoint);
  const origin = destinations.origin(target);
  const isElsewhere = origin !== destinations.origin(before.target);
  const client = isElsewhere ? withoutCredentials(before, origin) : before;
  const option = <K extends keyof OfCall>(name: K): OptionValues[K] => readOption(options, name, client[name]);
  const source = ownValue(options, "headers");
  const headers = source === undefined ? client.headers : checkHeaderSource<H>(source);
  const auth = ownValue(options, "auth");
  if (auth !== undefined) checkObject("auth", auth);
  if (auth !== undefined && typeof headers !== "function" && !(headers instanceof CredentialHeaders)) {
    throw new ConfigurationError(
      isElsewhere
        ? `auth needs headers here: the endpoint is at ${origin}, another origin, which gets no headers of the client's own. Set headers too.`
        : "auth is for clients that make their headers by a function, but this client has fixed headers.",
      { reason: "auth-without-function", option: "auth" },
    );
  }
  const withAuth = headers instanceof CredentialHeaders;
  const [understands, logger, faultText] = [option("understands"), option("logger"), option("faultText")];
  const isSameLog = logger === client.logger && faultText === client.faultText;
  const tls = ownValue(options, "tls");
  const allHeaders = withAuth
    ? headers.with((auth as object | undefined) ?? {}, "auth.").with(credentials, "")
    : headers;
  // One object literal, because V8 gives each object that begins with a spread a hidden class of its own, which takes
  // 0.7 KB for each client.
  return {
    endpoint: option("endpoint"),
    extraHeaders: option("extraHeaders"),
    safe: option("safe"),
    signal: readOption(options, "signal", client.signal),
    timeoutMs: option("timeoutMs"),
    deadlineMs: option("deadlineMs"),
    streamIdleMs: option("streamIdleMs"),
    retries: option("retries"),
    retryTimeouts: option("retryTimeouts"),
    maxRequestBytes: option("maxRequestBytes"),
    maxResponseBytes: option("maxResponseBytes"),
    maxStreamBytes: option("maxStreamBytes"),
    priority: option("priority"),
    policy: option("policy"),
    understands,
    logger,
    faultText,
    headers: allHeaders,
    httpHeaders: client.httpHeaders.with(readOption(options, "httpHeaders", undefined), sourceOf(allHeaders)),
    auth: withAuth || auth === undefined ? client.auth : { ...client.auth, ...(auth as CallAuth) },
    destinations,
    target,
    ownTls: tls === undefined ? client.ownTls : destinations.tls(tls),
    features: featuresOver(client.features, options, isElsewhere ? origin : undefined),
    understood: understands === client.understands ? client.understood : understoodBy(understands),
    log: isSameLog ? client.log : logger && logCalls(logger, faultText),
  };
}

/** Returns the settings for another origin, without anything that identifies callers to the client's own service. */
function withoutCredentials<H>(client: CallSettings<H>, origin: string): CallSettings<H> {
  const { headers } = client;
  return {
    ...client,
    headers: headers instanceof CredentialHeaders ? headers.elsewhere(origin) : undefined,
    httpHeaders: HttpHeaderLayers.none,
    extraHeaders: undefined,
    auth: undefined,
    ownTls: undefined,
  };
}

/** With named credentials, an HTTP header function belongs to the tenant of the credentials. */
function sourceOf<H>(headers: HeaderSettings<H>["headers"]): SourceOf {
  return (ask, check) =>
    headers instanceof CredentialHeaders
      ? headers.httpHeaderSource(ask, check)
      : new SharedSources().of("httpHeaders", ask, check, undefined);
}

function understoodBy(understands: OptionValues["understands"] = []): ReadonlySet<string> {
  return understoodNames(understands.map(({ namespace, name }) => ({ namespace, local: name })));
}

function readOption<K extends OptionName>(
  options: object,
  name: K,
  standard: unknown = OPTIONS[name].default,
): OptionValues[K] {
  const value = ownValue(options, name);
  return (value === undefined ? standard : OPTIONS[name].check(OPTIONS[name].path, value)) as OptionValues[K];
}

/** Throws a `ConfigurationError` for fixed header blocks that no operation of the service has. */
export function checkServiceHeaders<H>(service: ServiceNode, { headers }: CallSettings<H>): void {
  if (typeof headers !== "object" || headers === null || headers instanceof CredentialHeaders) return;
  checkHeaderKeys(headers, headerKeys(service), "the service");
}

function checkHeaderSource<H>(value: unknown): CallSettings<H>["headers"] {
  if (value === undefined || value instanceof CredentialHeaders) return value;
  if (typeof value === "function") return value as HeaderSource<H>;
  return checkObject("headers", value) as HeaderSource<H>;
}

/** Client options whose setting differs from their value, for example a parsed address or a computed default. */
interface Resolved {
  readonly soapVersion: "1.1" | "1.2";
  /** Local names of header elements whose text messages may show. */
  readonly plainHeaders: readonly string[];
  readonly proxy: ProxySettings | undefined;
  /** The option is not parsed, because the proxy may differ by origin. */
  readonly proxyOption: string | undefined;
  readonly tls: ConnectTls;
  readonly interceptors: readonly Interceptor[];
  readonly attemptInterceptors: readonly AttemptInterceptor[];
  readonly safeOperations: ReadonlySet<string>;
  readonly admission: readonly Admission[];
  readonly reader: Reader;
}

/** The checked and complete options of a client. */
export interface ClientSettings<H>
  extends CallSettings<H>,
    Omit<OptionValues, keyof CallSettings<H> | keyof Resolved | "namespaces">,
    Resolved {
  readonly fairness: Fairness | undefined;
  readonly service: string;
  readonly address: Address;
  readonly rename: (namespace: string) => string;
  readonly policies: PolicyNode | undefined;
  readonly writer: EnvelopeWriter | undefined;
}

/** The key in the options under which a client factory stores the reader of error messages. */
const READER = Symbol("reader");

/**
 * Marks the options of a client whose users set a `baseUrl`, from which a factory derives `endpoint` and `namespaces`.
 * Error messages then name the options that those users can set. Returns `options`.
 */
export function withBaseUrl<O extends object>(options: O): O {
  return Object.assign(options, { [READER]: OF_BASE_URL });
}

const OF_CLIENT_ITSELF = settingsAt("client");

/** Returns the settings after checking all options. Throws a `ConfigurationError` that names the first wrong one. */
export function readClientOptions<H>(
  service: ServiceNode,
  options: ClientOptions<H>,
  ofWsdl: readonly Feature[],
): ClientSettings<H> {
  const checked = checkObject("options", options);
  const given = openGroups(checked, "client");
  const values: { [name: string]: unknown } = {};
  for (const name of OF_CLIENT_ITSELF) values[name] = readOption(given, name);
  const read = values as OptionValues;
  const soapVersion = readSoapVersion(service, read.soapVersion, read.forceSoapVersion);
  const address = readAddress(service, soapVersion, read.endpoint);
  requireSecure(address, read.allowInsecure, "endpoint");
  const { transport } = read;
  if (transport !== undefined) refuseWithTransport(given);
  const { allowedOrigins = [] } = read;
  const destinations = new Destinations({
    service,
    soapVersion,
    address,
    allowedOrigins,
    isInsecureAllowed: read.allowInsecure,
    hasTransport: transport !== undefined,
  });
  const { validation, logger, admission = [] } = read;
  const headers = checkHeaderSource<H>(read.headers);
  const rename = readNamespaces(service, read.namespaces);
  const { exposeEnvelopes } = read;
  const facts = {
    service,
    port: destinations.port,
    soapVersion,
    envelope: SOAP_TERMS[soapVersion],
    validation,
    rename,
    origin: address.origin,
    exposeEnvelopes,
    opensConnections: transport === undefined,
  };
  const opened = openFeatures(ofWsdl, checked, facts);
  // A writer works for the whole client, and changes nothing else of a call.
  const features = opened.filter(({ open }) => open.writer === undefined);
  checkNames(checked, "client", [...optionsOf(features), READER]);
  return {
    ...read,
    service: service.name,
    policies: policiesOf(service, destinations.port),
    writer: opened.find(({ open }) => open.writer !== undefined)?.open.writer,
    address,
    soapVersion,
    proxyOption: read.proxy,
    proxy: proxyFor(read.proxy, address),
    tls: read.tls === undefined ? {} : checkTls(read.tls),
    rename,
    headers,
    httpHeaders: HttpHeaderLayers.none.with(read.httpHeaders, sourceOf(headers)),
    plainHeaders: headers instanceof CredentialHeaders ? headers.plain : [],
    safeOperations: readOperations(service, read.safeOperations ?? []),
    admission: admission.filter((entry): entry is Admission => !isFairness(entry)),
    fairness: admission.find(isFairness),
    interceptors: (read.interceptors ?? []) as readonly Interceptor[],
    attemptInterceptors: (read.attemptInterceptors ?? []) as readonly AttemptInterceptor[],
    signal: undefined,
    auth: undefined,
    destinations,
    target: undefined,
    ownTls: undefined,
    features,
    understood: understoodBy(read.understands),
    log: logger && logCalls(logger, read.faultText),
    reader: Object.hasOwn(checked, READER) ? (Reflect.get(checked, READER) as Reader) : OF_CLIENT,
  };
}

/** Inherited properties do not count, because another package may have changed Object.prototype. */
function policiesOf(service: ServiceNode, port: PortNode | undefined): PolicyNode | undefined {
  if (port === undefined || !Object.hasOwn(port, "policy")) return undefined;
  if (service.checkPolicy === undefined) throw withoutCode("policies", "checkPolicy");
  return port.policy;
}

function readOperations({ operations }: ServiceNode, listed: readonly string[]): ReadonlySet<string> {
  return new Set(
    listed.map((name, index) => {
      const found = operations.find((each) => each.name === name || each.method === name);
      if (found !== undefined) return found.name;
      const near = nearName(
        name,
        operations.map((each) => each.name),
      );
      const hint = near === undefined ? "" : ` (did you mean ${near}?)`;
      const option = `${OPTIONS.safeOperations.path}[${index}]`;
      throw new ConfigurationError(`${option} is not an operation of the service${hint}.`, {
        reason: "safe-operation-not-there",
        option,
      });
    }),
  );
}

function readSoapVersion(service: ServiceNode, value: unknown, isForced: boolean): "1.1" | "1.2" {
  const spoken = (["1.1", "1.2"] as const).filter((version) =>
    service.ports.some(({ soapVersion }) => soapVersion === version),
  );
  const [first = "1.1"] = spoken;
  if (value === undefined) return first;
  return checkOneOf("soapVersion", value, spoken.length === 0 || isForced ? (["1.1", "1.2"] as const) : spoken);
}

function readAddress(service: ServiceNode, version: "1.1" | "1.2", value: unknown): Address {
  if (value !== undefined) return parseAddress(value, "endpoint");
  // A forced version has no port of its own.
  const port = service.ports.find(({ soapVersion }) => soapVersion === version) ?? service.ports[0];
  if (port === undefined) {
    throw new ConfigurationError(`endpoint is needed, because the WSDL of ${service.name} has no address.`, {
      reason: "endpoint-needed",
      option: "endpoint",
    });
  }
  return parseAddress(port.address, "endpoint");
}

/** The options of the client's own connections, which a transport replaces. */
const OF_CONNECTIONS: readonly OptionName[] = ["connectTimeoutMs", "keepAliveMs", "maxConnectionAgeMs", "proxy", "tls"];

function refuseWithTransport(options: object): void {
  const beside = OF_CONNECTIONS.find((name) => ownValue(options, name) !== undefined);
  if (beside === undefined) return;
  const option = OPTIONS[beside].path;
  throw new ConfigurationError(
    `${option} is about the client's own connections, which transport replaces: set one of the two.`,
    { reason: "connection-option-beside-transport", option },
  );
}

function readNamespaces(service: ServiceNode, value: unknown): (namespace: string) => string {
  if (value === undefined) return (namespace) => namespace;
  const option = OPTIONS.namespaces.path;
  if (typeof value !== "function") throw wrongOption(option, "a function", kindOf(value));
  const declaredNames = new Map<string, string>();
  const rename = (namespace: string): string => {
    const before = declaredNames.get(namespace);
    if (before !== undefined) return before;
    const renamed: unknown = namespace === "" ? "" : ignoreRejection(value(namespace));
    if (typeof renamed !== "string" || (namespace !== "" && !/^[^\s\p{Cc}\p{Cs}<>"]+$/u.test(renamed))) {
      throw new ConfigurationError(
        `${option} must return a namespace: text without blanks, control characters, quotes and angle brackets.`,
        { reason: "namespace-invalid", option },
      );
    }
    declaredNames.set(namespace, renamed);
    return renamed;
  };
  rename(service.targetNamespace);
  return rename;
}

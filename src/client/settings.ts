import { ConfigurationError } from "../errors/configuration-error";
import type { ServiceNode } from "../schema/codec";
import { type Address, parseAddress, requireSecure } from "../transport/address";
import type { ConnectTls } from "../transport/connector";
import { describeKind } from "../transport/describe-kind";
import { chooseProxy, type ProxySettings } from "../transport/proxy";
import {
  checkBoolean,
  checkHttpHeaders,
  checkKnown,
  checkNumber,
  checkObject,
  checkOneOf,
  NUMBER_RANGES,
  wrongOption,
} from "./option-checks";
import type { ClientOptions, HeaderSource, SharedOptions, ValidationMode } from "./options";

type Resolved<T> = { readonly [K in keyof T]-?: NonNullable<T[K]> };

/** What a call goes by: its own options over the client's. */
export interface CallSettings<H> extends Resolved<SharedOptions> {
  readonly headers: HeaderSource<H> | undefined;
  readonly httpHeaders: { readonly [name: string]: string } | undefined;
}

/** The options of a client, checked and complete. */
export interface ClientSettings<H> extends CallSettings<H> {
  readonly address: Address;
  readonly soapVersion: "1.1" | "1.2";
  readonly rename: (namespace: string) => string;
  readonly validation: ValidationMode;
  readonly connectTimeoutMs: number;
  readonly retryDelayMs: number;
  readonly maxRetryDelayMs: number;
  readonly retryBudget: number;
  readonly maxDepth: number;
  readonly maxAttributes: number;
  readonly maxTextLength: number;
  readonly maxNameLength: number;
  readonly maxNames: number;
  readonly maxHeaderBytes: number;
  readonly keepAliveMs: number;
  readonly maxInFlight: number;
  readonly requestsPerSecond: number | undefined;
  readonly proxy: ProxySettings | undefined;
  readonly tls: ConnectTls;
  readonly socketPath: string | undefined;
  readonly compression: boolean;
  readonly allowControlCharacters: boolean;
  readonly exposeEnvelopes: boolean;
}

const KNOWN: ReadonlySet<string> = new Set([
  ...Object.keys(NUMBER_RANGES),
  "endpoint",
  "soapVersion",
  "namespaces",
  "headers",
  "httpHeaders",
  "validation",
  "retryTimeouts",
  "proxy",
  "tls",
  "socketPath",
  "compression",
  "allowInsecure",
  "allowControlCharacters",
  "exposeEnvelopes",
]);

/** Checks every option. Throws a `ConfigurationError` that names the first wrong one. */
export function readClientOptions<H>(service: ServiceNode, options: ClientOptions<H>): ClientSettings<H> {
  const given = checkObject("options", options);
  checkKnown(given, KNOWN, "a client");
  const get = (name: keyof ClientOptions): unknown => Reflect.get(given, name);
  const number = (name: keyof ClientOptions, standard: number): number => {
    const value = get(name);
    return value === undefined ? standard : checkNumber(name, value);
  };
  const flag = (name: keyof ClientOptions, standard: boolean): boolean => {
    const value = get(name);
    return value === undefined ? standard : checkBoolean(name, value);
  };
  const soapVersion = readSoapVersion(service, get("soapVersion"));
  const socketPath = readText("socketPath", get("socketPath"));
  const address = readAddress(service, soapVersion, get("endpoint"));
  requireSecure(address, flag("allowInsecure", false) || socketPath !== undefined, "endpoint");
  const proxy = readText("proxy", get("proxy"));
  if (proxy !== undefined && socketPath !== undefined) {
    throw new ConfigurationError("proxy and socketPath exclude each other.", { option: "proxy" });
  }
  const connections = number("connections", 64);
  const tls = get("tls");
  return {
    address,
    soapVersion,
    socketPath,
    proxy: chooseProxy(proxy, address, process.env),
    tls: tls === undefined ? {} : readTls(tls),
    rename: readNamespaces(service, get("namespaces")),
    headers: checkHeaderSource<H>(get("headers")),
    httpHeaders: get("httpHeaders") === undefined ? undefined : checkHttpHeaders(get("httpHeaders")),
    validation:
      get("validation") === undefined
        ? "standard"
        : checkOneOf("validation", get("validation"), ["strict", "standard", "lenient"]),
    timeoutMs: number("timeoutMs", 30_000),
    deadlineMs: number("deadlineMs", 60_000),
    connectTimeoutMs: number("connectTimeoutMs", 10_000),
    retries: number("retries", 2),
    retryTimeouts: flag("retryTimeouts", false),
    retryDelayMs: number("retryDelayMs", 100),
    maxRetryDelayMs: number("maxRetryDelayMs", 5_000),
    retryBudget: number("retryBudget", 10),
    maxResponseBytes: number("maxResponseBytes", 67_108_864),
    maxStreamBytes: number("maxStreamBytes", 17_179_869_184),
    maxDepth: number("maxDepth", 64),
    maxAttributes: number("maxAttributes", 64),
    maxTextLength: number("maxTextLength", 8_388_608),
    maxNameLength: number("maxNameLength", 1024),
    maxNames: number("maxNames", 5_000),
    maxHeaderBytes: number("maxHeaderBytes", 16_384),
    keepAliveMs: number("keepAliveMs", 4_000),
    // A request holds a connection: more requests at a time than connections would only wait further down.
    maxInFlight: Math.min(number("maxInFlight", connections), connections),
    requestsPerSecond: get("requestsPerSecond") === undefined ? undefined : number("requestsPerSecond", 0),
    compression: flag("compression", true),
    allowControlCharacters: flag("allowControlCharacters", false),
    exposeEnvelopes: flag("exposeEnvelopes", false),
  };
}

export function checkHeaderSource<H>(value: unknown): HeaderSource<H> | undefined {
  if (value === undefined || typeof value === "function") return value as HeaderSource<H> | undefined;
  return checkObject("headers", value) as HeaderSource<H>;
}

function readSoapVersion(service: ServiceNode, value: unknown): "1.1" | "1.2" {
  const spoken = (["1.1", "1.2"] as const).filter((version) =>
    service.ports.some(({ soapVersion }) => soapVersion === version),
  );
  const [first = "1.1"] = spoken;
  if (value === undefined) return first;
  return checkOneOf("soapVersion", value, spoken.length === 0 ? (["1.1", "1.2"] as const) : spoken);
}

function readAddress(service: ServiceNode, version: "1.1" | "1.2", value: unknown): Address {
  if (value !== undefined) return parseAddress(value, "endpoint");
  const port = service.ports.find(({ soapVersion }) => soapVersion === version);
  if (port === undefined) {
    throw new ConfigurationError(`endpoint is needed: the WSDL of ${service.name} has no address.`, {
      option: "endpoint",
    });
  }
  return parseAddress(port.address, "endpoint");
}

function readText(option: "proxy" | "socketPath", value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "string" && value !== "" && !/\p{Cc}/u.test(value)) return value;
  throw wrongOption(
    option,
    "text without control characters",
    typeof value === "string" ? "not such a text" : describeKind(value),
  );
}

/** The certificates are only looked at when there are any: that loads Node's TLS. */
function readTls(value: unknown): ConnectTls {
  const { checkTls } = require("./tls-options") as typeof import("./tls-options");
  return checkTls(value);
}

function readNamespaces(service: ServiceNode, value: unknown): (namespace: string) => string {
  if (value === undefined) return (namespace) => namespace;
  if (typeof value !== "function") throw wrongOption("namespaces", "a function", describeKind(value));
  const known = new Map<string, string>();
  const rename = (namespace: string): string => {
    const before = known.get(namespace);
    if (before !== undefined) return before;
    const renamed: unknown = namespace === "" ? "" : value(namespace);
    if (typeof renamed !== "string" || (namespace !== "" && !/^[^\s\p{Cc}\p{Cs}<>"]+$/u.test(renamed))) {
      throw new ConfigurationError(
        "namespaces must return a namespace: text without blanks, control characters, quotes and angle brackets.",
        { option: "namespaces" },
      );
    }
    known.set(namespace, renamed);
    return renamed;
  };
  rename(service.targetNamespace);
  return rename;
}

/** The options that a client has, `with` changes, and one call sets anew. */
import { ConfigurationError } from "../errors/configuration-error";
import type { CallOptions, WithOptions } from "./client-options";
import { CredentialHeaders } from "./credential-headers";
import type { HttpHeaderLayers } from "./http-header-layers";
import type { Interceptors } from "./interceptors";
import { logCalls } from "./log";
import { checkKnown, checkObject, ownValue } from "./option-checks";
import type { OptionPlace } from "./option-entry";
import { OPTIONS, type OptionName, type OptionValues } from "./option-table";
import type { CallAuth, CallSignal, HeaderSource } from "./options";

/** Those that are the same on a client and on a call. */
export type SharedName =
  | "timeoutMs"
  | "deadlineMs"
  | "streamIdleMs"
  | "retries"
  | "retryTimeouts"
  | "maxRequestBytes"
  | "maxResponseBytes"
  | "maxStreamBytes";

/** What ends a call. */
export interface CallLimits extends Pick<OptionValues, "timeoutMs" | "deadlineMs" | "streamIdleMs"> {
  readonly signal: CallSignal | undefined;
}

/** What a call goes by: its own options over the client's. */
export interface CallSettings<H> extends Pick<OptionValues, SharedName | "logger" | "logLevel">, CallLimits {
  readonly headers: HeaderSource<H> | CredentialHeaders<H> | undefined;
  readonly httpHeaders: HttpHeaderLayers;
  readonly auth: CallAuth | undefined;
  /** Writes the lines of the log; undefined when there is nothing to write to, or nothing is to be written. */
  readonly log: Interceptors | undefined;
}

const NAMES = Object.keys(OPTIONS) as OptionName[];

/** The options of these places. */
export function namesAt(...places: readonly OptionPlace[]): OptionName[] {
  return NAMES.filter((name) => places.includes(OPTIONS[name].place));
}

const OF_CALL: ReadonlySet<string> = new Set(namesAt("both", "call"));
const OF_WITH: ReadonlySet<string> = new Set(namesAt("both", "call", "with"));
/** Those that have a meaning of their own over the client's. */
const LAYERED: ReadonlySet<string> = new Set(["headers", "httpHeaders", "auth"]);
const REPLACED = [...OF_WITH].filter((name) => !LAYERED.has(name)) as (keyof CallSettings<unknown> & OptionName)[];

/** The options of one call over those of its client. Throws a `ConfigurationError`. */
export function readCallOptions<H>(client: CallSettings<H>, options: CallOptions<H> | undefined): CallSettings<H> {
  if (options === undefined) return client;
  const given = checkObject("options", options);
  checkKnown(given, OF_CALL, "a call");
  return settingsOver(client, given, {});
}

/** The options of `with` over those of the client. Credentials are given by their names. Throws a `ConfigurationError`. */
export function readWithOptions<H>(client: CallSettings<H>, options: WithOptions<H>): CallSettings<H> {
  const given = checkObject("options", options);
  const names = client.headers instanceof CredentialHeaders ? client.headers.names : [];
  checkKnown(given, new Set([...OF_WITH, ...names]), "client.with()");
  return settingsOver(client, given, Object.fromEntries(names.map((name) => [name, ownValue(given, name)])));
}

function settingsOver<H>(client: CallSettings<H>, given: object, credentials: object): CallSettings<H> {
  const values: { [name: string]: unknown } = {};
  for (const name of REPLACED) values[name] = readOption(given, name, client[name]);
  const source = ownValue(given, "headers");
  const headers = source === undefined ? client.headers : checkHeaderSource<H>(source);
  const auth = ownValue(given, "auth");
  if (auth !== undefined) checkObject("auth", auth);
  if (auth !== undefined && typeof headers !== "function" && !(headers instanceof CredentialHeaders)) {
    throw new ConfigurationError(
      "auth is for clients that make their headers by a function, but this client has fixed headers.",
      { option: "auth" },
    );
  }
  const withAuth = headers instanceof CredentialHeaders;
  const read = values as unknown as CallSettings<H>;
  const isSameLog = read.logger === client.logger && read.logLevel === client.logLevel;
  return {
    ...read,
    headers: withAuth ? headers.with((auth as object | undefined) ?? {}, "auth.").with(credentials, "") : headers,
    httpHeaders: client.httpHeaders.with(readOption(given, "httpHeaders", undefined)),
    auth: withAuth || auth === undefined ? client.auth : { ...client.auth, ...(auth as CallAuth) },
    log: isSameLog ? client.log : logOf(read),
  };
}

/** What writes the log; undefined when there is no logger. */
export function logOf({ logger, logLevel }: Pick<OptionValues, "logger" | "logLevel">): Interceptors | undefined {
  return logger === undefined ? undefined : logCalls(logger, logLevel);
}

/** The value of an option, checked; `standard` where it is not given. */
export function readOption<K extends OptionName>(
  given: object,
  name: K,
  standard: unknown = OPTIONS[name].standard,
): OptionValues[K] {
  const value = ownValue(given, name);
  return (value === undefined ? standard : OPTIONS[name].check(name, value)) as OptionValues[K];
}

/** Header blocks, or what makes them. */
export function checkHeaderSource<H>(value: unknown): CallSettings<H>["headers"] {
  if (value === undefined || typeof value === "function" || value instanceof CredentialHeaders) {
    return value as CallSettings<H>["headers"];
  }
  return checkObject("headers", value) as HeaderSource<H>;
}

/** Whether a call has to ask functions of the user's for what it goes out with. */
export function asksFor<H>({ headers, httpHeaders }: CallSettings<H>): boolean {
  return (
    httpHeaders.isAsked || (headers instanceof CredentialHeaders ? headers.isAsked : typeof headers === "function")
  );
}

/** The header blocks of a call that does not, by the name of its operation. Throws a `ConfigurationError`. */
export function fixedBlocks<H>({ headers }: CallSettings<H>, operation: string): unknown {
  return headers instanceof CredentialHeaders ? headers.blocks(operation) : headers;
}

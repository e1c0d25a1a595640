import { ConfigurationError } from "../errors/configuration-error";
import { checkBoolean, checkHttpHeaders, checkKnown, checkNumber, checkObject, checkSignal } from "./option-checks";
import type { CallAuth, CallOptions, CallSignal } from "./options";
import { type CallSettings, type ClientSettings, checkHeaderSource } from "./settings";

const NUMBERS = ["timeoutMs", "deadlineMs", "retries", "maxResponseBytes", "maxStreamBytes"] as const;
const KNOWN: ReadonlySet<string> = new Set([...NUMBERS, "retryTimeouts", "signal", "headers", "auth", "httpHeaders"]);

/** What one call was given, checked. */
export class ReadCallOptions<H> {
  readonly settings: CallSettings<H>;
  readonly signal: CallSignal | undefined;
  readonly auth: CallAuth | undefined;

  constructor(settings: CallSettings<H>, signal?: CallSignal, auth?: CallAuth) {
    this.settings = settings;
    this.signal = signal;
    this.auth = auth;
  }
}

/** The options of one call over those of its client. Throws a `ConfigurationError`. */
export function readCallOptions<H>(client: ClientSettings<H>, options: CallOptions<H> | undefined): ReadCallOptions<H> {
  if (options === undefined) return new ReadCallOptions(client);
  const given = checkObject("options", options);
  checkKnown(given, KNOWN, "a call");
  const get = (name: keyof CallOptions): unknown => Reflect.get(given, name);
  const numbers: { [K in (typeof NUMBERS)[number]]?: number } = {};
  for (const name of NUMBERS) {
    const value = get(name);
    if (value !== undefined) numbers[name] = checkNumber(name, value);
  }
  const retryTimeouts = get("retryTimeouts");
  const headers = checkHeaderSource<H>(get("headers"));
  const auth = get("auth");
  if (auth !== undefined) checkObject("auth", auth);
  if (auth !== undefined && typeof (headers ?? client.headers) !== "function") {
    throw new ConfigurationError(
      "auth is for clients that make their headers by a function: this one has fixed headers.",
      {
        option: "auth",
      },
    );
  }
  const httpHeaders = get("httpHeaders");
  const signal = checkSignal(get("signal"));
  const settings: CallSettings<H> = {
    timeoutMs: numbers.timeoutMs ?? client.timeoutMs,
    deadlineMs: numbers.deadlineMs ?? client.deadlineMs,
    retries: numbers.retries ?? client.retries,
    maxResponseBytes: numbers.maxResponseBytes ?? client.maxResponseBytes,
    maxStreamBytes: numbers.maxStreamBytes ?? client.maxStreamBytes,
    retryTimeouts: retryTimeouts === undefined ? client.retryTimeouts : checkBoolean("retryTimeouts", retryTimeouts),
    headers: headers ?? client.headers,
    httpHeaders:
      httpHeaders === undefined ? client.httpHeaders : { ...client.httpHeaders, ...checkHttpHeaders(httpHeaders) },
  };
  return new ReadCallOptions(settings, signal, auth as CallAuth | undefined);
}

/** The options of a sandbox of any service, and their checks at run time. */
import { ConfigurationError } from "soapwright-runtime/errors";
import { checkBoolean, checkFunction, checkOneOf, wrongOption } from "soapwright-runtime/extend";
import { kindOf } from "soapwright-runtime/xsd";
import type { Trouble, TroubleRule } from "../trouble/trouble";
import { type Check, checkCredential, checkedObject, within } from "./checked-object";
import type { ServiceOptions } from "./service-options";

/** How the sandbox sends its responses over HTTP. Each property changes one default. */
export interface HttpBehavior {
  /** Whether responses are compressed with gzip or deflate for callers that accept it, as IIS does. Default false. */
  readonly compression?: boolean | undefined;
  /** Whether responses are sent in chunks instead of with `Content-Length`. Default false. */
  readonly chunked?: boolean | undefined;
  /**
   * With `1.0`, responds as an old proxy does: with the status line `HTTP/1.0`, and it closes the connection. Default
   * `1.1`.
   */
  readonly version?: "1.0" | "1.1" | undefined;
  /** Whether the connection is closed after each response, with `Connection: close`. Default false. */
  readonly close?: boolean | undefined;
  /** Time until an idle connection is closed, in milliseconds. Default 120,000, as in IIS. */
  readonly keepAliveTimeoutMs?: number | undefined;
  /** Rate of responses, in bytes per second. Default: unlimited. */
  readonly bytesPerSecond?: number | undefined;
}

/** The services of a sandbox and how it serves them. Only `services` is required. */
export interface ServiceSandboxOptions {
  readonly services: readonly ServiceOptions[];
  /** The port to listen on. Default 0: a free port. */
  readonly port?: number | undefined;
  /** The interface to listen on. Default `127.0.0.1`. `0.0.0.0` serves the SOAP addresses to other machines too. */
  readonly host?: string | undefined;
  /**
   * Admits every request with this token to the page, the control endpoint and the test form. Without it they admit
   * this machine alone, and nobody if `host` is not the loopback interface.
   */
  readonly controlToken?: string | undefined;
  /**
   * Whether pages of other sites in a browser may call the SOAP addresses, under any name in `Host`. Default false: a
   * request that a page sends without the user's knowledge is refused.
   */
  readonly allowCrossSite?: boolean | undefined;
  /** The base URL of the namespaces, if it is not the sandbox's own address. */
  readonly namespaceBaseUrl?: string | undefined;
  /**
   * Whether a request with a mistake that the real service silently forgives (an unknown or misplaced element, a header
   * child in another namespace, a missing value) gets a fault that names the mistake. Default false: the mistake is
   * reported in `log` and `requests`.
   */
  readonly strict?: boolean | undefined;
  /** False puts stack traces into every fault, as services with `customErrors` off do. Default true. */
  readonly customErrors?: boolean | undefined;
  /** HTTP behavior: compression, chunks, timeouts. */
  readonly http?: HttpBehavior | undefined;
  /** Delay of every response, in milliseconds. Default 0. */
  readonly latencyMs?: number | undefined;
  /** Returns the error to inject into a request, by its number from 1; `undefined` for none. */
  readonly trouble?: (requestNumber: number) => Trouble | undefined;
  /** Errors to inject into the requests that fit: by operation, arguments, sequence or probability. */
  readonly troubleRules?: readonly TroubleRule[] | undefined;
  /** The number of requests to keep in `requests`; fewer if their bodies exceed 64 MB. Default 1000. */
  readonly keepRequests?: number | undefined;
  /** The number of exchanges that the page shows. Default 200; 0 keeps none. */
  readonly keepExchanges?: number | undefined;
  /** Whether the sandbox keeps the process alive until `close`. Default false: the sandbox ends with its process. */
  readonly keepAlive?: boolean | undefined;
  /** Gets a line for each mistake of a request that the real service would silently forgive. */
  readonly log?: ((line: string) => void) | undefined;
}

const list =
  (what: string): Check =>
  (option, value) => {
    if (!Array.isArray(value)) throw wrongOption(option, what, kindOf(value));
  };

const httpChecks: Readonly<Record<keyof HttpBehavior, Check>> = {
  compression: checkBoolean,
  chunked: checkBoolean,
  version: (option, value) => checkOneOf(option, value, ["1.0", "1.1"]),
  close: checkBoolean,
  keepAliveTimeoutMs: within({ least: 1, most: 2_147_483_647, unit: "milliseconds" }),
  bytesPerSecond: within({ least: 1, most: 1_000_000_000, unit: "bytes a second" }),
};

const checks: Readonly<Record<keyof ServiceSandboxOptions, Check>> = {
  services: list("a list of services"),
  port: within({ least: 0, most: 65_535, unit: "port" }),
  host: checkCredential,
  controlToken: checkCredential,
  allowCrossSite: checkBoolean,
  strict: checkBoolean,
  customErrors: checkBoolean,
  http: (option, value) => checkedObject(option, value, httpChecks),
  latencyMs: within({ least: 0, most: 2_147_483_647, unit: "milliseconds" }),
  trouble: checkFunction,
  troubleRules: list("a list of rules"),
  keepRequests: within({ least: 0, most: Number.MAX_SAFE_INTEGER, unit: "requests" }),
  keepExchanges: within({ least: 0, most: 100_000, unit: "exchanges" }),
  keepAlive: checkBoolean,
  log: checkFunction,
  namespaceBaseUrl(option, value) {
    if (typeof value === "string" && URL.canParse(value)) return;
    const example = "https://service.example";
    throw new ConfigurationError(`${option} must be an absolute URL, for example ${example}.`, {
      reason: "sandbox-url",
      option,
    });
  },
};

export function isSandboxOption(name: string): boolean {
  return Object.hasOwn(checks, name);
}

/** Throws a `ConfigurationError` that names the first wrong option. */
export function checkServiceSandboxOptions(options: unknown): void {
  checkedObject("options", options, checks, ["services"], { whose: "a sandbox", start: "" });
}

/** The options of a sandbox of any service, and their checks at run time. */
import { ConfigurationError } from "soapwright-runtime";
import { checkBoolean, checkFunction, kindOf, wrongOption } from "soapwright-runtime/internal";
import { type Check, checkCredential, checkedObject, within } from "./checked-object";
import { checkHttpBehavior, type HttpBehavior } from "./http-options";
import type { ServiceOptions } from "./service-options";
import type { Trouble, TroubleRule } from "./trouble";

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

const checks: Readonly<Record<keyof ServiceSandboxOptions, Check>> = {
  services: list("a list of services"),
  port: within({ least: 0, most: 65_535, unit: "port" }),
  host: checkCredential,
  controlToken: checkCredential,
  allowCrossSite: checkBoolean,
  strict: checkBoolean,
  customErrors: checkBoolean,
  http: checkHttpBehavior,
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
    throw new ConfigurationError(`${option} must be an absolute URL, for example ${example}.`, { option });
  },
};

/** Throws a `ConfigurationError` that names the first wrong option. */
export function checkServiceSandboxOptions(options: unknown): void {
  checkedObject("options", options, checks, ["services"], { whose: "a sandbox", start: "" });
}

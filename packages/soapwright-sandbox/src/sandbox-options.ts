/** The options of a sandbox of any service. */
import type { HttpBehavior } from "./http-options";
import type { ServiceOptions } from "./service-options";
import type { Trouble, TroubleRule } from "./trouble";

/** Options of a sandbox of any service. */
export interface ServiceSandboxOptions {
  readonly services: readonly ServiceOptions[];
  /** Default 0: a free port. */
  readonly port?: number | undefined;
  /** The interface to listen on. Default `127.0.0.1`. `0.0.0.0` serves the SOAP addresses to other machines too. */
  readonly host?: string | undefined;
  /**
   * Opens page, control endpoint and test form to everyone who sends this token; without it they serve this machine alone,
   * and nobody when `host` is not the loopback interface.
   */
  readonly controlToken?: string | undefined;
  /**
   * Serves the SOAP addresses to pages of other sites in a browser, and under any name in `Host`, too. Default false: what a
   * page that somebody opens sends in secret is refused.
   */
  readonly allowCrossSite?: boolean | undefined;
  /** The base URL of the namespaces, where it is not the sandbox's own. */
  readonly namespaceBaseUrl?: string | undefined;
  /**
   * A request with a mistake that the real stack forgives in silence (an unknown or misplaced element, a header child in
   * another namespace, a missing value) is a fault that names the mistake. Default false: it is forgiven, and reported in
   * `log` and `requests`.
   */
  readonly strict?: boolean | undefined;
  /** False shows stack traces in every fault, as services with `customErrors` off do. Default true. */
  readonly customErrors?: boolean | undefined;
  /** How it speaks HTTP: compression, chunks, time-outs. */
  readonly http?: HttpBehavior | undefined;
  /** How long to wait before every response, in milliseconds. Default 0. */
  readonly latencyMs?: number | undefined;
  /** Trouble for a request, by its number from 1; `undefined` for none. */
  readonly trouble?: (requestNumber: number) => Trouble | undefined;
  /** Trouble by operation, arguments, turn or chance. */
  readonly troubleRules?: readonly TroubleRule[] | undefined;
  /** How many requests `requests` keeps: the last ones, and of large ones fewer: 64 MB of bodies. Default 1000. */
  readonly keepRequests?: number | undefined;
  /** How many exchanges the page shows: the last ones. Default 200; 0 keeps none. */
  readonly keepExchanges?: number | undefined;
  /** Keep the process alive until `close`. Default false: the sandbox ends with its process. */
  readonly keepAlive?: boolean | undefined;
  /** Gets a line for each mistake of a request that the real stack would forgive in silence. */
  readonly log?: ((line: string) => void) | undefined;
}

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
   * Opens page, control endpoint and test form to every request with this token; without it they serve this machine
   * alone, and nobody when `host` is not the loopback interface.
   */
  readonly controlToken?: string | undefined;
  /**
   * Serves the SOAP addresses also to pages of other sites in a browser, and under any name in `Host`. Default false:
   * requests that a page sends secretly are refused.
   */
  readonly allowCrossSite?: boolean | undefined;
  /** The base URL of the namespaces, where it is not the sandbox's own. */
  readonly namespaceBaseUrl?: string | undefined;
  /**
   * Makes a request with a mistake that the real stack silently forgives (an unknown or misplaced element, a header
   * child in another namespace, a missing value) a fault that names the mistake. Default false: it is forgiven, and
   * reported in `log` and `requests`.
   */
  readonly strict?: boolean | undefined;
  /** False shows stack traces in every fault, as services with `customErrors` off do. Default true. */
  readonly customErrors?: boolean | undefined;
  /** HTTP behavior: compression, chunks, time-outs. */
  readonly http?: HttpBehavior | undefined;
  /** Delay of every response, in milliseconds. Default 0. */
  readonly latencyMs?: number | undefined;
  /** The error to inject into a request, by its number from 1; `undefined` for none. */
  readonly trouble?: (requestNumber: number) => Trouble | undefined;
  /** Errors to inject by operation, arguments, turn or chance. */
  readonly troubleRules?: readonly TroubleRule[] | undefined;
  /** Number of the last requests in `requests`, fewer if they are large: 64 MB of bodies. Default 1000. */
  readonly keepRequests?: number | undefined;
  /** Number of the last exchanges that the page shows. Default 200; 0 keeps none. */
  readonly keepExchanges?: number | undefined;
  /** Keep the process alive until `close`. Default false: the sandbox ends with its process. */
  readonly keepAlive?: boolean | undefined;
  /** Gets a line for each mistake of a request that the real stack would silently forgive. */
  readonly log?: ((line: string) => void) | undefined;
}

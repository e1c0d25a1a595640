/** Errors to inject: the effects of a network or a failing service on an exchange. */
import type { SandboxFault } from "./fault";

/** Latency of responses, in milliseconds. */
export type Latency =
  | { readonly kind: "fixed"; readonly ms: number }
  | { readonly kind: "uniform"; readonly leastMs: number; readonly mostMs: number }
  /** Most responses are near `medianMs`, a few far above: 99 of 100 take less than `p99Ms`. */
  | { readonly kind: "long-tail"; readonly medianMs: number; readonly p99Ms: number };

/** One injected error, for one POST. */
export type Trouble =
  /** Wait, then respond as usual. In milliseconds. */
  | { readonly kind: "delay"; readonly delayMs: number }
  /** Wait for a time that is drawn for each request, then respond as usual. */
  | { readonly kind: "latency"; readonly latency: Latency }
  /** A response of your own instead of the service's. */
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly contentType?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
    }
  /** An HTTP status with the error page of a web server. */
  | { readonly kind: "status"; readonly status: number; readonly retryAfterSeconds?: number }
  /** An HTML page under status 200, as a proxy or a login in front of the service sends it. */
  | { readonly kind: "html" }
  /** A SOAP fault, in the version of the request. */
  | { readonly kind: "fault"; readonly fault: SandboxFault }
  /** The XML of the Body, in an envelope of the version of the request. */
  | { readonly kind: "body"; readonly xml: string }
  /** The service's own response, with another content type. */
  | { readonly kind: "content-type"; readonly contentType: string }
  /** The service's own response with a tag that is not closed. */
  | { readonly kind: "malformed" }
  /** Only the start of the service's own response, although the head announces all of it. Default: half. */
  | { readonly kind: "truncate"; readonly bytes?: number }
  /** The service's own response, at so many bytes a second. */
  | { readonly kind: "slow"; readonly bytesPerSecond: number }
  /** Break the connection: before the response, after its headers, or in the middle of its body. */
  | { readonly kind: "reset"; readonly when: "before" | "head" | "body" }
  /** These bytes on the socket, head included, then the end of the connection. */
  | { readonly kind: "raw"; readonly bytes: string | Uint8Array }
  /** Never respond. */
  | { readonly kind: "silence" }
  /** Above so many requests a second: status 429, with `Retry-After`. */
  | { readonly kind: "rate-limit"; readonly requestsPerSecond: number; readonly retryAfterSeconds?: number }
  /**
   * Credentials that wear out: after so many calls, or so long after the first one, they are refused with `fault`.
   * Other credentials start anew.
   */
  | { readonly kind: "expire"; readonly calls?: number; readonly afterMs?: number; readonly fault?: SandboxFault };

/** A rule that selects the requests for an injected error. All criteria must fit. */
export interface TroubleRule {
  readonly trouble: Trouble;
  /** Largest number of uses; then the rule is removed. */
  readonly times?: number | undefined;
  /** Every n-th request that fits: 3 skips two and takes the third. */
  readonly every?: number | undefined;
  /** From 0 to 1, drawn from a seeded sequence: the same at every start. */
  readonly probability?: number | undefined;
  /** Name of the operation, as the WSDL or as the client has it. */
  readonly operation?: string | undefined;
  /** Arguments that the request must have, for example `{ OrderId: 1003 }`. */
  readonly where?: Readonly<Record<string, string | number | boolean>> | undefined;
}

/** An active rule. */
export interface ActiveTrouble {
  readonly id: number;
  readonly rule: TroubleRule;
  /** Number of requests that it took. */
  readonly taken: number;
}

/** Errors to inject: the effects of a network or of a failing service on an exchange. */
import type { SandboxFault } from "../asmx/fault";

/** Latency of responses, in milliseconds. */
export type Latency =
  | { readonly kind: "fixed"; readonly ms: number }
  | { readonly kind: "uniform"; readonly leastMs: number; readonly mostMs: number }
  /** A log-normal distribution with this median, and with 99 of 100 responses below `p99Ms`. */
  | { readonly kind: "long-tail"; readonly medianMs: number; readonly p99Ms: number };

/** One injected error, for one POST. */
export type Trouble =
  /** Waits for `delayMs` milliseconds, then responds as usual. */
  | { readonly kind: "delay"; readonly delayMs: number }
  /** Waits for a time that is drawn for each request, then responds as usual. */
  | { readonly kind: "latency"; readonly latency: Latency }
  /** Sends this response instead of the service's. */
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly contentType?: string;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Uint8Array;
    }
  /** Sends an HTTP status with the error page of a web server. */
  | { readonly kind: "status"; readonly status: number; readonly retryAfterSeconds?: number }
  /** Sends an HTML page with status 200, as a proxy or a login page in front of the service does. */
  | { readonly kind: "html" }
  /** Sends a SOAP fault in the SOAP version of the request. */
  | { readonly kind: "fault"; readonly fault: SandboxFault }
  /** Sends this content of the Body, in an envelope of the request's SOAP version. */
  | { readonly kind: "body"; readonly xml: string }
  /** Sends the service's response with another content type. */
  | { readonly kind: "content-type"; readonly contentType: string }
  /** Sends the service's response with a tag that is not closed. */
  | { readonly kind: "malformed" }
  /** Sends only the first `bytes` of the service's response, although `Content-Length` announces all. Default: half. */
  | { readonly kind: "truncate"; readonly bytes?: number }
  /** Sends the service's response at this rate. */
  | { readonly kind: "slow"; readonly bytesPerSecond: number }
  /** Breaks the connection: before the response, after its headers, or in the middle of its body. */
  | { readonly kind: "reset"; readonly when: "before" | "head" | "body" }
  /** Writes these bytes to the socket, instead of status line, headers and body, and closes the connection. */
  | { readonly kind: "raw"; readonly bytes: string | Uint8Array }
  /** Keeps the connection open, and never responds. */
  | { readonly kind: "silence" }
  /** Responds with status 429 and `Retry-After` to requests that exceed `requestsPerSecond`. */
  | { readonly kind: "rate-limit"; readonly requestsPerSecond: number; readonly retryAfterSeconds?: number }
  /**
   * Refuses credentials with `fault` after so many calls with them, or so long after the first one. The count starts
   * at 0 for each set of credentials.
   */
  | { readonly kind: "expire"; readonly calls?: number; readonly afterMs?: number; readonly fault?: SandboxFault };

/** A rule that selects the requests for an injected error. All criteria must match. */
export interface TroubleRule {
  readonly trouble: Trouble;
  /** The largest number of uses, after which the rule is removed. */
  readonly times?: number | undefined;
  /** Selects every n-th request that matches: 3 skips two and takes the third. */
  readonly every?: number | undefined;
  /** The probability from 0 to 1, drawn from a seeded sequence that is the same at every start. */
  readonly probability?: number | undefined;
  /** The name of the operation in the WSDL or in the client. */
  readonly operation?: string | undefined;
  /** Arguments that the request must have, for example `{ OrderId: 1003 }`. */
  readonly where?: Readonly<Record<string, string | number | boolean>> | undefined;
}

/** A rule that a sandbox applies, with its id and the number of its uses. */
export interface ActiveTrouble {
  readonly id: number;
  readonly rule: TroubleRule;
  /** The number of requests that the rule was applied to. */
  readonly taken: number;
}

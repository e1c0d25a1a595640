/** The types of attack cases and of their required outcomes. */
import type { ReasonOf } from "soapwright-runtime/errors";
import type { RawHandler } from "soapwright-testing/transport/raw-server";

/** An outcome of a client. `value`: it returned exactly the right value. `sent`: exactly this was received. */
export type Outcome =
  | "value"
  | "sent"
  | "HttpError"
  | "FaultError"
  | "ConnectionError"
  | "TimeoutError"
  | "ArgumentError"
  | "ConfigurationError"
  | `ResponseError(${ReasonOf<"RESPONSE">})`;

/** The client of a case: that of the employee service's addresses, or that of records with every simple type. */
export type ServiceName = "address" | "record";

/** A response that a client must withstand. */
export interface ResponseAttack {
  readonly name: string;
  readonly outcome: Outcome;
  /** The outcome under lenient validation, for a case whose options ask for strict. Default: the same. */
  readonly lenient?: Outcome;
  readonly serve: RawHandler;
  /** The client of the case. Default `address`. */
  readonly service?: ServiceName;
  /** The expected result, if the outcome is `value`. Default: the usual list. */
  readonly value?: unknown;
  /** A pattern that the error's message must match. */
  readonly says?: RegExp;
  /** Client options in addition to the usual ones. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Returns the address to post to instead of the server's, from its port. */
  readonly endpoint?: (port: number) => string;
  /**
   * The server, if it is not a raw HTTP server: one with a self-signed certificate, or one that takes TLS for invalid
   * HTTP.
   */
  readonly wire?: "tls" | "plain";
  /** The number of calls, one after the other. The outcome of the last one counts. Default 1. */
  readonly calls?: number;
  /** The expected number of requests. Default: the number of calls. */
  readonly requests?: number;
  /** Whether the case needs much time or memory, so that only `make attacks` runs it. */
  readonly slow?: boolean;
}

/** Arguments or options that a caller passes. */
export interface RequestAttack {
  readonly name: string;
  readonly outcome: Outcome;
  /** The client of the case. Default `record`. */
  readonly service?: ServiceName | "costCenter";
  /** Returns the arguments of the call. */
  readonly args?: () => unknown;
  /** Returns the options of the client, from the address of the server. */
  readonly options?: (url: string) => unknown;
  /** Returns the options of the call, only with `address`. */
  readonly callOptions?: (url: string) => unknown;
  /**
   * The texts that the server must receive in Body or Header, by element name. `undefined` stands for a missing
   * element.
   */
  readonly arrives?: Readonly<Record<string, string | undefined>>;
  /** The path of the expected `ArgumentError`, or the option of the `ConfigurationError`. */
  readonly at?: string;
}

/** A class of the shared list with its cases. */
export interface AttackClass<A> {
  readonly name: string;
  readonly attacks: readonly A[];
}

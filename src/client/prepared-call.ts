import { ConfigurationError } from "../errors/configuration-error";
import type { OperationNode } from "../schema/codec";
import type { HttpHeaders, PortOperation, SoapPort } from "../soap/soap-port";
import type { Sender } from "../transport/exchange";
import type { Gate, RetryPolicy } from "../transport/gate";
import type { ResponseHead } from "../transport/response";
import type { CallResponse } from "./call";
import type { Roster } from "./call-life";
import { CallLife } from "./call-life";
import type { CallOptions } from "./client-options";
import type { InterceptedCall } from "./interceptors";
import type { ClientSettings } from "./settings";
import { type CallSettings, readCallOptions } from "./settings";

/** What all calls of one client share. */
export interface ClientCore<H> {
  readonly settings: ClientSettings<H>;
  /** What a call goes by that sets nothing itself: of a client of `with`, over the settings. */
  readonly defaults: CallSettings<H>;
  readonly port: SoapPort;
  readonly sender: Sender;
  readonly gate: Gate;
  readonly policy: RetryPolicy;
  readonly interception: Intercepting;
  readonly running: Roster<CallLife>;
  /** The client is closed: no more calls. */
  readonly closed: boolean;
  /** The client was closed by force: calls in flight are being ended. */
  readonly isForced: boolean;
  /** The service has answered one call with a result. */
  answered: boolean;
  /** Called when a call has ended. */
  onEnd(): void;
}

/** One request of a call, for whoever stands around it. */
export interface RunnableAttempt {
  httpHeaders: HttpHeaders;
  readonly head: ResponseHead | undefined;
  /** Length of the envelope and of the body that has come so far, in bytes. */
  readonly requestBytes: number;
  readonly responseBytes: number;
  /** The response was read to its end. */
  readonly isComplete: boolean;
  readonly requestId: string | undefined;
  run(): Promise<void>;
}

/** Runs calls and their requests inside the interceptors that there are. Rejects with a `ServiceError`. */
export interface Intercepting {
  /** Whether there are none around the call just now. */
  isPlain<H>(call: PreparedCall<H>): boolean;
  call<H>(call: PreparedCall<H>, run: () => Promise<CallResponse<unknown>>): Promise<CallResponse<unknown>>;
  attempt<H>(call: PreparedCall<H>, attempt: RunnableAttempt): Promise<unknown>;
}

/** A call whose arguments and options have been read. */
export class PreparedCall<H> {
  readonly core: ClientCore<H>;
  readonly operation: OperationNode;
  readonly args: unknown;
  readonly settings: CallSettings<H>;
  readonly life: CallLife;
  /** Added to each request. Interceptors may set others. */
  httpHeaders: HttpHeaders;
  /** The items of its result are handed over one by one. */
  streaming = false;
  /** The reader of its items has left before their end. */
  left = false;
  /** The call as its interceptors have got it. */
  seen: InterceptedCall | undefined;
  /** Where a stream was made: its call runs apart from whoever reads it. */
  origin: string | undefined;
  readonly #plan: PortOperation | undefined;
  readonly #body: string = "";
  /** What is wrong with the arguments or options. */
  readonly #failure: unknown;

  constructor(core: ClientCore<H>, operation: OperationNode, args: unknown, options: CallOptions<H> | undefined) {
    this.core = core;
    this.operation = operation;
    this.args = args;
    let settings: CallSettings<H> = core.defaults;
    try {
      if (core.closed) throw closedError();
      this.#plan = core.port.operation(operation);
      settings = readCallOptions(core.defaults, options);
      this.#body = this.#plan.request.encodeBody(args);
    } catch (error) {
      this.#failure = error;
    }
    this.settings = settings;
    this.httpHeaders = settings.httpHeaders.fixed;
    this.life = new CallLife(settings);
  }

  /** What was read. Throws what was wrong with it. */
  get message(): { readonly plan: PortOperation; readonly body: string } {
    if (this.#plan === undefined || this.#failure !== undefined) throw this.#failure;
    return { plan: this.#plan, body: this.#body };
  }
}

export function closedError(): ConfigurationError {
  return new ConfigurationError("The client is closed. Make a new one.", { option: "close" });
}

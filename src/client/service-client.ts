/// <reference lib="esnext.disposable" preserve="true" />
import type { OperationNode, ServiceNode } from "../schema/nodes";
import type { SoapClient } from "../soap/soap-client";
import type { Call } from "./call";
import type { CallOptions, ClientOptions } from "./options";

/** How `close` ends a client. */
export interface CloseOptions {
  /** End calls in flight with an `AbortError` instead of waiting for them. Default false. */
  readonly force?: boolean;
}

/** Base of every generated client: one service, one SOAP version, one endpoint, one pool of connections. */
export abstract class ServiceClient<H = unknown> {
  /** node-soap's client under this one: events, security, further headers. */
  readonly soap: SoapClient;

  /** Throws a `ConfigurationError` for an option that is wrong. Nothing is connected yet. */
  constructor(_service: ServiceNode, _options: ClientOptions<H>) {
    throw new TypeError("under construction");
  }

  /** Starts a call. Arguments are read before it returns; whatever is wrong with them rejects the call. */
  protected call<R>(_operation: OperationNode, _args: unknown, _options?: CallOptions<H>): Call<R> {
    throw new TypeError("under construction");
  }

  /** The items of a list result, decoded while bytes arrive. Nothing is sent before the first item is asked for. */
  protected stream<I>(_operation: OperationNode, _args: unknown, _options?: CallOptions<H>): AsyncIterable<I> {
    throw new TypeError("under construction");
  }

  /** Waits for calls in flight, then closes all connections. Later calls reject with a `ConfigurationError`. */
  close(_options?: CloseOptions): Promise<void> {
    throw new TypeError("under construction");
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/// <reference lib="esnext.disposable" preserve="true" />
import { AbortError } from "../errors/abort-error";
import type { Operation, ServiceNode } from "../schema/codec";
import type { SoapClient } from "../soap/soap-client";
import { SoapPort } from "../soap/soap-port";
import { Transport } from "../transport/transport";
import { ReaderPlan } from "../xml/reader-options";
import { Call, type CallResponse } from "./call";
import { CallRun, type ClientCore } from "./call-run";
import { ItemStream } from "./item-stream";
import type { CallOptions, ClientOptions } from "./options";
import { Roster } from "./roster";
import { type ClientSettings, readClientOptions } from "./settings";

/** How `close` ends a client. */
export interface CloseOptions {
  /** End calls in flight with an `AbortError` instead of waiting for them. Default false. */
  readonly force?: boolean;
}

/** Base of every generated client: one service, one SOAP version, one endpoint, one pool of connections. */
export abstract class ServiceClient<H = unknown> {
  readonly #core: ClientCore<H>;
  readonly #transport: Transport;
  #onIdle: (() => void) | undefined;
  #closing: Promise<void> | undefined;

  /** Throws a `ConfigurationError` for an option that is wrong. Nothing is connected yet. */
  constructor(service: ServiceNode, options: ClientOptions<H>) {
    const settings = readClientOptions(service, options);
    this.#transport = new Transport(settings);
    const port = openPort(service, settings, this.#transport);
    this.#core = {
      settings,
      port,
      running: new Roster(),
      closed: false,
      answered: false,
      onEnd: () => {
        if (this.#core.running.size === 0) this.#onIdle?.();
      },
    };
  }

  /** node-soap's client under this one: events, security, further headers. */
  get soap(): SoapClient {
    return this.#core.port.client;
  }

  /** Starts a call. Arguments are read before it returns; whatever is wrong with them rejects the call. */
  protected call<A, R, O, F, B>(
    operation: Operation<A, R, O, F, B>,
    args: NoInfer<A>,
    options?: CallOptions<H>,
  ): Call<R> {
    let run: CallRun<H> | undefined;
    return new Call<R>(
      (resolve, reject) => {
        run = new CallRun(this.#core, operation, (error, result) => {
          if (error === undefined) resolve(result as R);
          else reject(error);
        });
        if (run.prepare(args, options)) run.start();
      },
      () => (run as CallRun<H>).response() as Omit<CallResponse<R>, "result">,
    );
  }

  /**
   * The items of a list result, decoded while bytes arrive. Arguments are read at once; the request is sent when the first
   * item is asked for. Can be gone through once.
   */
  protected stream<A, I, O, F, B>(
    operation: Operation<A, I[], O, F, B>,
    args: NoInfer<A>,
    options?: CallOptions<H>,
  ): AsyncIterableIterator<I> {
    return new ItemStream<H, I>(this.#core, operation, args, options);
  }

  /** Waits for calls in flight, then closes all connections. Later calls reject with a `ConfigurationError`. */
  close(options: CloseOptions = {}): Promise<void> {
    this.#core.closed = true;
    this.#closing ??= this.#close();
    if (options.force === true) {
      for (const run of this.#core.running.all()) run.cancel(new AbortError("The client was closed."));
    }
    return this.#closing;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #close(): Promise<void> {
    if (this.#core.running.size > 0) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    await this.#transport.close();
  }
}

function openPort<H>(service: ServiceNode, settings: ClientSettings<H>, transport: Transport): SoapPort {
  const { maxDepth, maxAttributes, maxTextLength, maxNameLength, maxNames, allowControlCharacters } = settings;
  return new SoapPort({
    service,
    transport,
    soapVersion: settings.soapVersion,
    location: settings.address.display,
    rename: settings.rename,
    validation: settings.validation,
    reading: new ReaderPlan({
      limits: { maxDepth, maxAttributes, maxTextLength, maxNameLength, maxNames },
      allowControlCharacters,
    }),
    exposeEnvelopes: settings.exposeEnvelopes,
    compression: settings.compression,
  });
}

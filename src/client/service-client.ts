/// <reference lib="esnext.disposable" preserve="true" />
import { AbortError } from "../errors/abort-error";
import type { Operation, ServiceNode } from "../schema/codec";
import type { SoapClient } from "../soap/soap-client";
import { SoapPort } from "../soap/soap-port";
import { Gate } from "../transport/gate";
import { HttpSender } from "../transport/http-sender";
import { RetryPolicy } from "../transport/retry-policy";
import { ReaderPlan } from "../xml/reader-options";
import { Call, type CallResponse } from "./call";
import type { CallOptions, ClientOptions } from "./client-options";
import { captureStack } from "./failure";
import { Interception } from "./interception";
import { ItemStream } from "./item-stream";
import { ownValue } from "./option-checks";
import { type ClientCore, PreparedCall } from "./prepared-call";
import { Roster } from "./roster";
import { runCall } from "./run-call";
import { type ClientSettings, readClientOptions } from "./settings";
import { runInSlices } from "./slices";

/** How `close` ends a client. */
export interface CloseOptions {
  /** End calls in flight with an `AbortError` instead of waiting for them. Default false. */
  readonly force?: boolean;
}

/**
 * The items of a list result, one at a time. Can be gone through once. Leave it with `return()`, `break` or `await using`:
 * then its call ends and its connection is closed.
 */
export interface ItemIterator<I> extends AsyncIterableIterator<I> {
  next(): Promise<IteratorResult<I, undefined>>;
  return(): Promise<IteratorResult<I, undefined>>;
  throw(error: unknown): Promise<IteratorResult<I, undefined>>;
  [Symbol.asyncIterator](): ItemIterator<I>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** What a client was made of. */
export interface ClientParts {
  readonly service: ServiceNode;
  readonly settings: Omit<ClientSettings<unknown>, "headers">;
}

/** What `client` was made of, for whoever examines it. */
export let partsOf: <H>(client: ServiceClient<H>) => ClientParts;

/** Base of every generated client: one service, one SOAP version, one endpoint, one set of connections. */
export abstract class ServiceClient<H = unknown> {
  static {
    partsOf = (client) => ({ service: client.#service, settings: client.#core.settings });
  }

  readonly #service: ServiceNode;
  readonly #core: ClientCore<H>;
  #onIdle: (() => void) | undefined;
  #closing: Promise<void> | undefined;

  /** Throws a `ConfigurationError` for an option that is wrong. Nothing is connected yet. */
  constructor(service: ServiceNode, options: ClientOptions<H>) {
    const settings = readClientOptions(service, options);
    this.#service = service;
    const { sender, setTls } = openSender(settings);
    this.#core = {
      settings,
      sender,
      port: openPort(service, settings, setTls),
      gate: new Gate({
        places: settings.maxInFlight,
        perSecond: settings.requestsPerSecond,
        maxQueued: settings.maxQueued,
      }),
      policy: new RetryPolicy(settings),
      interception: new Interception(settings),
      running: new Roster(),
      closed: false,
      isForced: false,
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
    const call = new PreparedCall(this.#core, operation, args, options);
    const { interception } = this.#core;
    const response = interception.isPlain ? runCall(call) : interception.call(call, () => runCall(call));
    return Call.of(response as Promise<CallResponse<R>>);
  }

  /**
   * The items of a list result, decoded while bytes arrive. Arguments are read at once; the request is sent when the first
   * item is asked for. Can be gone through once.
   */
  protected stream<A, I, O, F, B>(
    operation: Operation<A, I[], O, F, B>,
    args: NoInfer<A>,
    options?: CallOptions<H>,
  ): ItemIterator<I> {
    const call = new PreparedCall(this.#core, operation, args, options);
    call.streaming = true;
    call.origin = captureStack(this.stream);
    return new ItemStream<H, I>(call);
  }

  /**
   * Waits for calls in flight, then closes all connections. A stream that is left alone is given two seconds. Later calls
   * reject with a `ConfigurationError`.
   */
  close(options: CloseOptions = {}): Promise<void> {
    const core = this.#core;
    core.closed = true;
    this.#closing ??= this.#close();
    core.isForced ||= ownValue(options, "force") === true;
    for (const life of core.running.all()) {
      if (core.isForced) runInSlices(() => life.cancel(new AbortError("The client was closed.")));
      else life.onClosing();
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
    await this.#core.sender.close();
  }
}

function openSender<H>(settings: ClientSettings<H>): Pick<ClientCore<H>, "sender"> & { setTls: HttpSender["setTls"] } {
  const { transport, address } = settings;
  if (transport === undefined) {
    const sender = new HttpSender(settings);
    return { sender, setTls: (tls) => sender.setTls(tls) };
  }
  const { GivenSender } = require("../transport/given-sender") as typeof import("../transport/given-sender");
  return { sender: new GivenSender(transport, address.origin + address.path, address.display), setTls() {} };
}

function openPort<H>(service: ServiceNode, settings: ClientSettings<H>, setTls: HttpSender["setTls"]): SoapPort {
  const { maxDepth, maxAttributes, maxTextLength, maxNameLength, maxNames, allowControlCharacters } = settings;
  const { address } = settings;
  return new SoapPort({
    service,
    setTls,
    soapVersion: settings.soapVersion,
    location: address.display,
    query: address.path.includes("?") ? address.path.slice(address.path.indexOf("?")) : "",
    rename: settings.rename,
    validation: settings.validation,
    reading: new ReaderPlan({
      limits: { maxDepth, maxAttributes, maxTextLength, maxNameLength, maxNames },
      allowControlCharacters,
      forgiving: settings.validation !== "strict",
    }),
    exposeEnvelopes: settings.exposeEnvelopes,
    compression: settings.compression,
    plainHeaders: settings.plainHeaders,
  });
}

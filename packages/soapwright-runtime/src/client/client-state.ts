/** What the calls of one client share, and one call of it. */
import { AbortError } from "../errors/abort-error";
import { ConfigurationError } from "../errors/configuration-error";
import type { CallFeature, Packaging, PartsOut } from "../feature";
import type { OperationNode, ServiceNode } from "../schema/codec";
import type { Secrets } from "../soap/mask";
import type { SoapClient } from "../soap/soap-client";
import type { HttpHeaders, PortOperation, SoapPort } from "../soap/soap-port";
import type { Address } from "../transport/address";
import type { ResponseHead, Sender } from "../transport/exchange";
import { ActiveCalls, CallLife, type RosterEntry } from "./call-life";
import type { CredentialFetches } from "./credential-fetches";
import { CredentialHeaders } from "./credential-headers";
import { featuresOf, understoodBy } from "./features";
import type { CallResponse, InterceptedCall } from "./interceptors";
import { writeNote } from "./log";
import type { OriginLimits } from "./origin-limits";
import type { RetryPolicy } from "./retry-policy";
import { type CallSettings, type ClientSettings, readCallOptions } from "./settings";
import { runInSlices } from "./yield-to-event-loop";

/** What a client and those that its `with` has made share. */
interface SharedParts<H> {
  /** The tables of the service. */
  readonly service: ServiceNode;
  readonly settings: ClientSettings<H>;
  readonly port: SoapPort;
  readonly sender: Sender;
  readonly lanes: OriginLimits;
  readonly policy: RetryPolicy;
  readonly interception: Intercepting;
  readonly fetches: CredentialFetches;
}

/** The calls of a client of `with`, which has its place among the busy ones while there are some. */
class RunningCalls<T extends RosterEntry> extends ActiveCalls<CallLife> {
  readonly #busy: ActiveCalls<T>;
  readonly #owner: T;

  /** No function: there may be very many clients. */
  constructor(busy: ActiveCalls<T>, owner: T) {
    super();
    this.#busy = busy;
    this.#owner = owner;
  }

  override add(life: CallLife): void {
    if (this.size === 0) this.#busy.add(this.#owner);
    super.add(life);
  }
}

/**
 * What the calls of one client share. The first client owns connections, limits and plans; a client of `with` has options
 * and calls of its own, and is known to the first one only while it has calls, so that it costs nothing once it is dropped.
 */
export class ClientState<H> implements SharedParts<H>, RosterEntry {
  place = -1;
  readonly service: ServiceNode;
  readonly settings: ClientSettings<H>;
  readonly sender: Sender;
  /** For requests to the client's own origin with its own certificate. */
  readonly ownSender: Sender;
  readonly lanes: OriginLimits;
  readonly policy: RetryPolicy;
  readonly interception: Intercepting;
  readonly fetches: CredentialFetches;
  /** That of the client it was made of, until its own `soap` is asked for. */
  #port: SoapPort;
  #ownsPort: boolean;
  #portOrigin: string;
  /** What a call goes by that sets nothing itself: of a client of `with`, over the settings. */
  readonly defaults: CallSettings<H>;
  readonly running: ActiveCalls<CallLife>;
  readonly #first: ClientState<H>;
  /** Those of `with` that have calls: the first client's. */
  readonly #busy: ActiveCalls<ClientState<H>>;
  #isClosed = false;
  #isForced = false;
  #hasResponded = false;
  #noted: Set<string> | undefined;
  #onIdle: (() => void) | undefined;
  #closing: Promise<void> | undefined;
  /** Told when the first client is closed. */
  onClosed: (() => void) | undefined;

  /** The core of a first client; with `first`, one that shares the parts of that one. */
  constructor(parts: SharedParts<H>, defaults: CallSettings<H>, first?: ClientState<H>) {
    this.service = parts.service;
    this.settings = parts.settings;
    this.#port = parts.port;
    this.#ownsPort = first === undefined;
    this.#portOrigin = parts instanceof ClientState ? parts.#portOrigin : parts.settings.address.origin;
    this.sender = parts.sender;
    this.ownSender = parts.sender.own ?? parts.sender;
    this.lanes = parts.lanes;
    this.policy = parts.policy;
    this.interception = parts.interception;
    this.fetches = parts.fetches;
    this.defaults = defaults;
    this.#first = first ?? this;
    this.#busy = first === undefined ? new ActiveCalls() : first.#busy;
    this.running = first === undefined ? new ActiveCalls() : new RunningCalls(this.#busy, this);
  }

  /** The origin that what was set on `soap` is for. */
  get portOrigin(): string {
    return this.#portOrigin;
  }

  get port(): SoapPort {
    return this.#port;
  }

  /** node-soap's client of this client alone: of a client of `with`, made when it is first asked for. */
  get soap(): SoapClient {
    if (!this.#ownsPort) {
      const { origin } = this.defaults.target ?? this.settings.address;
      this.#port = this.#port.own(origin !== this.#portOrigin);
      this.#portOrigin = origin;
    }
    this.#ownsPort = true;
    return this.#port.client;
  }

  /** The core of a client of `with`: it is closed from the start where this one is. */
  with(defaults: CallSettings<H>): ClientState<H> {
    const core = new ClientState<H>(this, defaults, this.#first);
    core.#isClosed = this.#isClosed;
    return core;
  }

  /** The client is closed: no more calls. */
  get closed(): boolean {
    return this.#isClosed || this.#first.#isClosed;
  }

  /** The client was closed by force: calls in flight are being ended. */
  get isForced(): boolean {
    return this.#isForced || this.#first.#isForced;
  }

  /** The service has returned a result to one call. */
  get responded(): boolean {
    return this.#first.#hasResponded;
  }

  /** A call has a result. */
  succeeded(): void {
    if (this.policy.owes) this.policy.responded();
    this.#first.#hasResponded = true;
  }

  /** Writes `note` to the log, once. */
  note(call: PreparedCall<H>, note: string): void {
    const first = this.#first;
    if (first.#noted?.has(note) === true || call.settings.logger === undefined) return;
    first.#noted ??= new Set();
    first.#noted.add(note);
    writeNote(call.settings, call.operation.name, note);
  }

  /** Called when a call has ended. */
  onEnd(): void {
    if (this.running.size > 0) return;
    this.#busy.delete(this);
    if (this.#isIdle) this.#onIdle?.();
    if (this.#first !== this && this.#first.#isIdle) this.#first.#onIdle?.();
  }

  /** Waits for the calls, or ends them by force. The first client waits for those of all, and then closes connections. */
  close(isForced: boolean): Promise<void> {
    this.#isClosed = true;
    this.#closing ??= this.#end();
    this.#isForced ||= isForced;
    for (const core of this.#first === this ? [this, ...this.#busy.all()] : [this]) core.#endCalls();
    return this.#closing;
  }

  #endCalls(): void {
    for (const life of this.running.all()) {
      if (this.isForced) runInSlices(() => life.cancel(new AbortError("The client was closed.")));
      else life.onClosing();
    }
  }

  async #end(): Promise<void> {
    if (!this.#isIdle) {
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    }
    if (this.#first !== this) return;
    this.lanes.close();
    this.onClosed?.();
    await this.sender.close();
  }

  /** Neither it nor, where it is the first, one of `with` has calls. */
  get #isIdle(): boolean {
    return this.running.size === 0 && (this.#first !== this || this.#busy.size === 0);
  }
}

/** One request of a call, for whoever stands around it. */
export interface RunnableAttempt {
  httpHeaders: HttpHeaders;
  /** How long it waited for its turn, in milliseconds. */
  readonly queuedMs: number;
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
  readonly core: ClientState<H>;
  readonly operation: OperationNode;
  readonly args: unknown;
  readonly settings: CallSettings<H>;
  readonly life: CallLife;
  /** Added to each request. Interceptors may set others. */
  httpHeaders: HttpHeaders;
  /** The items of its result are handed over one by one. */
  readonly streaming: boolean;
  /** Those that have to do with it: of a plain call none. */
  readonly features: readonly CallFeature[] = NO_FEATURES;
  /** The reader of its items has left before their end. */
  left = false;
  /** The call as its interceptors have got it. */
  seen: InterceptedCall | undefined;
  /** Where a stream was made: its call runs apart from whoever reads it. */
  origin: string | undefined;
  /** Asked for once: what it is when a request begins holds when that ends. */
  #tenant: unknown;
  readonly secrets: Secrets;
  readonly #plan: PortOperation | undefined;
  readonly #body: string = "";
  /** What is wrong with the arguments or options. */
  readonly #failure: unknown;

  constructor(
    core: ClientState<H>,
    operation: OperationNode,
    args: unknown,
    options: object | undefined,
    streaming = false,
  ) {
    this.core = core;
    this.operation = operation;
    this.args = args;
    this.streaming = streaming;
    this.secrets = core.port.secrets();
    let settings: CallSettings<H> = core.defaults;
    try {
      if (core.closed) throw closedError();
      this.#plan = core.port.operation(operation);
      if (options !== undefined) settings = readCallOptions(core.defaults, options);
    } catch (error) {
      this.#failure = error;
    }
    this.settings = settings;
    this.httpHeaders = settings.httpHeaders.fixed;
    this.life = new CallLife(settings);
    if (this.#failure !== undefined) return;
    try {
      if (settings.features.length > 0) this.features = featuresOf(this);
      this.#body = this.plan.request.encodeBody(args, this.packaging?.out);
    } catch (error) {
      this.#failure = error;
    }
  }

  get plan(): PortOperation {
    if (this.#plan === undefined) throw this.#failure;
    return this.#plan;
  }

  /** What travels beside its envelopes. */
  get packaging(): Packaging | undefined {
    for (const { packaging } of this.features) if (packaging !== undefined) return packaging;
    return undefined;
  }

  /** The header blocks of the response that are understood, beside those that the WSDL declares. */
  get understood(): ReadonlySet<string> {
    const { understood } = this.settings;
    return this.features.length === 0 ? understood : understoodBy(understood, this.features);
  }

  /** Whose queue it waits in, and whose limits it counts for. Throws a `ConfigurationError` where the user's rule is wrong. */
  get tenant(): unknown {
    this.#tenant ??= this.#askTenant();
    return this.#tenant;
  }

  get priority(): "low" | "normal" {
    return this.settings.priority;
  }

  #askTenant(): unknown {
    const { core, operation, args, settings } = this;
    const own = core.settings.fairness?.keyOf({ operation: operation.name, args });
    if (own !== undefined) return own;
    return settings.headers instanceof CredentialHeaders ? (settings.headers.tenant ?? core) : core;
  }

  /** Where it goes. */
  get address(): Address {
    return this.settings.target ?? this.core.settings.address;
  }

  /** It changes nothing at the service: it may be repeated after it may have reached it. */
  get isSafe(): boolean {
    const { operation, settings, core } = this;
    return settings.safe ?? (operation.safe || core.settings.safeOperations.has(operation.name));
  }

  /** Throws what is wrong with its arguments or options. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** What was read. */
  get message(): { readonly plan: PortOperation; readonly body: string; readonly parts: PartsOut | undefined } {
    const out = this.packaging?.out;
    return { plan: this.plan, body: this.#body, parts: out?.goesAlone === true ? undefined : out };
  }
}

const NO_FEATURES: readonly CallFeature[] = [];

export function closedError(): ConfigurationError {
  return new ConfigurationError("The client is closed. Make a new one.", { option: "close" });
}

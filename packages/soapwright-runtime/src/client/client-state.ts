/** The state that the calls of one client share, and the state of one call. */
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
import type { LimitsByOrigin } from "./origin-limits";
import type { RetryPolicy } from "./retry-policy";
import { type CallSettings, type ClientSettings, readCallOptions } from "./settings";
import { runInSlices } from "./yield-to-event-loop";

interface SharedParts<H> {
  readonly service: ServiceNode;
  readonly settings: ClientSettings<H>;
  readonly port: SoapPort;
  readonly sender: Sender;
  readonly limits: LimitsByOrigin;
  readonly policy: RetryPolicy;
  readonly interception: Intercepting;
  readonly fetches: CredentialFetches;
}

/** The active calls of a `with` client. While it has any, the client is in the first client's set of busy clients. */
class RunningCalls<T extends RosterEntry> extends ActiveCalls<CallLife> {
  readonly #busy: ActiveCalls<T>;
  readonly #owner: T;

  /** @param owner The client of the calls. Not a closure, because there may be very many clients. */
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
 * The state that the calls of one client share. The first client owns connections, limits and plans. A `with` client
 * owns its options and calls. The first client references it only while it has calls, so that it can be collected once
 * it is dropped.
 */
export class ClientState<H> implements SharedParts<H>, RosterEntry {
  place = -1;
  readonly service: ServiceNode;
  readonly settings: ClientSettings<H>;
  readonly sender: Sender;
  readonly ownSender: Sender;
  readonly limits: LimitsByOrigin;
  readonly policy: RetryPolicy;
  readonly interception: Intercepting;
  readonly fetches: CredentialFetches;
  /** Shared with the parent client until `soap` is first read (copy on write). */
  #port: SoapPort;
  #ownsPort: boolean;
  #portOrigin: string;
  /** A `with` client's defaults override `settings`. */
  readonly defaults: CallSettings<H>;
  readonly running: ActiveCalls<CallLife>;
  readonly #first: ClientState<H>;
  readonly #busy: ActiveCalls<ClientState<H>>;
  #isClosed = false;
  #isForced = false;
  #hasResponded = false;
  #noted: Set<string> | undefined;
  #onIdle: (() => void) | undefined;
  #closing: Promise<void> | undefined;
  onClosed: (() => void) | undefined;

  constructor(parts: SharedParts<H>, defaults: CallSettings<H>, first?: ClientState<H>) {
    this.service = parts.service;
    this.settings = parts.settings;
    this.#port = parts.port;
    this.#ownsPort = first === undefined;
    this.#portOrigin = parts instanceof ClientState ? parts.#portOrigin : parts.settings.address.origin;
    this.sender = parts.sender;
    this.ownSender = parts.sender.ownSender ?? parts.sender;
    this.limits = parts.limits;
    this.policy = parts.policy;
    this.interception = parts.interception;
    this.fetches = parts.fetches;
    this.defaults = defaults;
    this.#first = first ?? this;
    this.#busy = first === undefined ? new ActiveCalls() : first.#busy;
    this.running = first === undefined ? new ActiveCalls() : new RunningCalls(this.#busy, this);
  }

  get portOrigin(): string {
    return this.#portOrigin;
  }

  get port(): SoapPort {
    return this.#port;
  }

  /** A `with` client creates it on first use. */
  get soap(): SoapClient {
    if (!this.#ownsPort) {
      const { origin } = this.defaults.target ?? this.settings.address;
      this.#port = this.#port.derive(origin !== this.#portOrigin);
      this.#portOrigin = origin;
    }
    this.#ownsPort = true;
    return this.#port.client;
  }

  with(defaults: CallSettings<H>): ClientState<H> {
    const core = new ClientState<H>(this, defaults, this.#first);
    core.#isClosed = this.#isClosed;
    return core;
  }

  get closed(): boolean {
    return this.#isClosed || this.#first.#isClosed;
  }

  get isForced(): boolean {
    return this.#isForced || this.#first.#isForced;
  }

  get responded(): boolean {
    return this.#first.#hasResponded;
  }

  succeeded(): void {
    if (this.policy.owes) this.policy.responded();
    this.#first.#hasResponded = true;
  }

  note(call: PreparedCall<H>, note: string): void {
    const first = this.#first;
    if (first.#noted?.has(note) === true || call.settings.logger === undefined) return;
    first.#noted ??= new Set();
    first.#noted.add(note);
    writeNote(call.settings, call.operation.name, note);
  }

  onEnd(): void {
    if (this.running.size > 0) return;
    this.#busy.delete(this);
    if (this.#isIdle) this.#onIdle?.();
    if (this.#first !== this && this.#first.#isIdle) this.#first.#onIdle?.();
  }

  /** The first client does this for all clients, and then closes connections. */
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
    this.limits.close();
    this.onClosed?.();
    await this.sender.close();
  }

  get #isIdle(): boolean {
    return this.running.size === 0 && (this.#first !== this || this.#busy.size === 0);
  }
}

/** One request of a call, which interceptors wrap. */
export interface RunnableAttempt {
  httpHeaders: HttpHeaders;
  readonly queuedMs: number;
  readonly head: ResponseHead | undefined;
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly isComplete: boolean;
  readonly requestId: string | undefined;
  run(): Promise<void>;
}

export interface Intercepting {
  isPlain<H>(call: PreparedCall<H>): boolean;
  call<H>(call: PreparedCall<H>, run: () => Promise<CallResponse<unknown>>): Promise<CallResponse<unknown>>;
  attempt<H>(call: PreparedCall<H>, attempt: RunnableAttempt): Promise<unknown>;
}

/** A call with its parsed options and encoded arguments. */
export class PreparedCall<H> {
  readonly core: ClientState<H>;
  readonly operation: OperationNode;
  readonly args: unknown;
  readonly settings: CallSettings<H>;
  readonly life: CallLife;
  /** Interceptors may replace them. */
  httpHeaders: HttpHeaders;
  readonly streaming: boolean;
  readonly features: readonly CallFeature[] = NO_FEATURES;
  left = false;
  seen: InterceptedCall | undefined;
  /** The stack where a stream was created, because its call does not run below the reader's frames. */
  origin: string | undefined;
  /** The tenant, cached because a request must leave the queue under the key with which it entered. */
  #tenant: unknown;
  readonly secrets: Secrets;
  readonly #plan: PortOperation | undefined;
  readonly #body: string = "";
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

  get packaging(): Packaging | undefined {
    for (const { packaging } of this.features) if (packaging !== undefined) return packaging;
    return undefined;
  }

  get understood(): ReadonlySet<string> {
    const { understood } = this.settings;
    return this.features.length === 0 ? understood : understoodBy(understood, this.features);
  }

  /** The tenant whose queue and limits apply. Throws a `ConfigurationError` if the user's rule fails. */
  get tenant(): unknown {
    this.#tenant ??= this.#askTenant();
    return this.#tenant;
  }

  get priority(): "low" | "normal" {
    return this.settings.priority;
  }

  #askTenant(): unknown {
    const { core, operation, args, settings } = this;
    const tenant = core.settings.fairness?.keyOf({ operation: operation.name, args });
    if (tenant !== undefined) return tenant;
    return settings.headers instanceof CredentialHeaders ? (settings.headers.tenant ?? core) : core;
  }

  get address(): Address {
    return this.settings.target ?? this.core.settings.address;
  }

  get isSafe(): boolean {
    const { operation, settings, core } = this;
    return settings.safe ?? (operation.safe || core.settings.safeOperations.has(operation.name));
  }

  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  get message(): { readonly plan: PortOperation; readonly body: string; readonly parts: PartsOut | undefined } {
    const out = this.packaging?.out;
    return { plan: this.plan, body: this.#body, parts: out?.goesAlone === true ? undefined : out };
  }
}

const NO_FEATURES: readonly CallFeature[] = [];

export function closedError(): ConfigurationError {
  return new ConfigurationError("The client is closed. Make a new one.", { option: "close", advice: [] });
}

/** The state that the calls of one client share, and the state of one call. */
import { warn } from "#platform";
import type { EnvelopeWriter } from "../envelope-writer";
import { AbortError } from "../errors/abort-error";
import { ConfigurationError } from "../errors/configuration-error";
import type { CallFeature, Packaging } from "../feature";
import { NAME } from "../runtime-names";
import type { OperationNode, ServiceNode } from "../schema/codec";
import type { HeaderBlockOptions, HttpHeaders, PreparedRequest } from "../soap/call-message";
import { Secrets } from "../soap/mask";
import type { ServicePlan } from "../soap/service-plan";
import type { SoapClient } from "../soap-client";
import type { Address } from "../transport/address";
import type { Sender } from "../transport/exchange";
import { ActiveCalls, CallLife, type RosterEntry } from "./call-life";
import type { CallSite } from "./call-site";
import type { CredentialFetches } from "./credential-fetches";
import { CredentialHeaders } from "./credential-headers";
import { featuresOf, understoodBy } from "./features";
import { channels, type InterceptedCall, processWideInterceptors } from "./interceptors";
import { writeNote } from "./log";
import type { LimitsByOrigin } from "./origin-limits";
import type { RetryPolicy } from "./retry-policy";
import { type CallSettings, type ClientSettings, readCallOptions } from "./settings";
import { runInSlices } from "./yield-to-event-loop";

/** Time that `close({ force: true })` waits for a transport, in milliseconds. */
const FORCED_CLOSE_MS = 2_000;

interface SharedParts<H> {
  readonly service: ServiceNode;
  readonly settings: ClientSettings<H>;
  readonly contract: ServicePlan;
  /** Writes the envelopes in place of the run time. */
  readonly writer: EnvelopeWriter | undefined;
  readonly sender: Sender;
  readonly limits: LimitsByOrigin;
  readonly policy: RetryPolicy;
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
  readonly contract: ServicePlan;
  readonly sender: Sender;
  readonly ownSender: Sender;
  readonly limits: LimitsByOrigin;
  readonly policy: RetryPolicy;
  readonly fetches: CredentialFetches;
  /** Shared with the parent client until `soap` is first read (copy on write). */
  writer: EnvelopeWriter | undefined;
  #ownsSoap: boolean;
  /** A `with` client's defaults override `settings`. */
  readonly defaults: CallSettings<H>;
  readonly running: ActiveCalls<CallLife>;
  readonly #first: ClientState<H>;
  readonly #busy: ActiveCalls<ClientState<H>>;
  #isClosed = false;
  #isForced = false;
  #headers: Map<OperationNode, HeaderBlockOptions> | undefined;
  #noted: Set<string> | undefined;
  #onIdle: (() => void) | undefined;
  #onForced: (() => void) | undefined;
  #closing: Promise<void> | undefined;
  onClosed: (() => void) | undefined;
  /** The tenant of all calls; undefined if the credentials say it, or each `with` client is one. */
  tenant: unknown;

  constructor(parts: SharedParts<H>, defaults: CallSettings<H>, first?: ClientState<H>) {
    this.service = parts.service;
    this.settings = parts.settings;
    this.contract = parts.contract;
    this.writer = parts.writer;
    this.#ownsSoap = first === undefined;
    this.sender = parts.sender;
    this.ownSender = parts.sender.ownSender ?? parts.sender;
    this.limits = parts.limits;
    this.policy = parts.policy;
    this.fetches = parts.fetches;
    this.defaults = defaults;
    this.#first = first ?? this;
    this.#busy = first === undefined ? new ActiveCalls() : first.#busy;
    this.running = first === undefined ? new ActiveCalls() : new RunningCalls(this.#busy, this);
  }

  /** A `with` client creates it on first use. */
  get soap(): SoapClient {
    if (this.writer === undefined) throw withoutWriter();
    if (!this.#ownsSoap) this.writer = this.writer.derive((this.defaults.target ?? this.settings.address).origin);
    this.#ownsSoap = true;
    return this.writer.soap;
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

  /**
   * Returns the header blocks of a call, or undefined if user functions return some. Blocks of fixed credentials are
   * encoded once for each operation. Throws a `ConfigurationError`.
   */
  headerOf(call: StartedCall<H>, { plan }: PreparedRequest): HeaderBlockOptions | undefined {
    const { settings, operation } = call;
    const known = settings === this.defaults ? this.#headers?.get(operation) : undefined;
    if (known !== undefined) return known;
    const { headers, httpHeaders, extraHeaders: extra } = settings;
    const credentials = headers instanceof CredentialHeaders ? headers : undefined;
    const isAsked = credentials?.isAsked ?? typeof headers === "function";
    if (isAsked || httpHeaders.isAsked || typeof extra === "function") return undefined;
    // An object of the caller's may change between calls.
    if (headers !== undefined && credentials === undefined) return { blocks: headers, extra };
    const blocks = credentials?.blocks(operation.name);
    if (settings !== this.defaults || settings.features.length > 0) return { blocks, extra };
    const encoded = { blocks, extra, xml: plan.request.encodeHeaders(blocks, call) };
    this.#headers ??= new Map();
    this.#headers.set(operation, encoded);
    return encoded;
  }

  note(call: StartedCall<H>, note: string): void {
    const first = this.#first;
    if (first.#noted?.has(note) === true || call.settings.logger === undefined) return;
    first.#noted ??= new Set();
    first.#noted.add(note);
    writeNote(call.settings, call.operation.name, note);
  }

  ended(life: CallLife): void {
    if (this.running.delete(life) > 0) return;
    const first = this.#first;
    if (first !== this) {
      this.#busy.delete(this);
      this.#onIdle?.();
    }
    if (first.#onIdle !== undefined && first.#isIdle) first.#onIdle();
  }

  /** The first client does this for all clients, and then closes connections. */
  close(isForced: boolean): Promise<void> {
    this.#isClosed = true;
    this.#closing ??= this.#end();
    if (isForced) {
      this.#isForced = true;
      this.#onForced?.();
    }
    for (const core of this.#first === this ? [this, ...this.#busy.all()] : [this]) core.#endCalls();
    return this.#closing;
  }

  #endCalls(): void {
    for (const life of this.running.all()) {
      if (this.isForced)
        runInSlices(() => life.cancel(new AbortError("The client was closed.", { reason: "closed-by-force" })));
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
    try {
      this.limits.close();
    } finally {
      this.onClosed?.();
      await this.#closeSender();
    }
  }

  /** A client that is closed by force waits only a moment for a transport of the user. */
  async #closeSender(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const isGivenUp = new Promise<void>((resolve) => {
      this.#onForced = () => {
        timer ??= setTimeout(() => {
          warn(
            `The transport of a client did not end its close() within ${FORCED_CLOSE_MS.toLocaleString("en-US")} ms. The client is closed by force, and does not wait for it.`,
            `${NAME.toUpperCase()}_TRANSPORT_CLOSE`,
          );
          resolve();
        }, FORCED_CLOSE_MS);
      };
    });
    if (this.#isForced) this.#onForced?.();
    try {
      await Promise.race([this.sender.close(), isGivenUp]);
    } finally {
      clearTimeout(timer);
      this.#onForced = undefined;
    }
  }

  get #isIdle(): boolean {
    return this.running.size === 0 && (this.#first !== this || this.#busy.size === 0);
  }
}

const installed = processWideInterceptors();
const { calls, attempts } = channels;

/** The error in the options or arguments of a call, which rejects with it and sends nothing. */
export class UnsentRequest {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

/** A call with its parsed options, the features that take part, and its request: encoded, or failed. */
export class StartedCall<H> {
  readonly core: ClientState<H>;
  readonly operation: OperationNode;
  readonly args: unknown;
  readonly settings: CallSettings<H>;
  readonly life: CallLife;
  /** Interceptors may replace them. */
  httpHeaders: HttpHeaders;
  readonly streaming: boolean;
  readonly address: Address;
  readonly features: readonly CallFeature[] = NO_FEATURES;
  readonly packaging: Packaging | undefined;
  /** Names of header blocks that are understood, in addition to those that the WSDL declares. */
  readonly understood: ReadonlySet<string>;
  left = false;
  seen: InterceptedCall | undefined;
  /** The stack where a stream was created, because its call does not run below the reader's frames. */
  origin: CallSite | undefined;
  /** The tenant, cached because a request must leave the queue under the key with which it entered. */
  #tenant: unknown;
  #secrets: Secrets | undefined;
  readonly request: PreparedRequest | UnsentRequest;

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
    const read = readSettings(core, operation, options);
    const settings = read instanceof UnsentRequest ? core.defaults : read;
    this.settings = settings;
    this.httpHeaders = settings.httpHeaders.fixed;
    this.address = settings.target ?? core.settings.address;
    this.understood = settings.understood;
    this.life = new CallLife(settings);
    if (read instanceof UnsentRequest) {
      this.request = read;
      return;
    }
    let request: PreparedRequest | UnsentRequest;
    try {
      if (settings.features.length > 0) {
        this.features = featuresOf(this);
        for (const { packaging } of this.features) this.packaging ??= packaging;
        if (this.features.length > 0) this.understood = understoodBy(settings.understood, this.features);
      }
      const plan = core.contract.operations.get(operation)!;
      request = { plan, body: plan.request.encodeBody(args, this.packaging?.out) };
    } catch (error) {
      request = new UnsentRequest(error);
    }
    this.request = request;
  }

  get soapAction(): string {
    return this.core.contract.operations.get(this.operation)?.request.soapAction ?? "";
  }

  /** Whether no interceptor, log or trace observes the call. May change during the call. */
  get isPlain(): boolean {
    const { interceptors, attemptInterceptors } = this.core.settings;
    const isObserved = calls.hasSubscribers || attempts.hasSubscribers || installed.length > 0;
    return !isObserved && this.settings.log === undefined && interceptors.length + attemptInterceptors.length === 0;
  }

  /** The texts to mask. Created on first use, because most calls succeed. */
  get secrets(): Secrets {
    this.#secrets ??= new Secrets(this.core.contract.plainHeaders);
    return this.#secrets;
  }

  /** Whether the header blocks are those of the call, each of which must be declared for its operation. */
  get hasOwnHeaders(): boolean {
    const { headers } = this.settings;
    return headers !== this.core.defaults.headers && !(headers instanceof CredentialHeaders);
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
    if (core.tenant !== undefined) return core.tenant;
    return settings.headers instanceof CredentialHeaders ? (settings.headers.tenant ?? core) : core;
  }

  get isSafe(): boolean {
    const { operation, settings, core } = this;
    return settings.safe ?? (operation.safe || core.settings.safeOperations.has(operation.name));
  }
}

const NO_FEATURES: readonly CallFeature[] = [];

/** Returns the settings of a call, or the error that it rejects with before its arguments are encoded. */
function readSettings<H>(
  core: ClientState<H>,
  operation: OperationNode,
  options: object | undefined,
): CallSettings<H> | UnsentRequest {
  try {
    if (core.closed) throw closedError();
    if (!core.contract.operations.has(operation)) throw foreignOperation(operation);
    return options === undefined ? core.defaults : readCallOptions(core.defaults, options);
  } catch (error) {
    return new UnsentRequest(error);
  }
}

function foreignOperation({ name }: OperationNode): ConfigurationError {
  const text = `${name} is not an operation of this service. Call it with the client that was generated for its service.`;
  return new ConfigurationError(text, { reason: "operation-unknown", option: "operation", advice: [] });
}

function withoutWriter(): ConfigurationError {
  return new ConfigurationError(
    "client.soap is a client of node-soap, and this client has none. Install soapwright-node-soap, and hand its feature in: features: [nodeSoap()].",
    { reason: "no-node-soap", option: "features", advice: [{ action: "set", option: "features" }] },
  );
}

export function closedError(): ConfigurationError {
  return new ConfigurationError("The client is closed. Make a new one.", {
    reason: "client-closed",
    option: "close",
    advice: [],
  });
}

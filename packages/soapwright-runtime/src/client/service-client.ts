/// <reference lib="esnext.disposable" preserve="true" />
import { openConnections } from "#connections";
import { ConfigurationError } from "../errors/configuration-error";
import type { Feature } from "../feature";
import type { AttachmentsOf, WithAttachments } from "../octets";
import type { Operation, ServiceNode } from "../schema/codec";
import { planService } from "../soap/service-plan";
import type { SoapClient } from "../soap-client";
import { VERSION } from "../version";
import { ReaderPlan } from "../xml/xml-namespaces";
import { captureStack } from "./call-site";
import type { CallOptions, WithOptions } from "./client-options";
import { ClientState, StartedCall } from "./client-state";
import { CredentialFetches } from "./credential-fetches";
import { CredentialHeaders } from "./credential-headers";
import { interceptCall } from "./interception";
import type { CallResponse } from "./interceptors";
import { ItemStream } from "./item-stream";
import { ownValue } from "./option-checks";
import type { CallAuth } from "./option-types";
import { LimitsByOrigin } from "./origin-limits";
import { RetryPolicy } from "./retry-policy";
import { runCall } from "./run-call";
import { type ClientSettings, checkServiceHeaders, readClientOptions, readWithOptions } from "./settings";
import { type ClientStats, register, statsOf } from "./stats";

/**
 * A started call: a promise of its result. The call runs once, whether or not it is awaited, and rejects with an error
 * of this package, except for an error that a user's interceptor throws.
 */
export class Call<T> extends Promise<T> {
  #kept: Kept<T> | undefined;

  /** @internal Calls are made by clients. */
  static of<T>(response: Promise<CallResponse<T>>): Call<T> {
    const kept: Kept<T> = { response: undefined };
    // The function is passed directly to `then`, so that V8 finds the caller for an error's stack.
    const call = new Call<T>((resolve, reject) => {
      resultOf(response, kept).then(resolve, reject);
    });
    call.#kept = kept;
    return call;
  }

  /** Returns the result with status, headers, number of attempts and duration. Rejects as the call does. */
  async withResponse(): Promise<CallResponse<T>> {
    await this;
    const response = this.#kept?.response;
    if (response === undefined) throw new TypeError("withResponse belongs to calls that a client has made.");
    const { http, headers, notes } = response;
    return { ...response, http, headers, ...(notes !== undefined && { notes }) };
  }
}

interface Kept<T> {
  response: CallResponse<T> | undefined;
}

async function resultOf<T>(response: Promise<CallResponse<T>>, kept: Kept<T>): Promise<T> {
  kept.response = await response;
  return kept.response.result;
}

// `then` and similar methods return plain promises, and `await` treats a call as a plain promise, which saves one more
// promise.
Object.defineProperty(Call.prototype, "constructor", { value: Promise, configurable: true, writable: true });

/** How `close` treats calls in flight. */
export interface CloseOptions {
  /** Whether to end calls in flight with an `AbortError` instead of waiting for them. Default false. */
  readonly force?: boolean | undefined;
}

/**
 * The items of a list result, which can be iterated once. Ending it by `return()`, `break` or `await using` ends the
 * call and closes its connection.
 */
export interface ItemIterator<I> extends AsyncIterableIterator<I> {
  next(): Promise<IteratorResult<I, undefined>>;
  return(): Promise<IteratorResult<I, undefined>>;
  throw(error: unknown): Promise<IteratorResult<I, undefined>>;
  [Symbol.asyncIterator](): ItemIterator<I>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The tables and settings of a client. */
export interface ClientParts {
  readonly service: ServiceNode;
  readonly settings: Omit<ClientSettings<unknown>, "headers" | "service">;
  readonly secretTexts: readonly string[];
  /**
   * Sets the tenant of the client's calls, for programs that call for others. What `fairness` says takes precedence, and
   * a user name of the credentials unless `isCertain`.
   */
  readonly setTenant: (tenant: unknown, isCertain: boolean) => void;
}

/** Returns the tables and settings of `client`, for tools. */
export let partsOf: <H, C, O extends object>(client: ServiceClient<H, C, O>) => ClientParts;

/** Options of `client.with()`, and the credentials by name if they have names. */
export type WithOptionsOf<H, C, O extends object = object> = (string extends keyof C
  ? WithOptions<H, C>
  : WithOptions<H, C> & C) &
  O & {
    /** Features that replace features of the same name. */
    readonly features?: readonly Feature<never>[] | undefined;
  };

/**
 * Base class of generated clients: one service, one SOAP version, one endpoint, one set of connections. `H` is the type
 * of the header blocks that a call may send, `C` the credentials that `auth` of a call takes, `O` the options that
 * features add.
 */
export abstract class ServiceClient<H = unknown, C = CallAuth, O extends object = object> {
  static {
    partsOf = (client) => {
      // What calls this may have its own copy of the package.
      if (!(#core in Object(client))) throw foreignClient();
      const { service, settings, defaults } = client.#core;
      const secretTexts = defaults.headers instanceof CredentialHeaders ? defaults.headers.secretTexts : [];
      const setTenant: ClientParts["setTenant"] = (tenant, isCertain) => {
        const known = !isCertain && defaults.headers instanceof CredentialHeaders ? defaults.headers.tenant : undefined;
        client.#core.tenant = known ?? tenant;
      };
      return { service, settings, secretTexts, setTenant };
    };
  }

  readonly #core: ClientState<H>;

  /** @throws ConfigurationError for an invalid option. Opens no connection. */
  constructor(service: ServiceNode, options: object, features?: readonly Feature<never>[]);
  constructor(service: ServiceNode | ClientState<H>, options: object = {}, features: readonly Feature<never>[] = []) {
    this.#core = service instanceof ClientState ? service : openCore(service, options, features as readonly Feature[]);
  }

  /**
   * The node-soap client that writes this client's envelopes, with the feature `nodeSoap()` of `soapwright-node-soap`:
   * events, security, further headers. A `with` client shares its parent's until you read this property. It then gets
   * its own, with the same security object, header blocks and listeners, and your changes affect only that client.
   *
   * @throws ConfigurationError without that feature.
   */
  get soap(): SoapClient {
    return this.#core.soap;
  }

  /**
   * Returns a client for one tenant or one of your requests, with other credentials, HTTP headers and call options. It
   * shares connections, limits and the queue, and is cheap to create. `close()` on it ends only its own calls;
   * `close()` on the first client ends all.
   *
   * The constructor of your subclass is not called again: fields are copied.
   *
   * @throws ConfigurationError naming the option that is wrong.
   */
  with(options: WithOptionsOf<H, C, O>): this {
    const settings = readWithOptions(this.#core.defaults, options as WithOptions<H>);
    if (settings.headers !== this.#core.defaults.headers) checkServiceHeaders(this.#core.service, settings);
    const core = this.#core.with(settings);
    // Does not call the subclass's constructor, which may take other parameters and open connections.
    const client: object = Reflect.construct(ServiceClient, [core], this.constructor as typeof ServiceClient);
    return Object.assign(client, this) as this;
  }

  /** Returns queue lengths, requests in flight, connections and limits at this moment, shared with `with()` clients. */
  stats(): ClientStats {
    return statsOf(this.#core);
  }

  /** Starts a call. Arguments are encoded before it returns; an error in them rejects the call. */
  protected call<A, R, P, F, B>(
    operation: Operation<A, R, P, F, B>,
    args: NoInfer<A>,
    options?: CallOptions<H, C, O>,
  ): Call<R> {
    const call = new StartedCall(this.#core, operation, args, options);
    const run = call.packaging?.stream === undefined ? runCall<H> : streamedCall<H>;
    const response = call.isPlain ? run(call) : interceptCall(call, () => run(call));
    return Call.of(response as Promise<CallResponse<R>>);
  }

  /** Starts a call as `call` does, for operations with binary data in their arguments or result. */
  protected callWithAttachments<A, R, P, F, B, S>(
    operation: Operation<A, R, P, F, B>,
    args: NoInfer<WithAttachments<A>>,
    options?: object,
  ): Call<AttachmentsOf<R, S>> {
    // The codec checks the values. Only the type of the result depends on the options.
    return this.call(operation, args as A, options as CallOptions<H, C, O>) as unknown as Call<AttachmentsOf<R, S>>;
  }

  /**
   * Returns the items of a list result, decoded while bytes arrive. Arguments are encoded immediately, and the request
   * is sent when the first item is requested. Can be iterated once.
   */
  protected stream<A, I, P, F, B>(
    operation: Operation<A, I[], P, F, B>,
    args: NoInfer<A>,
    options?: CallOptions<H, C, O>,
  ): ItemIterator<I> {
    const call = new StartedCall(this.#core, operation, args, options, true);
    call.origin = captureStack(this.stream);
    return new ItemStream<H, I>(call);
  }

  /**
   * Waits for calls in flight, then closes all connections. Idle streams get two seconds. Later calls reject with a
   * `ConfigurationError`. On a `with` client, waits only for its own calls and closes no connections.
   */
  close(options: CloseOptions = {}): Promise<void> {
    return this.#core.close(ownValue(options, "force") === true);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

/** Runs a call as `runCall` does, but resolves with the envelope, while the parts are still being read. */
function streamedCall<H>(call: StartedCall<H>): Promise<CallResponse<unknown>> {
  return call.packaging!.stream!.follow(call.life, () => runCall(call));
}

function openCore<H>(service: ServiceNode, options: object, features: readonly Feature[]): ClientState<H> {
  const settings = readClientOptions<H>(service, options, features);
  checkServiceHeaders(service, settings);
  const parts = {
    service,
    settings,
    sender: settings.transport?.open(settings.address) ?? openConnections(settings),
    contract: planService(service, settings, readerPlan(settings)),
    writer: settings.writer,
    limits: new LimitsByOrigin(settings),
    policy: new RetryPolicy(settings),
    fetches: new CredentialFetches(service.name),
  };
  const core = new ClientState(parts, settings);
  core.onClosed = register(core as ClientState<never>);
  return core;
}

function readerPlan<H>({ maxDepth, maxTextLength, allowControlCharacters, validation }: ClientSettings<H>): ReaderPlan {
  const limits = { maxDepth, maxTextLength };
  const [forgiving, lenient] = [validation !== "strict", validation === "lenient"];
  return new ReaderPlan({ limits, allowControlCharacters, forgiving, lenient });
}

function foreignClient(): ConfigurationError {
  return new ConfigurationError(
    `The client was not made by this copy of soapwright-runtime, which is ${VERSION}: there is a second copy, or another version. npm ls soapwright-runtime shows them; install one for all: npm install soapwright-runtime@${VERSION}, and then npm dedupe.`,
    { reason: "client-copy", option: "client" },
  );
}

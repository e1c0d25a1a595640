import { isServiceError, type ServiceError } from "../errors/service-error";
import type { HeaderBlockOptions } from "../soap/call-message";
import { readExtraBlocks } from "../soap/extra-headers";
import type { StartedCall } from "./client-state";
import { CredentialHeaders, callerCredentials } from "./credential-headers";
import {
  type CredentialTerms,
  type CredentialUse,
  functionFailure,
  isThenable,
  type Lease,
  type SharedFetch,
} from "./credential-source";
import { headersOver } from "./http-header-layers";
import type { CredentialRequest, HeaderRequest, HttpHeaders } from "./option-types";

/** Calls the user functions for one call's header blocks and HTTP headers, and tracks the credentials that expire. */
export class CallCredentials<H> implements CredentialUse {
  readonly #call: StartedCall<H>;
  /** Interceptors may have set some. */
  readonly #callHeaders: HttpHeaders | undefined;
  #request!: RequestFor<H>;
  #leases: Lease[] = [];
  readonly #joined: SharedFetch[] = [];
  #isRepeated = false;

  constructor(call: StartedCall<H>) {
    this.#call = call;
    this.#callHeaders = call.httpHeaders;
  }

  get request(): CredentialUse["request"] {
    return this.#request;
  }

  get terms(): CredentialTerms {
    return this.#call.core.settings;
  }

  get scope(): readonly string[] {
    const { service } = this.#call.core;
    return [service.targetNamespace, service.name, this.#call.address.origin];
  }

  get isOver(): boolean {
    return this.#leases.some((lease) => lease.isOver);
  }

  /** Also sets the call's HTTP headers. Throws or rejects with a `ConfigurationError`. */
  ask(): HeaderBlockOptions | Promise<HeaderBlockOptions> {
    const call = this.#call;
    this.#leases = [];
    this.#request = new RequestFor(call);
    const blocks = call.settings.httpHeaders.isAsked ? this.#askBoth() : this.#askBlocks();
    const { extraHeaders } = call.settings;
    if (typeof extraHeaders === "function") return this.#wait(this.#askExtra(blocks, extraHeaders));
    const headersWith = (blocks: unknown): HeaderBlockOptions => ({ blocks, extra: extraHeaders });
    return isThenable(blocks) ? this.#wait(blocks.then(headersWith)) : headersWith(blocks);
  }

  /**
   * Whether to repeat the request once with new credentials, without using up a retry, because the service refused
   * cached ones. Marks them as refused, so that later calls get new ones in any case.
   */
  isRefusal(error: ServiceError): boolean {
    if (this.#leases.length === 0 || error.kind !== "refused") return false;
    for (const lease of this.#leases) lease.refuse();
    const isRepeated = !this.#isRepeated && this.#call.isSafe;
    this.#isRepeated = true;
    return isRepeated;
  }

  use(lease: Lease): void {
    this.#leases.push(lease);
  }

  fetched(durationMs: number, isFailed: boolean): void {
    this.#call.core.fetches.ended(durationMs, isFailed);
  }

  join(fetch: SharedFetch): void {
    fetch.join();
    this.#joined.push(fetch);
  }

  async #askExtra(asked: unknown, ask: (request: CredentialRequest) => unknown): Promise<HeaderBlockOptions> {
    const [blocks, extra] = await Promise.all([
      asked,
      callUserFunction("extraHeaders", async () => ask(this.#request)),
    ]);
    return { blocks, extra: extra === undefined ? undefined : readExtraBlocks("extraHeaders", extra) };
  }

  async #wait<T>(result: PromiseLike<T>): Promise<T> {
    const { life } = this.#call;
    try {
      return await life.until(result, "deadline");
    } finally {
      for (const fetch of this.#joined.splice(0)) fetch.leave();
    }
  }

  async #askBoth(): Promise<unknown> {
    const call = this.#call;
    const { fixed } = call.settings.httpHeaders;
    const blocks = await this.#askBlocks();
    const headers = await call.settings.httpHeaders.ask(this);
    const callHeaders = this.#callHeaders ?? {};
    const changed = Object.entries(callHeaders).filter(([name, value]) => fixed?.[name] !== value);
    const requested = Object.entries(headers).filter(
      ([name]) => fixed?.[name] === undefined || callHeaders[name] !== undefined,
    );
    call.httpHeaders = headersOver(Object.fromEntries(requested), Object.fromEntries(changed));
    return blocks;
  }

  #askBlocks(): unknown {
    const { headers } = this.#call.settings;
    if (headers instanceof CredentialHeaders) {
      return headers.isAsked ? headers.ask(this) : headers.blocks(this.request.operation);
    }
    if (typeof headers !== "function") return headers;
    return callUserFunction("headers", () => (headers as (request: HeaderRequest) => unknown)(this.#request));
  }
}

/** The information about a call that a user function receives. */
class RequestFor<H> implements HeaderRequest {
  readonly operation: string;
  readonly auth: HeaderRequest["auth"];
  readonly attempt: number;
  readonly #call: StartedCall<H>;

  constructor(call: StartedCall<H>) {
    this.operation = call.operation.name;
    this.auth = call.settings.auth;
    this.attempt = call.life.attempts + 1;
    this.#call = call;
  }

  get credentials(): HeaderRequest["credentials"] {
    return callerCredentials(this.#call.settings);
  }

  get signal(): HeaderRequest["signal"] {
    return this.#call.life.signal;
  }
}

/** Throws or rejects with a `ConfigurationError` whose cause is the function's error. */
function callUserFunction(option: string, ask: () => unknown): unknown {
  let result: unknown;
  try {
    result = ask();
  } catch (error) {
    throw failureOf(option, error);
  }
  return isThenable(result)
    ? Promise.resolve(result).catch((error) => Promise.reject(failureOf(option, error)))
    : result;
}

function failureOf(option: string, cause: unknown): ServiceError {
  if (isServiceError(cause) && cause.code === "CONFIGURATION") return cause;
  return functionFailure(option, cause);
}

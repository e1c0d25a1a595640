import { ConfigurationError } from "../errors/configuration-error";
import { isServiceError, type ServiceError } from "../errors/service-error";
import type { CallResponse } from "./call";
import { describeFailure } from "./failure";
import type {
  AttemptInterceptor,
  AttemptResponse,
  InterceptedAttempt,
  InterceptedCall,
  Interceptor,
} from "./interceptors";
import { checkHttpHeaders } from "./option-checks";
import type { Intercepting, PreparedCall, RunnableAttempt } from "./prepared-call";
import { isTraced, traceAttempt, traceCall } from "./trace";

/** Interceptors of both kinds. */
export interface Interceptors {
  readonly interceptors: readonly Interceptor[];
  readonly attemptInterceptors: readonly AttemptInterceptor[];
}

/** Runs the calls of one client inside its interceptors. */
export class Interception implements Intercepting {
  readonly #own: Interceptors;

  constructor(own: Interceptors) {
    this.#own = own;
  }

  /** Whether there are none around a call just now. */
  get isPlain(): boolean {
    return this.#own.interceptors.length === 0 && !isTraced();
  }

  /** `run` inside the interceptors of calls. Rejects with a `ServiceError`. */
  async call<H>(call: PreparedCall<H>, run: () => Promise<CallResponse<unknown>>): Promise<CallResponse<unknown>> {
    const interceptors = [...this.#own.interceptors];
    if (isTraced()) interceptors.unshift(traceCall);
    const seen = new SeenCall(call);
    call.seen = seen;
    const last = async (given: InterceptedCall): Promise<CallResponse<unknown>> => {
      call.httpHeaders = readHeaders(given.httpHeaders, call.httpHeaders);
      const { result, http, headers } = await run();
      return { result, http, headers };
    };
    try {
      const outermost = interceptors.reduceRight((next, interceptor) => interceptor(next), once(last));
      call.core.running.add(call.life);
      return checkedResponse(await call.life.guard(async () => outermost(seen)));
    } catch (error) {
      throw describeFailure(call, interceptorFailure(error, "interceptors"), undefined, undefined);
    } finally {
      // A stream goes on behind its response, and leaves by itself.
      if (!call.streaming || call.life.state === "queued") {
        call.core.running.delete(call.life);
        call.core.onEnd();
      }
    }
  }

  /** Runs `attempt` inside the interceptors of attempts. */
  attempt<H>(call: PreparedCall<H>, attempt: RunnableAttempt): Promise<void> {
    const { attemptInterceptors } = this.#own;
    const isPlain = attemptInterceptors.length === 0 && !isTraced();
    return isPlain ? attempt.run() : this.#interceptAttempt(call, attempt);
  }

  async #interceptAttempt<H>(call: PreparedCall<H>, attempt: RunnableAttempt): Promise<void> {
    const interceptors = [...this.#own.attemptInterceptors];
    if (isTraced()) interceptors.unshift(traceAttempt);
    const seen = new SeenAttempt(call, attempt);
    const last = async (given: InterceptedAttempt): Promise<AttemptResponse> => {
      attempt.httpHeaders = readHeaders(given.httpHeaders, attempt.httpHeaders);
      await call.life.inside(attempt.run());
      return {
        status: attempt.head?.status ?? 0,
        headers: attempt.head?.headers ?? {},
        responseBytes: attempt.responseBytes,
      };
    };
    try {
      const outermost = interceptors.reduceRight((next, interceptor) => interceptor(next), once(last));
      await call.life.around(async () => outermost(seen));
    } catch (error) {
      throw interceptorFailure(error, "attemptInterceptors");
    }
    if (!attempt.isComplete) {
      throw interceptorFailure(new TypeError("an attempt interceptor has to call next"), "attemptInterceptors");
    }
  }
}

/** A call as interceptors get it. */
class SeenCall<H> implements InterceptedCall {
  readonly operation: string;
  readonly args: unknown;
  readonly endpoint: string;
  readonly soapVersion: "1.1" | "1.2";
  readonly streaming: boolean;
  httpHeaders: { [name: string]: string };
  readonly #call: PreparedCall<H>;

  constructor(call: PreparedCall<H>) {
    const { address, soapVersion } = call.core.settings;
    this.operation = call.operation.name;
    this.args = call.args;
    this.endpoint = address.display;
    this.soapVersion = soapVersion;
    this.streaming = call.streaming;
    this.httpHeaders = { ...call.httpHeaders };
    this.#call = call;
  }

  get signal(): InterceptedCall["signal"] {
    return this.#call.life.signal;
  }
}

/** One request as interceptors get it. */
class SeenAttempt<H> extends SeenCall<H> implements InterceptedAttempt {
  readonly attempt: number;
  readonly call: InterceptedCall;
  readonly #attempt: RunnableAttempt;

  constructor(call: PreparedCall<H>, attempt: RunnableAttempt) {
    super(call);
    this.attempt = call.life.attempts + 1;
    this.call = call.seen ?? this;
    this.#attempt = attempt;
  }

  get requestBytes(): number {
    return this.#attempt.requestBytes;
  }
  get responseBytes(): number {
    return this.#attempt.responseBytes;
  }
  get status(): number | undefined {
    return this.#attempt.head?.status;
  }
}

/** A request is made once: what has been read of its response cannot be read again. */
function once<C, R>(next: (call: C) => Promise<R>): (call: C) => Promise<R> {
  let called = false;
  return async (call) => {
    if (called) throw new TypeError("an interceptor may call next once");
    called = true;
    return next(call);
  };
}

function readHeaders(
  given: { readonly [name: string]: string },
  before: { readonly [name: string]: string } | undefined,
): { readonly [name: string]: string } | undefined {
  const names = Object.keys(given);
  const same =
    names.length === Object.keys(before ?? {}).length && names.every((name) => given[name] === before?.[name]);
  return same ? before : checkHttpHeaders(given);
}

function checkedResponse(response: CallResponse<unknown>): CallResponse<unknown> {
  if (typeof response === "object" && response !== null && "result" in response && "http" in response) return response;
  throw new TypeError("an interceptor has to return the response of next, or another { result, http, headers }");
}

/** What an interceptor has thrown, for the caller. */
export function interceptorFailure(error: unknown, option: string): ServiceError {
  if (isServiceError(error)) return error;
  return new ConfigurationError(`One of ${option} failed. Its error is the cause.`, { option, cause: error });
}

/** Runs calls and attempts inside interceptors: the client's own, its log, traces, and the process-wide ones. */

import { tracingChannel } from "node:diagnostics_channel";
import { ConfigurationError } from "../errors/configuration-error";
import { isServiceError } from "../errors/service-error";
import { ignoreRejection } from "../ignore-rejection";
import { ATTEMPT_CHANNEL, CALL_CHANNEL, INSTALLED } from "../runtime-names";
import type { ResponseReader } from "../soap/response-reader";
import type { ResponseHead } from "../transport/exchange";
import type { Intercepting, PreparedCall, RunnableAttempt } from "./client-state";
import { describeFailure, InterceptorError } from "./failure";
import type {
  AttemptResponse,
  CallResponse,
  HttpExchange,
  InterceptedAttempt,
  InterceptedCall,
  Interceptors,
} from "./interceptors";
import { checkHttpHeaders } from "./option-checks";
import type { CallTrace, TraceChannels } from "./trace";
import { traceCalls } from "./trace";

/**
 * Returns the process-wide interceptors, such as telemetry. They are stored on `globalThis`, so that a CommonJS copy of
 * the run time reaches clients of a bundled ES copy, and vice versa.
 */
function processWideInterceptors(): Interceptors[] {
  const installed: unknown = Reflect.get(globalThis, INSTALLED);
  if (Array.isArray(installed)) return installed;
  const interceptors: Interceptors[] = [];
  Object.defineProperty(globalThis, INSTALLED, { value: interceptors, configurable: true });
  return interceptors;
}

/** The process-wide interceptors, looked up once, so that each call reads only the array's length. */
const installed: readonly Interceptors[] = processWideInterceptors();

/** Adds interceptors to the calls of every client, outside of its own. Returns a function that removes them. */
export function installInterceptors(added: Interceptors): () => void {
  const all = installed as Interceptors[];
  all.push(added);
  return () => {
    const index = all.indexOf(added);
    if (index >= 0) all.splice(index, 1);
  };
}

const channels: TraceChannels = {
  calls: tracingChannel<unknown, CallTrace>(CALL_CHANNEL),
  attempts: tracingChannel<unknown, CallTrace>(ATTEMPT_CHANNEL),
};

/** Traces are created only for subscribers. */
function isTraced(): boolean {
  return channels.calls.hasSubscribers || channels.attempts.hasSubscribers;
}

let traced: Interceptors | undefined;

/** Calls share these interceptors, because tracing may be turned on or off while a call runs. */
function tracing(): Interceptors {
  traced ??= traceCalls(channels);
  return traced;
}

/**
 * Runs one client's calls and attempts inside interceptors. The client's own are innermost, observers are outside of
 * them.
 */
export class Interception implements Intercepting {
  readonly #clientInterceptors: Interceptors;

  constructor(interceptors: Interceptors) {
    this.#clientInterceptors = interceptors;
  }

  isPlain<H>(call: PreparedCall<H>): boolean {
    return this.#clientInterceptors.interceptors.length === 0 && isUnwatched(call);
  }

  call<H>(call: PreparedCall<H>, run: () => Promise<CallResponse<unknown>>): Promise<CallResponse<unknown>> {
    const seen = new CallContext(call);
    call.seen = seen;
    const inside = (innerCall: InterceptedCall): Promise<CallResponse<unknown>> =>
      this.#clientInterceptors.interceptors.length === 0
        ? withHeaders(call, innerCall, run)
        : this.#intercept(call, innerCall, run);
    return observersOf(call).reduceRight((next, { interceptors }) => wrap(interceptors, next), inside)(seen);
  }

  attempt<H>(call: PreparedCall<H>, attempt: RunnableAttempt): Promise<unknown> {
    const isPlain = this.#clientInterceptors.attemptInterceptors.length === 0;
    if (isPlain && isUnwatched(call)) return attempt.run();
    const seen = new AttemptContext(call, attempt);
    const inside = (innerAttempt: InterceptedAttempt): Promise<AttemptResponse> =>
      isPlain ? runAttempt(attempt, innerAttempt) : this.#interceptAttempt(call, attempt, innerAttempt);
    return observersOf(call).reduceRight(
      (next, { attemptInterceptors }) => wrap(attemptInterceptors, next),
      inside,
    )(seen);
  }

  /** The client's own interceptors may fail or hang, but observers must still be notified of the outcome. */
  async #intercept<H>(
    call: PreparedCall<H>,
    seen: InterceptedCall,
    run: () => Promise<CallResponse<unknown>>,
  ): Promise<CallResponse<unknown>> {
    const last = async (lastCall: InterceptedCall): Promise<CallResponse<unknown>> => {
      const response = await withHeaders(call, lastCall, run);
      return { ...response, http: response.http, headers: response.headers };
    };
    try {
      call.core.running.add(call.life);
      return checkedResponse(
        await call.life.guard(async () =>
          wrapChecked("interceptors", this.#clientInterceptors.interceptors, last)(seen),
        ),
      );
    } catch (error) {
      throw isServiceError(error) ? describeFailure(call, error, undefined, undefined) : error;
    } finally {
      // A stream continues after its response and removes itself.
      if (!call.streaming || call.life.state === "queued") {
        call.core.running.delete(call.life);
        call.core.onEnd();
      }
    }
  }

  async #interceptAttempt<H>(
    call: PreparedCall<H>,
    attempt: RunnableAttempt,
    seen: InterceptedAttempt,
  ): Promise<AttemptResponse> {
    const last = (lastAttempt: InterceptedAttempt): Promise<AttemptResponse> =>
      call.life.inside(runAttempt(attempt, lastAttempt));
    try {
      await call.life.around(async () =>
        wrapChecked("attemptInterceptors", this.#clientInterceptors.attemptInterceptors, last)(seen),
      );
    } catch (error) {
      throw isServiceError(error) ? error : new InterceptorError(error);
    }
    if (!attempt.isComplete) throw misuse("attemptInterceptors", "an attempt interceptor has to call next");
    return responseOf(attempt);
  }
}

type Step<C, R> = (call: C) => Promise<R>;

function wrap<C, R>(interceptors: readonly ((next: Step<C, R>) => Step<C, R>)[], inner: Step<C, R>): Step<C, R> {
  return interceptors.reduceRight((next, interceptor) => interceptor(next), inner);
}

/** Misuse by a user function is a `ConfigurationError`; errors that it throws stay unchanged. */
function wrapChecked<C extends object, R>(
  option: string,
  interceptors: readonly ((next: Step<C, R>) => Step<C, R>)[],
  inner: Step<C, R>,
): Step<C, R> {
  let called = false;
  // A request can be sent only once, because its response cannot be read again.
  const last = async (passedCall: C): Promise<R> => {
    if (called) throw misuse(option, "an interceptor may call next once");
    if (!hasHeaders(passedCall)) throw misuse(option, "an interceptor has to call next with the call that it got");
    called = true;
    return inner(passedCall);
  };
  return interceptors.reduceRight<Step<C, R>>((next, interceptor) => {
    const step: unknown = ignoreRejection(interceptor(next));
    if (typeof step !== "function") throw misuse(option, "an interceptor has to return a function");
    return step as Step<C, R>;
  }, last);
}

function hasHeaders(value: unknown): boolean {
  const headers: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "httpHeaders") : undefined;
  return typeof headers === "object" && headers !== null;
}

/** Returns the observers of the call, outermost first. The log is written inside the call's span. */
function observersOf<H>({ settings }: PreparedCall<H>): Interceptors[] {
  const watchers = [...installed];
  if (isTraced()) watchers.unshift(tracing());
  if (settings.log !== undefined) watchers.push(settings.log);
  return watchers;
}

function isUnwatched<H>({ settings }: PreparedCall<H>): boolean {
  return installed.length === 0 && settings.log === undefined && !isTraced();
}

async function withHeaders<H>(
  call: PreparedCall<H>,
  passedCall: InterceptedCall,
  run: () => Promise<CallResponse<unknown>>,
): Promise<CallResponse<unknown>> {
  call.httpHeaders = readHeaders(passedCall.httpHeaders, call.httpHeaders);
  return run();
}

async function runAttempt(attempt: RunnableAttempt, passedAttempt: InterceptedAttempt): Promise<AttemptResponse> {
  attempt.httpHeaders = readHeaders(passedAttempt.httpHeaders, attempt.httpHeaders);
  await attempt.run();
  return responseOf(attempt);
}

function responseOf({ head, responseBytes }: RunnableAttempt): AttemptResponse {
  return { status: head?.status ?? 0, headers: head?.headers ?? {}, responseBytes };
}

/** The information about a call that interceptors receive. */
class CallContext<H> implements InterceptedCall {
  readonly service: string;
  readonly operation: string;
  readonly args: unknown;
  readonly endpoint: string;
  readonly soapVersion: "1.1" | "1.2";
  readonly streaming: boolean;
  httpHeaders: { [name: string]: string };
  readonly #call: PreparedCall<H>;

  constructor(call: PreparedCall<H>) {
    const { soapVersion, service } = call.core.settings;
    this.service = service;
    this.operation = call.operation.name;
    this.args = call.args;
    this.endpoint = call.address.display;
    this.soapVersion = soapVersion;
    this.streaming = call.streaming;
    this.httpHeaders = { ...call.httpHeaders };
    this.#call = call;
  }

  get left(): boolean {
    return this.#call.left;
  }
  get signal(): InterceptedCall["signal"] {
    return this.#call.life.signal;
  }
}

/** The information about an attempt that interceptors receive. */
class AttemptContext<H> extends CallContext<H> implements InterceptedAttempt {
  readonly attempt: number;
  readonly call: InterceptedCall;
  readonly #attempt: RunnableAttempt;

  constructor(call: PreparedCall<H>, attempt: RunnableAttempt) {
    super(call);
    this.attempt = call.life.attempts + 1;
    this.call = call.seen ?? this;
    this.#attempt = attempt;
  }

  get queuedMs(): number {
    return this.#attempt.queuedMs;
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
  get requestId(): string | undefined {
    return this.#attempt.requestId;
  }
}

function readHeaders(
  headers: { readonly [name: string]: string },
  before: { readonly [name: string]: string } | undefined,
): { readonly [name: string]: string } | undefined {
  const names = Object.keys(headers);
  const same =
    names.length === Object.keys(before ?? {}).length && names.every((name) => headers[name] === before?.[name]);
  return same ? before : checkHttpHeaders(headers);
}

function checkedResponse(response: CallResponse<unknown>): CallResponse<unknown> {
  if (typeof response === "object" && response !== null && "result" in response && "http" in response) return response;
  throw misuse(
    "interceptors",
    "an interceptor has to return the response of next, or another { result, http, headers }",
  );
}

export function misuse(option: string, what: string): ConfigurationError {
  return new ConfigurationError(`One of ${option} failed: ${what}.`, { option });
}

/** The outcome of a call. `http` and `headers` are computed on first use. */
export class CallOutcome implements CallResponse<unknown> {
  readonly result: unknown;
  readonly #head: ResponseHead;
  readonly #reader: ResponseReader;
  readonly #attempts: number;
  readonly #elapsedMs: number;

  constructor(
    result: unknown,
    head: ResponseHead,
    reader: ResponseReader,
    { life, features }: Pick<PreparedCall<never>, "life" | "features">,
  ) {
    this.result = result;
    this.#head = head;
    this.#reader = reader;
    this.#attempts = life.attempts;
    this.#elapsedMs = performance.now() - life.startedAt;
    for (const feature of features) Object.assign(this, feature.outcome?.());
  }

  get http(): HttpExchange {
    const { status, headers, cookies = [] } = this.#head;
    const beside = cookies.length === 0 ? {} : { cookies };
    return { status, headers, ...beside, attempts: this.#attempts, elapsedMs: this.#elapsedMs };
  }

  get headers(): { readonly [name: string]: unknown } {
    return this.#reader.headers ?? {};
  }
}

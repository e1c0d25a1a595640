/** Runs calls and attempts inside interceptors: the client's own, its log, traces, and the process-wide ones. */
import { ConfigurationError } from "../errors/configuration-error";
import { isServiceError } from "../errors/service-error";
import { ignoreRejection } from "../ignore-rejection";
import type { HttpHeaders } from "../soap/call-message";
import type { ResponseHead } from "../transport/exchange";
import type { StartedCall } from "./client-state";
import { describeFailure, InterceptorError } from "./failure";
import {
  type AttemptResponse,
  type CallResponse,
  channels,
  type InterceptedAttempt,
  type InterceptedCall,
  type Interceptors,
  processWideInterceptors,
} from "./interceptors";
import { checkHttpHeaders } from "./option-checks";
import { traceCalls } from "./trace";

/** The attempt that interceptors wrap. */
export interface InterceptableAttempt {
  httpHeaders: HttpHeaders;
  readonly queuedMs: number;
  readonly requestBytes: number;
  readonly responseBytes: number;
  readonly head: ResponseHead | undefined;
  readonly requestId: string | undefined;
  readonly isComplete: boolean;
  run(): Promise<void>;
}

let traced: Interceptors | undefined;

/**
 * Runs a call inside interceptors. The client's own are innermost, observers are outside of them. The client's own may
 * fail or hang, but observers must still be notified of the outcome.
 */
export function interceptCall<H>(
  call: StartedCall<H>,
  run: () => Promise<CallResponse<unknown>>,
): Promise<CallResponse<unknown>> {
  const seen = new CallContext(call);
  call.seen = seen;
  const hasOwn = call.core.settings.interceptors.length > 0;
  const inside = async (passedCall: InterceptedCall): Promise<CallResponse<unknown>> => {
    if (hasOwn) return runIntercepted(call, passedCall, run);
    call.httpHeaders = readHeaders(passedCall.httpHeaders, call.httpHeaders);
    return run();
  };
  return observersOf(call).reduceRight((next, { interceptors }) => wrap(interceptors, next), inside)(seen);
}

/** Runs an attempt inside interceptors, in the order of `interceptCall`. */
export function interceptAttempt<H>(call: StartedCall<H>, attempt: InterceptableAttempt): Promise<AttemptResponse> {
  const hasOwn = call.core.settings.attemptInterceptors.length > 0;
  const inside = (passedAttempt: InterceptedAttempt): Promise<AttemptResponse> =>
    hasOwn ? runInterceptedAttempt(call, attempt, passedAttempt) : runAttempt(attempt, passedAttempt);
  const run = observersOf(call).reduceRight((next, { attemptInterceptors }) => wrap(attemptInterceptors, next), inside);
  return run(new AttemptContext(call, attempt));
}

async function runIntercepted<H>(
  call: StartedCall<H>,
  seen: InterceptedCall,
  run: () => Promise<CallResponse<unknown>>,
): Promise<CallResponse<unknown>> {
  const { core, life } = call;
  const last = async (passedCall: InterceptedCall): Promise<CallResponse<unknown>> => {
    call.httpHeaders = readHeaders(passedCall.httpHeaders, call.httpHeaders);
    const response = await run();
    const { http, headers, notes } = response;
    return { ...response, http, headers, ...(notes !== undefined && { notes }) };
  };
  try {
    core.running.add(life);
    return checkedResponse(
      await life.guard(async () => wrapChecked("interceptors", core.settings.interceptors, last)(seen)),
    );
  } catch (error) {
    throw isServiceError(error) ? describeFailure(call, error, undefined, undefined) : error;
  } finally {
    // A stream continues after its response and removes itself.
    if (!call.streaming || life.state === "queued") core.ended(life);
  }
}

async function runInterceptedAttempt<H>(
  { core, life }: StartedCall<H>,
  attempt: InterceptableAttempt,
  seen: InterceptedAttempt,
): Promise<AttemptResponse> {
  const last = (passedAttempt: InterceptedAttempt): Promise<AttemptResponse> =>
    life.inside(runAttempt(attempt, passedAttempt));
  try {
    await life.around(async () => wrapChecked("attemptInterceptors", core.settings.attemptInterceptors, last)(seen));
  } catch (error) {
    throw isServiceError(error) ? error : new InterceptorError(error);
  }
  if (!attempt.isComplete) throw misuse("attemptInterceptors", "an attempt interceptor has to call next");
  return responseOf(attempt);
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
function observersOf<H>({ settings }: StartedCall<H>): Interceptors[] {
  const observers = [...processWideInterceptors()];
  if (channels.calls.hasSubscribers || channels.attempts.hasSubscribers) {
    // Calls share these interceptors, because tracing may be turned on or off while a call runs.
    traced ??= traceCalls(channels);
    observers.unshift(traced);
  }
  if (settings.log !== undefined) observers.push(settings.log);
  return observers;
}

async function runAttempt(attempt: InterceptableAttempt, passedAttempt: InterceptedAttempt): Promise<AttemptResponse> {
  attempt.httpHeaders = readHeaders(passedAttempt.httpHeaders, attempt.httpHeaders);
  await attempt.run();
  return responseOf(attempt);
}

function responseOf({ head, responseBytes }: InterceptableAttempt): AttemptResponse {
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
  readonly #call: StartedCall<H>;

  constructor(call: StartedCall<H>) {
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
  readonly #attempt: InterceptableAttempt;

  constructor(call: StartedCall<H>, attempt: InterceptableAttempt) {
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
  return new ConfigurationError(`One of ${option} failed: ${what}.`, { reason: "interceptor-failed", option });
}

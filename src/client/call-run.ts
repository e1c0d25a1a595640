import { AbortError } from "../errors/abort-error";
import { ConfigurationError } from "../errors/configuration-error";
import { FaultError } from "../errors/fault-error";
import { isServiceError, type ServiceError, withContext } from "../errors/service-error";
import { TimeoutError } from "../errors/timeout-error";
import type { OperationNode } from "../schema/codec";
import type { OperationPlan } from "../soap/operation-plan";
import { type SoapCall, type SoapCallOwner, SoapRequest } from "../soap/soap-call";
import type { SoapPort } from "../soap/soap-port";
import type { CallResponse } from "./call";
import { type ReadCallOptions, readCallOptions } from "./call-settings";
import { isHintWorthy, NAMESPACE_HINT } from "./namespace-hint";
import type { CallOptions } from "./options";
import type { Roster, RosterEntry } from "./roster";
import type { CallSettings, ClientSettings } from "./settings";
import { type CallTrace, isTraced, publish } from "./trace";

/** What all calls of one client share. */
export interface ClientCore<H> {
  readonly settings: ClientSettings<H>;
  readonly port: SoapPort;
  readonly running: Roster<CallRun<H>>;
  /** The client is closed: no more calls. */
  closed: boolean;
  /** The service has answered one call with a result. */
  answered: boolean;
  /** Called when a call has ended. */
  onEnd(): void;
}

/** What a stream adds to a call. */
export interface StreamHooks {
  onItem(item: unknown): void;
  wantsMore(): boolean;
}

/** One call from its arguments to its end, whatever that is. */
export class CallRun<H> implements RosterEntry, SoapCallOwner {
  place = -1;
  readonly #core: ClientCore<H>;
  readonly #operation: OperationNode;
  readonly #onEnd: (error: ServiceError | undefined, result: unknown) => void;
  readonly stream: StreamHooks | undefined;
  readonly startedAt = performance.now();
  #options: ReadCallOptions<H> | undefined;
  #plan: OperationPlan | undefined;
  #body = "";
  #sent: SoapCall | undefined;
  #over = false;
  #refined: ServiceError | undefined;
  #timer: NodeJS.Timeout | undefined;
  #trace: CallTrace | undefined;
  #elapsedMs = 0;
  readonly #abort = (): void =>
    this.cancel(
      new AbortError("The call was aborted by its signal.", {
        cause: this.#options?.signal?.reason,
      }),
    );

  constructor(
    core: ClientCore<H>,
    operation: OperationNode,
    onEnd: (error: ServiceError | undefined, result: unknown) => void,
    stream?: StreamHooks,
  ) {
    this.#core = core;
    this.#operation = operation;
    this.#onEnd = onEnd;
    this.stream = stream;
  }

  /** Reads arguments and options. Nothing is sent yet. Returns false when the call has ended with an error. */
  prepare(args: unknown, options: CallOptions<H> | undefined): boolean {
    try {
      if (this.#core.closed) throw closedError();
      this.#plan = this.#core.port.plan(this.#operation);
      this.#options = readCallOptions(this.#core.settings, options);
      this.#body = this.#plan.encodeBody(args);
    } catch (error) {
      this.#core.running.add(this);
      if (isTraced()) this.#startTrace();
      this.#end(error);
      return false;
    }
    return true;
  }

  /** Sends what was prepared. */
  start(): void {
    const options = this.#options;
    if (options === undefined || this.#over) return;
    this.#core.running.add(this);
    if (isTraced()) this.#startTrace();
    if (this.#core.closed) {
      this.#end(closedError());
      return;
    }
    const { signal } = options;
    if (signal !== undefined) {
      if (signal.aborted) {
        this.#abort();
        return;
      }
      signal.addEventListener("abort", this.#abort);
    }
    const { headers } = options.settings;
    if (typeof headers === "function") this.#askHeaders(headers as (call: object) => unknown, options);
    else this.#send(headers, options.settings);
  }

  /** Ends the call with `error`, wherever it is. */
  cancel(error: ServiceError): void {
    if (this.#over) return;
    if (this.#sent?.exchange !== undefined) this.#sent.exchange.cancel(error);
    else this.#end(error);
  }

  /** The stream takes items again. */
  resume(): void {
    this.#sent?.exchange?.resume();
  }

  /** What came back beside the result. */
  response(): Omit<CallResponse<unknown>, "result"> {
    const head = this.#sent?.answer?.responseHead;
    return {
      http: {
        status: head?.status ?? 0,
        headers: head?.headers ?? {},
        attempts: this.#sent?.exchange?.attempts ?? 0,
        elapsedMs: this.#elapsedMs,
      },
      headers: this.#sent?.answer?.headers ?? {},
    };
  }

  #askHeaders(source: (call: object) => unknown, { auth, settings }: ReadCallOptions<H>): void {
    let given: unknown;
    try {
      given = source({ operation: this.#operation.name, auth });
    } catch (error) {
      this.#end(headerFailure(error));
      return;
    }
    if (!isThenable(given)) {
      this.#send(given, settings);
      return;
    }
    const { deadlineMs } = settings;
    this.#timer = setTimeout(() => {
      this.#end(
        new TimeoutError(`The header function took longer than deadlineMs of ${deadlineMs} ms; nothing was sent.`, {
          phase: "deadline",
          timeoutMs: deadlineMs,
        }),
      );
    }, deadlineMs);
    given.then(
      (headers) => {
        clearTimeout(this.#timer);
        this.#send(headers, settings);
      },
      (error: unknown) => this.#end(headerFailure(error)),
    );
  }

  #send(headers: unknown, settings: CallSettings<H>): void {
    const plan = this.#plan;
    if (plan === undefined || this.#over) return;
    let header: string;
    try {
      header = plan.encodeHeaders(headers);
    } catch (error) {
      this.#end(error);
      return;
    }
    this.#core.port.start(new SoapRequest(plan, header, this.#body, settings, this));
  }

  onSend(call: SoapCall): void {
    this.#sent = call;
  }

  onAttempt(attempt: number): void {
    if (this.#trace !== undefined) this.#traceAttempt(attempt);
  }

  refine(error: ServiceError): ServiceError {
    this.#refined = this.#ownError(error);
    return this.#refined;
  }

  onSettled(error: ServiceError | undefined): void {
    this.#end(error);
  }

  #end(thrown: unknown): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#options?.signal?.removeEventListener("abort", this.#abort);
    this.#elapsedMs = performance.now() - this.startedAt;
    const core = this.#core;
    core.running.delete(this);
    let error: ServiceError | undefined;
    let result: unknown;
    if (thrown === undefined) {
      core.answered = true;
      result = this.#sent?.answer?.result;
    } else {
      error = this.#refined ?? this.#ownError(thrown);
    }
    if (this.#trace !== undefined) this.#endTrace(error);
    this.#body = "";
    this.#onEnd(error, result);
    core.onEnd();
  }

  #ownError(thrown: unknown): ServiceError {
    let error = isServiceError(thrown) ? thrown : headerFailure(thrown);
    if (error instanceof FaultError && !this.#core.answered && isHintWorthy(error)) {
      error = new FaultError(`${error.message}${/[.!?]$/.test(error.message) ? "" : "."} ${NAMESPACE_HINT}`, {
        fault: error.fault,
        httpStatus: error.httpStatus,
      });
    }
    const { address, soapVersion } = this.#core.settings;
    return withContext(error, {
      operation: this.#operation.name,
      endpoint: address.display,
      soapVersion,
      attempts: this.#sent?.exchange?.attempts ?? 0,
    });
  }

  #startTrace(): void {
    const { address, soapVersion } = this.#core.settings;
    this.#trace = {
      operation: this.#operation.name,
      endpoint: address.display,
      soapVersion,
      streaming: this.stream !== undefined,
      attempts: 0,
      status: undefined,
      requestLength: 0,
      bytes: 0,
      durationMs: undefined,
      retries: 0,
      error: undefined,
    };
    publish("start", this.#trace);
  }

  #traceAttempt(attempt: number): void {
    const trace = this.#trace;
    if (trace === undefined) return;
    trace.attempts = attempt;
    trace.retries = attempt - 1;
    trace.requestLength = this.#sent?.envelope.length ?? 0;
    publish("attempt", trace);
  }

  #endTrace(error: ServiceError | undefined): void {
    const trace = this.#trace;
    if (trace === undefined) return;
    trace.status = this.#sent?.answer?.responseHead?.status;
    trace.bytes = this.#sent?.exchange?.wireBytes ?? 0;
    trace.durationMs = this.#elapsedMs;
    if (error !== undefined) {
      trace.error = { name: error.name, code: error.code };
      publish("error", trace);
    }
    publish("asyncStart", trace);
    publish("end", trace);
    publish("asyncEnd", trace);
  }
}

function closedError(): ConfigurationError {
  return new ConfigurationError("The client is closed: make a new one.", { option: "close" });
}

function headerFailure(error: unknown): ServiceError {
  if (isServiceError(error) && error.code === "CONFIGURATION") return error;
  return new ConfigurationError("The headers function failed; nothing was sent.", { option: "headers", cause: error });
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && typeof Reflect.get(value, "then") === "function";
}

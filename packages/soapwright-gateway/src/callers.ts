/** The callers of requests: their credentials, asked before a body is read, and the end of what they wait for. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ServiceClient } from "soapwright-runtime";
import { isArgumentError } from "soapwright-runtime/errors";
import { partsOf } from "soapwright-runtime/http";
import { CallEnd } from "./call-end";
import { clientWith } from "./credential-slips";
import type { GatewayOptions } from "./gateway-options";
import { type HeaderView, HeaderViews } from "./header-view";
import type { ServedOperation } from "./operations";
import { Refusal } from "./problems";
import { tenantOf } from "./tenant";

/** The caller of one request. */
export interface Caller {
  readonly life: CallEnd;
  /** What `callerOf` returned; undefined without that function. */
  readonly name: string | undefined;
  /** What `credentials` has read; undefined without that function. */
  readonly view: HeaderView | undefined;
  /** The options that `credentials` returned. */
  options: object | undefined;
}

export class Callers {
  readonly #all = new WeakMap<FastifyRequest, Caller>();
  readonly #views = new HeaderViews();

  constructor(private readonly options: Pick<GatewayOptions, "credentials" | "challenge" | "limits">) {}

  /** Asks for the credentials of a request. Rejects with a `Refusal` for one without any, and with the function's error. */
  async identify(
    { client }: ServedOperation,
    name: string | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const { credentials, challenge = "Bearer", limits = {} } = this.options;
    const life = new CallEnd(reply, limits.callTimeoutMs);
    const view = credentials === undefined ? undefined : this.#views.viewOf(request);
    const caller: Caller = { life, name, view, options: undefined };
    this.#all.set(request, caller);
    if (credentials === undefined || view === undefined) return;
    life.run(partsOf(client).settings.deadlineMs);
    try {
      const { signal } = life;
      caller.options = await Promise.race([credentials(view.request, { signal }), rejectionOf(signal)]);
    } catch (error) {
      // Arguments of a call that the function makes are not those of the request.
      throw isArgumentError(error) ? new Error(`credentials failed: ${error.message}`, { cause: error }) : error;
    } finally {
      life.pause();
    }
    if (caller.options === undefined)
      throw new Refusal(401, "The request has no credentials for the service.", { "www-authenticate": challenge });
  }

  /** The caller of a request that was identified. */
  of(request: FastifyRequest): Caller {
    return this.#all.get(request)!;
  }

  /** Returns a client that has the credentials of a caller, and takes its turns in the queue. */
  clientOf(request: FastifyRequest, { client }: Pick<ServedOperation, "client">): ServiceClient {
    const { name, options } = this.of(request);
    const own = clientWith(client, options === undefined ? {} : options);
    partsOf(own).setTenant(tenantOf(name, options, request), name !== undefined || options === undefined);
    return own;
  }

  /**
   * The names of the headers that responses to callers differ by; undefined if the function has read anything else for
   * this request, or nothing: it may know its caller from elsewhere.
   */
  variesBy(request: FastifyRequest): readonly string[] | undefined {
    if (this.options.credentials === undefined) return [];
    return this.#all.get(request)?.view?.isNamed() === true ? this.#views.names : undefined;
  }
}

/** Rejects when the signal aborts, with an error that has the status of the response. */
function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = (): void => {
      const isLate = (signal.reason as Error).name === "TimeoutError";
      const text = isLate ? "credentials took longer than the time of a call." : "The caller has left.";
      reject(Object.assign(new Error(text), { statusCode: isLate ? 504 : 499 }));
    };
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}

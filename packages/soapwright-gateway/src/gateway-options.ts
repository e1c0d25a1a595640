import type { FastifyRequest } from "fastify";
import type { ServiceClient } from "soapwright-runtime";
import type { AccessOptions } from "./access";
import type { CacheRules } from "./cache";
import type { GatewayCall } from "./call-log";
import type { RequestWithoutBody } from "./header-view";
import type { GatewayLimits } from "./limits";
import type { OpenApiOptions } from "./openapi";
import type { CredentialState } from "./own-credentials";
import type { Problem } from "./problems";

/** Options of a gateway. */
export interface GatewayOptions<C extends ServiceClient = ServiceClient>
  extends AccessOptions,
    Omit<OpenApiOptions<C>, "prefix" | "bearer"> {
  /**
   * Returns the options of `client.with()` for a request: the credentials of its caller. Undefined for a request
   * without credentials, which gets a 401. It is called before the body is read, so the request has no body, and gets a
   * signal that aborts when the caller leaves or the time of the call is over. Responses vary by the headers that it
   * reads by their names; where it reads anything else of a request, as a session or its socket, they say `no-store`.
   * Default: every call has the credentials of the client.
   */
  readonly credentials?:
    | ((
        request: RequestWithoutBody,
        context: { readonly signal: AbortSignal },
      ) => CallerOptions<C> | undefined | Promise<CallerOptions<C> | undefined>)
    | undefined;
  /** The value of `WWW-Authenticate` of a 401 that concerns the caller's credentials. Default: `Bearer`. */
  readonly challenge?: string | undefined;
  /** Limits of requests. */
  readonly limits?: GatewayLimits | undefined;
  /**
   * Returns the name of a request's caller, whose rate it counts for, and who has turns of their own where calls wait.
   * Default: the address that it comes from, and turns for equal results of `credentials`.
   */
  readonly callerOf?: ((request: FastifyRequest) => string) | undefined;
  /** How responses may be kept, by name in the WSDL or by method. Default: without `Cache-Control` and `ETag`. */
  readonly cache?: CacheRules | undefined;
  /** Whether people can try the operations at `/page`. Default: true. */
  readonly page?: boolean | undefined;
  /** Whether `/health` and `/ready` are served. Default: true. */
  readonly health?: boolean | undefined;
  /** Resolves to what is different in the WSDL since the client was made; `/health` reports it. Default: none. */
  readonly contractChange?: (() => Promise<string | undefined>) | undefined;
  /** Receives an entry for each call of an operation when its response is written, for a log. Default: none. */
  readonly onCall?: ((call: GatewayCall) => void) | undefined;
  /**
   * Receives each change of whether the service accepts the gateway's own credentials, which are those of `client`.
   * `/ready` tells it too. Default: none.
   */
  readonly onCredentials?: ((state: CredentialState) => void) | undefined;
  /** Receives each error that is not the request's. Default: Fastify's logger. */
  readonly onError?: ((error: unknown, problem: Problem) => void) | undefined;
}

/** Options of `client.with()`. */
export type CallerOptions<C extends ServiceClient> = Parameters<C["with"]>[0];

/** Fake calls for tests: the return value of a client's method, without a client. */
import { isServiceError } from "../errors/service-error";
import type { CallResponse, HttpExchange } from "./interceptors";
import { Call } from "./service-client";

/** The HTTP response of a fake call. Default: a successful response with status 200 after one attempt. */
export interface FakeResponse {
  readonly status?: number | undefined;
  readonly headers?: Readonly<{ [name: string]: string }> | undefined;
  readonly cookies?: readonly string[] | undefined;
  readonly attempts?: number | undefined;
  readonly elapsedMs?: number | undefined;
}

/**
 * Returns a call with the given outcome: it rejects with an error and resolves to any other value. `withResponse()`
 * returns `http` and `blocks`, the header blocks of the response. It is meant for test doubles of clients whose methods
 * must return a `Call`; the generated interface `…Api` needs only promises.
 *
 * A rejected fake call does not cause an unhandled rejection before it is awaited.
 */
export function fakeCall(outcome: Error, http?: FakeResponse, blocks?: CallResponse<unknown>["headers"]): Call<never>;
export function fakeCall<T>(outcome: T, http?: FakeResponse, blocks?: CallResponse<unknown>["headers"]): Call<T>;
export function fakeCall(
  outcome: unknown,
  http: FakeResponse = {},
  blocks: CallResponse<unknown>["headers"] = {},
): Call<unknown> {
  const isError =
    outcome instanceof Error || Object.prototype.toString.call(outcome) === "[object Error]" || isServiceError(outcome);
  const response = isError
    ? Promise.reject(outcome)
    : Promise.resolve({ result: outcome, http: exchangeOf(http), headers: blocks });
  const call = Call.of<unknown>(response);
  call.catch(() => {});
  return call;
}

function exchangeOf({ status = 200, headers = {}, cookies, attempts = 1, elapsedMs = 0 }: FakeResponse): HttpExchange {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return { status, headers: Object.fromEntries(named), ...(cookies && { cookies }), attempts, elapsedMs };
}

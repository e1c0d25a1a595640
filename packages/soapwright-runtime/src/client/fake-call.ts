/** Calls for tests: what a method of a client returns, without a client. */
import { types } from "node:util";
import { isServiceError } from "../errors/service-error";
import type { CallResponse, HttpExchange } from "./interceptors";
import { Call } from "./service-client";

/** What came back beside the result of a fake call. What is left out is that of a good response: status 200, one attempt. */
export interface FakeResponse {
  readonly status?: number | undefined;
  readonly headers?: Readonly<{ [name: string]: string }> | undefined;
  readonly cookies?: readonly string[] | undefined;
  readonly attempts?: number | undefined;
  readonly elapsedMs?: number | undefined;
}

/**
 * A call that has come to `outcome`: it rejects with an error, and fulfils with anything else. `withResponse()` gives
 * `http` and `blocks`, the header blocks of the response. For test doubles of a client whose methods have to return a
 * `Call`; the generated interface `…Api` needs promises alone.
 *
 * A fake call that rejects may wait for its reader: it is no unhandled rejection meanwhile.
 */
export function fakeCall(outcome: Error, http?: FakeResponse, blocks?: CallResponse<unknown>["headers"]): Call<never>;
export function fakeCall<T>(outcome: T, http?: FakeResponse, blocks?: CallResponse<unknown>["headers"]): Call<T>;
export function fakeCall(
  outcome: unknown,
  http: FakeResponse = {},
  blocks: CallResponse<unknown>["headers"] = {},
): Call<unknown> {
  const isError = outcome instanceof Error || types.isNativeError(outcome) || isServiceError(outcome);
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

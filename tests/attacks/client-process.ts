/** A process that makes one call for each case that it receives, with our client, and reports the outcome. */

import { isDeepStrictEqual } from "node:util";
import { addressing, attachments } from "soapwright-features";
import { security } from "soapwright-features/security";
import { type Watched, watch } from "soapwright-testing/attacks/watched";
import { everyFeature } from "soapwright-testing/stage/every-feature";
import { createEmployeeServiceV3, createEmployeeServiceV21 } from "../../src/index";
import { FURTHER, FURTHER_REQUESTS, REQUESTS, RESPONSES } from "./all-cases";
import type { RequestAttack, ResponseAttack } from "./attack";
import { RecordService } from "./generated/client";
import { leaksOf } from "./leaks";
import { MARKERS } from "./markers";
import { addressValue } from "./payloads";

export interface Order {
  readonly side: "response" | "request";
  readonly name: string;
  readonly url: string;
  readonly port: number;
  /** Another level of validation than the usual one. */
  readonly validation?: "strict" | "lenient" | undefined;
}

/** The outcome of a case. */
export interface Report {
  /** An `Outcome`, or a description of what went wrong. */
  readonly outcome: string;
  /** The error's message, or the value if it is wrong. */
  readonly detail: string;
  readonly at: string | undefined;
  readonly watched: Watched;
  /** The markers that leaked, and where. */
  readonly leaks: readonly string[];
  /** Whether `Object.prototype` has changed. */
  readonly polluted: boolean;
}

interface Ended {
  readonly outcome: string;
  readonly detail: string;
  readonly at?: string;
  readonly error?: unknown;
}

/** Time limits are short where they end the attack, and elsewhere long enough for a busy machine. */
const timesFor = ({ outcome }: ResponseAttack) =>
  outcome === "TimeoutError" ? { timeoutMs: 2_000, deadlineMs: 5_000 } : { timeoutMs: 60_000, deadlineMs: 60_000 };
const USUAL = { retries: 0, limits: { responseBytes: 10 * 1024 * 1024 } };
const BASE = { baseUrl: "https://service.example", ...MARKERS };
const ADDRESS_ARGS = { EmployeeId: 1, Period: 1, Year: 2026 };

/** The features of each client; with EVERY_FEATURE=1 also security and every limit. */
const handedIn = process.env.EVERY_FEATURE
  ? everyFeature(security({ timestamp: true }))
  : { features: [addressing(), attachments()] };

interface CloseableClient {
  close(options: { readonly force: true }): Promise<void>;
}

function endedIn(error: unknown): Ended {
  if (!(error instanceof Error)) return { outcome: "not an Error", detail: String(error) };
  const { name, message } = error;
  const at = "path" in error ? String(error.path) : "option" in error ? String(error.option) : undefined;
  const outcome = name === "ResponseError" && "reason" in error ? `${name}(${String(error.reason)})` : name;
  return { outcome, detail: message, error, ...(at === undefined ? {} : { at }) };
}

/**
 * Runs `call` on a client that `open` creates, and closes the client. Returns the value or the error as the outcome.
 */
async function ends<C extends CloseableClient>(open: () => C, call: (client: C) => Promise<Ended>): Promise<Ended> {
  let client: C | undefined;
  try {
    client = open();
    return await call(client);
  } catch (error) {
    return endedIn(error);
  } finally {
    await client?.close({ force: true });
  }
}

async function standResponse(attack: ResponseAttack, { url, port, validation }: Order): Promise<Ended> {
  const options = {
    ...USUAL,
    ...timesFor(attack),
    endpoint: attack.endpoint?.(port) ?? url,
    ...attack.options,
    ...(validation && { validation }),
  };
  const expected = attack.value ?? [addressValue()];
  const judge = (value: unknown): Ended =>
    isDeepStrictEqual(value, expected)
      ? { outcome: "value", detail: "" }
      : { outcome: "wrong value", detail: JSON.stringify(value) ?? "undefined" };
  const repeat = async (call: () => Promise<unknown>) => {
    for (let count = 1; count < (attack.calls ?? 1); count++) {
      await call();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return judge(await call());
  };
  if (attack.service === "record") {
    return ends(
      () => new RecordService({ ...handedIn, ...options } as never),
      (client) => repeat(() => client.recordGetList({ Id: 1 })),
    );
  }
  return ends(
    () => createEmployeeServiceV3({ ...BASE, ...handedIn, ...options }),
    (client) => repeat(() => client.addressGetList(ADDRESS_ARGS)),
  );
}

/** The arguments have an open type, because wrong types are the attack. */
type Loose = (args: unknown) => Promise<unknown>;

async function standRequest(attack: RequestAttack, { url }: Order): Promise<Ended> {
  const sent = async (promise: Promise<unknown>): Promise<Ended> => {
    await promise;
    return { outcome: "sent", detail: "" };
  };
  const loose = (options: unknown) => options as never;
  const options = attack.options?.(url);
  if (attack.service === "costCenter") {
    return ends(
      () => createEmployeeServiceV21(loose({ ...USUAL, ...(options as object) })),
      (client) => sent(client.costCenterGetCurrent({ EmployeeId: 1 })),
    );
  }
  if (attack.service === "address") {
    return ends(
      () => createEmployeeServiceV3(loose({ ...USUAL, ...handedIn, ...(options as object) })),
      (client) => sent(client.addressGetList(ADDRESS_ARGS, loose(attack.callOptions?.(url)))),
    );
  }
  return ends(
    () => new RecordService({ ...USUAL, endpoint: url }),
    (client) => sent((client.orderSend.bind(client) as Loose)(attack.args?.())),
  );
}

async function stand(order: Order): Promise<Report> {
  const before = Object.getOwnPropertyNames(Object.prototype).join();
  const response = [...RESPONSES, ...FURTHER].flatMap(({ attacks }) => attacks).find(({ name }) => name === order.name);
  const request = [...REQUESTS, ...FURTHER_REQUESTS]
    .flatMap(({ attacks }) => attacks)
    .find(({ name }) => name === order.name);
  const { result, watched } = await watch(async () => {
    if (order.side === "response" && response !== undefined) return standResponse(response, order);
    if (order.side === "request" && request !== undefined) return standRequest(request, order);
    throw new Error(`no case ${order.name}`);
  });
  if (order.name === "obj-polluted-Object.prototype") Reflect.deleteProperty(Object.prototype, "Note");
  const polluted = Object.getOwnPropertyNames(Object.prototype).join() !== before || "polluted" in {};
  const { outcome, detail, at, error } = result;
  return { outcome, detail, at, watched, polluted, leaks: error === undefined ? [] : leaksOf(error) };
}

process.on("message", (order: Order) => {
  void stand(order).then((report) => process.send?.(report));
});
process.send?.("ready");

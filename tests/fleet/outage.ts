/** A service that hangs, fails for a minute and comes back slow: what reaches it, and when callers are served again. In real time. */

import { circuitBreaker, ExponentialBackoff, handleAll, handleWhen, retry, SamplingBreaker, wrap } from "cockatiel";
import { breaker } from "soapwright-features";
import type { ClientOptions } from "soapwright-runtime";
import { isServiceError } from "soapwright-runtime/errors";
import { type Headers, ShelfClient } from "soapwright-testing/client/shelf";
import { Random } from "soapwright-verify";
import { type Reply, type Service, startService } from "./service";
import { Table } from "./table";

/** The times of the outage, in seconds from the start. */
const HANGS = 10;
const FAILS = HANGS + 6;
const SLOW = FAILS + 60;
const WELL = SLOW + 10;
const END = WELL + 10;
const PER_SECOND = 40;
/**
 * The settings of all breakers: they open if half of at least 20 requests within 10 s have failed, and try again after
 * 5 s.
 */
const OPEN_MS = 5_000;
const WINDOW_MS = 10_000;
const LEAST_REQUESTS = 20;

/** The types of opossum, which has none of its own. */
interface Opossum {
  new (
    action: () => Promise<unknown>,
    options: {
      timeout: number | false;
      errorThresholdPercentage: number;
      resetTimeout: number;
      volumeThreshold: number;
      rollingCountTimeout: number;
    },
  ): { fire(): Promise<unknown>; shutdown(): void };
}

/** Makes a call through a breaker. */
type Caller = () => Promise<unknown>;
interface Contender {
  readonly name: string;
  readonly options: Partial<ClientOptions<Headers>>;
  readonly around?: (call: Caller) => { readonly call: Caller; close?(): void };
}

const contenders: readonly Contender[] = [
  { name: "retries without a budget", options: { retries: { budget: 1_000_000 } } },
  { name: "the client without `breaker`", options: {} },
  { name: "the client, `admission: [breaker()]`", options: { admission: [breaker()] } },
  { name: "cockatiel 3.2.1: retry and breaker", options: { retries: 0 }, around: cockatiel },
  { name: "opossum 9.0.0 around the client", options: {}, around: opossum },
];

function cockatiel(call: Caller): { call: Caller } {
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: OPEN_MS,
    breaker: new SamplingBreaker({
      threshold: 0.5,
      duration: WINDOW_MS,
      minimumRps: LEAST_REQUESTS / (WINDOW_MS / 1_000),
    }),
  });
  // As in the client, a call of a busy service is retried, and one that timed out is not.
  const isBusy = (error: Error) => isServiceError(error) && error.kind === "busy";
  const backoff = new ExponentialBackoff({ initialDelay: 200, maxDelay: 5_000 });
  const policy = wrap(retry(handleWhen(isBusy), { maxAttempts: 2, backoff }), breaker);
  return { call: () => policy.execute(call) };
}

function opossum(call: Caller): { call: Caller; close(): void } {
  const CircuitBreaker = require("opossum") as Opossum;
  const breaker = new CircuitBreaker(call, {
    timeout: false,
    errorThresholdPercentage: 50,
    resetTimeout: OPEN_MS,
    volumeThreshold: LEAST_REQUESTS,
    rollingCountTimeout: WINDOW_MS,
  });
  return { call: () => breaker.fire(), close: () => breaker.shutdown() };
}

interface Result {
  /** The number of requests while the service hung and failed. */
  readonly sent: number;
  /** The number of requests for each call that was made meanwhile. */
  readonly perCall: number;
  /** The largest number of requests within a second, for each call of a usual second. */
  readonly peak: number;
  /** The time from the service's first possible success until calls stop failing, in seconds. */
  readonly recoverySeconds: number;
}

async function run({ options, around }: Contender, seed: number): Promise<Result> {
  const random = new Random(seed);
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1_000;
  const sentAt: number[] = [];
  const reply = (): Reply => {
    const at = seconds();
    sentAt.push(at);
    if (at >= HANGS && at < FAILS) return { status: 503, afterMs: (FAILS - at) * 1_000 };
    if (at >= FAILS && at < SLOW) return { status: 503, afterMs: 5 };
    return { status: 200, afterMs: at >= SLOW && at < WELL ? 800 : 50 };
  };
  const service: Service = await startService(reply);
  const client = new ShelfClient({ endpoint: service.url, timeoutMs: 2_000, deadlineMs: 10_000, ...options });
  const plain: Caller = () => client.getBooks({ ShelfId: 1 });
  const { call, close } = around?.(plain) ?? { call: plain };
  let lastFailedAt = SLOW;
  let madeMeanwhile = 0;
  const calls: Promise<unknown>[] = [];
  const make = () => {
    const madeAt = seconds();
    if (madeAt >= HANGS && madeAt < SLOW) madeMeanwhile++;
    const onFailed = () => {
      lastFailedAt = Math.max(lastFailedAt, madeAt);
    };
    calls.push(call().then(() => {}, onFailed));
  };
  const timers = Array.from({ length: PER_SECOND * END }, () => setTimeout(make, random.next() * END * 1_000));
  await new Promise((resolve) => setTimeout(resolve, END * 1_000 + 100));
  for (const timer of timers) clearTimeout(timer);
  await Promise.all(calls);
  close?.();
  await client.close({ force: true });
  service.close();
  const sent = sentAt.filter((at) => at >= HANGS && at < SLOW);
  const bySecond = new Map<number, number>();
  for (const at of sentAt) bySecond.set(Math.floor(at), (bySecond.get(Math.floor(at)) ?? 0) + 1);
  return {
    sent: sent.length,
    perCall: sent.length / madeMeanwhile,
    peak: Math.max(...bySecond.values()) / PER_SECOND,
    recoverySeconds: lastFailedAt - SLOW,
  };
}

export async function outageTable(seed: number): Promise<boolean> {
  const results = await Promise.all(contenders.map((contender) => run(contender, seed)));
  const table = new Table(
    `${PER_SECOND} calls a second; the service hangs for 6 s, fails for 60 s, and takes 800 ms for 10 s, seed ${seed}`,
    ["calls", "requests into it", "for each call", "most in a second, times the usual", "well again after"],
  );
  for (const [index, { sent, perCall, peak, recoverySeconds }] of results.entries()) {
    const figures = [String(sent), perCall.toFixed(2), peak.toFixed(1), `${recoverySeconds.toFixed(1)} s`];
    table.row([contenders[index]!.name, ...figures]);
  }
  const [, without, own] = results;
  if (without === undefined || own === undefined) return false;
  // A caller must be served by the second trial.
  const isQuick = own.recoverySeconds <= 2.2 * (OPEN_MS / 1_000);
  return without.perCall <= 1.2 && own.perCall <= 1.2 && own.sent <= without.sent / 4 && isQuick;
}

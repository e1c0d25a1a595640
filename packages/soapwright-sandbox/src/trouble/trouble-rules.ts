/** The rules of injected errors. The first rule that fits a request and is due chooses its error. */

import type { OperationNode } from "soapwright-runtime/tables";
import { Random } from "soapwright-verify";
import { SandboxFault } from "../asmx/fault";
import type { OperationRequest } from "../service/service-options";
import type { ActiveTrouble, Latency, Trouble, TroubleRule } from "./trouble";

interface TroubleTarget {
  readonly operation: OperationNode | undefined;
  readonly request: OperationRequest | undefined;
}

interface Entry {
  readonly id: number;
  readonly rule: TroubleRule;
  taken: number;
  fitting: number;
  /** Times of the requests in the last second, for a rate limit. */
  readonly moments: number[];
  /** First use and number of uses of each set of credentials. */
  readonly credentials: Map<string, { readonly since: number; uses: number }>;
}

/** The oldest sets beyond this number are evicted. */
const mostCredentials = 1000;

/** The rules of one sandbox, with their counters. */
export class TroubleRules {
  readonly #entries: Entry[] = [];
  readonly #random = new Random("trouble");
  #lastId = 0;

  constructor(rules: readonly TroubleRule[] = []) {
    for (const rule of rules) this.add(rule);
  }

  get active(): readonly ActiveTrouble[] {
    return this.#entries.map(({ id, rule, taken }) => ({ id, rule, taken }));
  }

  add(rule: TroubleRule): number {
    const id = ++this.#lastId;
    this.#entries.push({ id, rule, taken: 0, fitting: 0, moments: [], credentials: new Map() });
    return id;
  }

  remove(id: number): boolean {
    const index = this.#entries.findIndex((entry) => entry.id === id);
    if (index >= 0) this.#entries.splice(index, 1);
    return index >= 0;
  }

  clear(): void {
    this.#entries.length = 0;
  }

  /** The returned kind can be applied at once. */
  resolved(trouble: Trouble): Trouble {
    switch (trouble.kind) {
      case "latency":
        return { kind: "delay", delayMs: drawn(trouble.latency, this.#random) };
      case "rate-limit":
        return { kind: "status", status: 429, retryAfterSeconds: trouble.retryAfterSeconds ?? 1 };
      case "expire":
        return { kind: "fault", fault: trouble.fault ?? new SandboxFault("1001: Not authorized") };
      default:
        return trouble;
    }
  }

  /** Returns undefined if no rule is due. */
  for(target: TroubleTarget): Trouble | undefined {
    for (const entry of [...this.#entries]) {
      const { rule } = entry;
      if (!fits(rule, target)) continue;
      entry.fitting++;
      if (rule.every !== undefined && entry.fitting % rule.every !== 0) continue;
      if (rule.probability !== undefined && !this.#random.chance(rule.probability)) continue;
      if (!isDue(entry, target)) continue;
      entry.taken++;
      if (rule.times !== undefined && entry.taken >= rule.times) this.remove(entry.id);
      return this.resolved(rule.trouble);
    }
    return undefined;
  }
}

/** Returns true for the kinds that do not depend on earlier requests. */
function isDue(entry: Entry, target: TroubleTarget): boolean {
  const { moments, rule } = entry;
  const { trouble } = rule;
  if (trouble.kind === "expire") return hasExpired(entry, trouble, target);
  if (trouble.kind !== "rate-limit") return true;
  const now = performance.now();
  while (moments.length > 0 && now - moments[0]! >= 1000) moments.shift();
  if (moments.length >= trouble.requestsPerSecond) return true;
  moments.push(now);
  return false;
}

function fits(rule: TroubleRule, { operation, request }: TroubleTarget): boolean {
  if (rule.operation !== undefined && rule.operation !== operation?.name && rule.operation !== operation?.method) {
    return false;
  }
  const args = request?.args;
  return Object.entries(rule.where ?? {}).every(([key, value]) => {
    const found: unknown = typeof args === "object" && args !== null ? Reflect.get(args, key) : undefined;
    return found === value || (found !== undefined && String(found) === String(value));
  });
}

function hasExpired(
  entry: Entry,
  { calls, afterMs }: Extract<Trouble, { kind: "expire" }>,
  { request }: TroubleTarget,
): boolean {
  if (!request) return false;
  const key = JSON.stringify(request.headers);
  const now = performance.now();
  const use = entry.credentials.get(key) ?? { since: now, uses: 0 };
  use.uses++;
  entry.credentials.set(key, use);
  if (entry.credentials.size > mostCredentials) entry.credentials.delete(entry.credentials.keys().next().value ?? "");
  return (calls !== undefined && use.uses > calls) || (afterMs !== undefined && now - use.since > afterMs);
}

function drawn(latency: Latency, random: Random): number {
  switch (latency.kind) {
    case "fixed":
      return latency.ms;
    case "uniform":
      return latency.leastMs + random.next() * (latency.mostMs - latency.leastMs);
    case "long-tail": {
      // The distribution is log-normal: its 99th percentile is 2.326 standard deviations above the median.
      const spread = Math.log(latency.p99Ms / latency.medianMs) / 2.326;
      const normal = Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
      return latency.medianMs * Math.exp(spread * normal);
    }
  }
}

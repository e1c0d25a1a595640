/** Limits that follow the service, below those that the options set. */

/** What a request has come to: a result or any response of a service that is well; a refusal because of load; no good response. */
export type LoadSign = "well" | "throttled" | "failed";

/** Which limits follow the service. */
export interface AdaptiveOptions {
  /** Requests a second: back off when the service throttles, as "adaptive" retries of AWS SDK for JavaScript v3. */
  readonly rate?: boolean | undefined;
  /** Requests at a time: follow the time that responses take, as the gradient limits of Netflix and Envoy. */
  readonly concurrency?: boolean | undefined;
}

/** Share that is left after a throttled request, and the constant of growth: RFC 9438 (CUBIC), with the values of the AWS SDKs. */
const BETA = 0.7;
const SCALE = 0.4;
/** Weight of the newest half second in the measured rate. */
const SMOOTH = 0.8;
const BUCKET_MS = 500;
const LEAST_RATE = 0.5;

/**
 * The rate of requests by CUBIC, as `DefaultRateLimiter` of the AWS SDKs has it: no limit until a request is throttled; then
 * 0.7 of what was measured, from which the rate returns slowly to where it was throttled, and goes beyond it.
 */
export class CubicRate {
  readonly #ceiling: number;
  #rate = Number.POSITIVE_INFINITY;
  #lastMaxRate = 0;
  #lastThrottledAt = Number.NEGATIVE_INFINITY;
  /** Seconds until the rate is back where it was throttled. */
  #timeWindow = 0;
  #measured = 0;
  #bucketAt = 0;
  #inBucket = 0;

  /** `ceiling`: requests a second that are never exceeded. */
  constructor(ceiling: number) {
    this.#ceiling = ceiling;
  }

  /** Requests a second; infinite for no limit. */
  get perSecond(): number {
    return Math.min(this.#rate, this.#ceiling);
  }

  /** A request has ended, at `now` in milliseconds. */
  ended(sign: LoadSign, now: number): void {
    this.#measure(now);
    if (sign === "failed") return;
    if (sign === "throttled") {
      // Requests that were under way together are refused together: that is one sign. The SDKs count each.
      if (now - this.#lastThrottledAt < BUCKET_MS) return;
      const rate = Math.min(this.#measured, this.perSecond);
      this.#lastMaxRate = rate;
      this.#timeWindow = Math.cbrt((rate * (1 - BETA)) / SCALE);
      this.#lastThrottledAt = now;
      this.#rate = Math.max(LEAST_RATE, rate * BETA);
    } else if (this.#rate !== Number.POSITIVE_INFINITY) {
      const seconds = (now - this.#lastThrottledAt) / 1_000;
      const cubic = SCALE * (seconds - this.#timeWindow) ** 3 + this.#lastMaxRate;
      // Growth that nobody uses says nothing of what the service takes.
      this.#rate = Math.max(LEAST_RATE, Math.min(cubic, 2 * this.#measured));
    }
  }

  #measure(now: number): void {
    this.#inBucket++;
    const bucket = Math.floor(now / BUCKET_MS) * BUCKET_MS;
    if (this.#bucketAt === 0) this.#bucketAt = bucket;
    if (bucket <= this.#bucketAt) {
      if (this.#measured === 0) this.#measured = this.#inBucket / (BUCKET_MS / 1_000);
      return;
    }
    const rate = (this.#inBucket * 1_000) / (bucket - this.#bucketAt);
    this.#measured = this.#measured === 0 ? rate : rate * SMOOTH + this.#measured * (1 - SMOOTH);
    this.#inBucket = 0;
    this.#bucketAt = bucket;
  }
}

/** Requests that may wait in the service without being a sign of load. */
const QUEUE = 4;
/** How much longer than usual responses may take before the limit falls. */
const TOLERANCE = 1.5;
const SMOOTHING = 0.2;
/** Requests that the usual time is an average of. */
const LONG = 600;
const WARM_UP = 10;
const BACK_OFF = 0.9;

/**
 * The number of requests at a time by the gradient of response times, as `Gradient2Limit` of Netflix' concurrency-limits: the
 * limit falls while responses take longer than they usually do, and grows while they do not and it is used.
 */
export class GradientLimit {
  readonly #ceiling: number;
  #limit: number;
  #usual = 0;
  #samples = 0;

  /** `ceiling`: requests at a time that are never exceeded. The limit begins at 20, Netflix' own start. */
  constructor(ceiling: number) {
    this.#ceiling = ceiling;
    this.#limit = Math.min(ceiling, 20);
  }

  /** Requests at a time, at least 1. */
  get places(): number {
    return Math.max(1, Math.floor(this.#limit));
  }

  /** A request has ended that took `ms`, when `inFlight` with it were under way. */
  ended(sign: LoadSign, ms: number, inFlight: number): void {
    if (sign !== "well") {
      this.#limit = Math.max(1, this.#limit * BACK_OFF);
      return;
    }
    this.#samples++;
    const weight = this.#samples < WARM_UP ? 1 / this.#samples : 2 / (LONG + 1);
    this.#usual += (ms - this.#usual) * weight;
    // After a time of load the usual is too long: it returns to what is seen.
    if (this.#usual > 2 * ms) this.#usual *= 0.95;
    if (inFlight < this.#limit / 2) return;
    const gradient = Math.max(0.5, Math.min(1, (TOLERANCE * this.#usual) / Math.max(ms, 0.001)));
    const next = this.#limit * gradient + QUEUE;
    this.#limit = Math.max(1, Math.min(this.#ceiling, this.#limit * (1 - SMOOTHING) + next * SMOOTHING));
  }
}

/** The limits of one origin that follow it. */
export class AdaptiveLimits {
  readonly #rate: CubicRate | undefined;
  readonly #concurrency: GradientLimit | undefined;
  readonly #places: number;
  readonly #perSecond: number | undefined;

  constructor(options: AdaptiveOptions, ceilings: { readonly places: number; readonly perSecond: number | undefined }) {
    this.#places = ceilings.places;
    this.#perSecond = ceilings.perSecond;
    this.#rate = options.rate === true ? new CubicRate(ceilings.perSecond ?? Number.POSITIVE_INFINITY) : undefined;
    this.#concurrency = options.concurrency === true ? new GradientLimit(ceilings.places) : undefined;
  }

  /** Requests at a time. */
  get places(): number {
    return this.#concurrency?.places ?? this.#places;
  }

  /** Requests a second; undefined for no limit. */
  get perSecond(): number | undefined {
    if (this.#rate === undefined) return this.#perSecond;
    const { perSecond } = this.#rate;
    return perSecond === Number.POSITIVE_INFINITY ? undefined : perSecond;
  }

  /** A request has ended that took `ms`, when `inFlight` with it were under way. */
  ended(sign: LoadSign, ms: number, inFlight: number): void {
    this.#rate?.ended(sign, performance.now());
    this.#concurrency?.ended(sign, ms, inFlight);
  }
}

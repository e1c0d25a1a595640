/** Adaptive limits of requests, which follow the load of the service below the limits of the options. */

/** `success` is a healthy response, `throttled` means overload, `failure` is no good response. */
type LoadSign = "success" | "throttled" | "failure";

/** The limits that are adaptive. */
export interface AdaptiveOptions {
  /**
   * Whether requests per second are adaptive: they fall when the service throttles, as in the mode "adaptive" of the
   * AWS SDK for JavaScript v3.
   */
  readonly rate?: boolean | undefined;
  /**
   * Whether concurrent requests are adaptive: they follow the response time, as the gradient limits of Netflix and
   * Envoy do.
   */
  readonly concurrency?: boolean | undefined;
}

/**
 * Factor after a throttled request, from RFC 9438 (CUBIC). It and the growth constant have the values of the AWS SDKs.
 */
const BETA = 0.7;
const SCALE = 0.4;
const SMOOTH = 0.8;
const BUCKET_MS = 500;
const LEAST_RATE = 0.5;

/**
 * A CUBIC rate limit, as `DefaultRateLimiter` of the AWS SDKs. There is no limit until a request is throttled. Then the
 * limit is 0.7 of the measured rate, and grows slowly to the throttled rate and beyond.
 */
export class CubicRate {
  readonly #ceiling: number;
  #rate = Number.POSITIVE_INFINITY;
  #lastMaxRate = 0;
  #lastThrottledAt = Number.NEGATIVE_INFINITY;
  /** Seconds until the rate reaches the throttled rate again. */
  #timeWindow = 0;
  #measured = 0;
  #bucketAt = 0;
  #inBucket = 0;

  constructor(ceiling = Number.POSITIVE_INFINITY) {
    this.#ceiling = ceiling;
  }

  /** The rate is infinite if there is no limit. */
  get perSecond(): number {
    return Math.min(this.#rate, this.#ceiling);
  }

  /** `now` is in milliseconds. */
  ended(sign: LoadSign, now: number): void {
    this.#measure(now);
    if (sign === "failure") return;
    if (sign === "throttled") {
      // Concurrent requests are throttled together, so their throttling counts as one sign. The SDKs count each.
      if (now - this.#lastThrottledAt < BUCKET_MS) return;
      const rate = Math.min(this.#measured, this.perSecond);
      this.#lastMaxRate = rate;
      this.#timeWindow = Math.cbrt((rate * (1 - BETA)) / SCALE);
      this.#lastThrottledAt = now;
      this.#rate = Math.max(LEAST_RATE, rate * BETA);
    } else if (this.#rate !== Number.POSITIVE_INFINITY) {
      const seconds = (now - this.#lastThrottledAt) / 1_000;
      const cubic = SCALE * (seconds - this.#timeWindow) ** 3 + this.#lastMaxRate;
      // A limit that is not used says nothing about the capacity of the service.
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

/** So many queued requests in the service are no sign of load. */
const QUEUE = 4;
/** Responses may exceed the usual time by this factor before the limit falls. */
const TOLERANCE = 1.5;
const SMOOTHING = 0.2;
/** Number of requests over which the usual time is averaged. */
const LONG = 600;
const WARM_UP = 10;
const BACK_OFF = 0.9;

/**
 * A limit of concurrent requests by the gradient of response times, as `Gradient2Limit` of Netflix's
 * concurrency-limits. It falls while responses take longer than usual, and grows while they do not and the limit is
 * used.
 */
export class GradientLimit {
  readonly #ceiling: number;
  #limit: number;
  #usual = 0;
  #samples = 0;

  /** The limit starts at 20, as Netflix's, and never exceeds `ceiling`. */
  constructor(ceiling: number) {
    this.#ceiling = ceiling;
    this.#limit = Math.min(ceiling, 20);
  }

  get slots(): number {
    return Math.max(1, Math.floor(this.#limit));
  }

  /** `ms` is the duration of a request. `inFlight` includes it. */
  ended(sign: LoadSign, ms: number, inFlight: number): void {
    if (sign !== "success") {
      this.#limit = Math.max(1, this.#limit * BACK_OFF);
      return;
    }
    this.#samples++;
    const weight = this.#samples < WARM_UP ? 1 / this.#samples : 2 / (LONG + 1);
    this.#usual += (ms - this.#usual) * weight;
    // After a period of load the usual time is too long. It decays towards the measured time.
    if (this.#usual > 2 * ms) this.#usual *= 0.95;
    if (inFlight < this.#limit / 2) return;
    const gradient = Math.max(0.5, Math.min(1, (TOLERANCE * this.#usual) / Math.max(ms, 0.001)));
    const next = this.#limit * gradient + QUEUE;
    this.#limit = Math.max(1, Math.min(this.#ceiling, this.#limit * (1 - SMOOTHING) + next * SMOOTHING));
  }
}

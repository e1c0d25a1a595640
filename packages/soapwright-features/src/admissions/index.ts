/** Admissions, which decide whether a request may go now, and the order of tenants in the queue. */

export type { AdaptiveOptions } from "./adaptive";
export { adaptive, breaker, retryAfterHold, sharedRate } from "./admissions";
export type { BreakerOptions } from "./breaker";
export { type FairnessOptions, fairness } from "./fairness";
export { RateLease, type RateLeaseOptions, type RedisClient } from "./rate-lease";
export { type RedisRateLimitOptions, redisRateLimit } from "./redis-rate-limit";

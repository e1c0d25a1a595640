/**
 * The entry point `soapwright-features`: WS-Addressing with endpoint references; attachments of messages; admissions, which decide
 * whether a request may go now, and the order of tenants in the queue.
 */

export { type AddressingOptions, addressing, type RepliesElsewhere, repliesElsewhere } from "./addressing/addressing";
export { type EndpointReference, endpointReference } from "./addressing/endpoint-reference";
export type { AdaptiveOptions } from "./admissions/adaptive";
export { adaptive, breaker, retryAfterHold, sharedRate } from "./admissions/admissions";
export type { BreakerOptions } from "./admissions/breaker";
export { type FairnessOptions, fairness } from "./admissions/fairness";
export { RateLease, type RateLeaseOptions, type RedisClient } from "./admissions/rate-lease";
export { type RedisRateLimitOptions, redisRateLimit } from "./admissions/redis-rate-limit";
export { attachmentOf } from "./attachments/attachment-values";
export {
  type AttachmentOptions,
  attachments,
  type StreamsAttachments,
  streamsAttachments,
} from "./attachments/attachments";

/** Lists that are handed over item by item. */
import type { StreamTarget } from "../codec";

/** For lists that could not be handed over while they were read: the items of the finished value. */
export function deliverItems(stream: StreamTarget, value: unknown): void {
  let at = value;
  for (const key of stream.path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return;
    at = (at as { readonly [key: string]: unknown })[key];
  }
  if (Array.isArray(at)) for (const item of at) stream.onItem(item);
}

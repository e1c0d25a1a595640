/** How a response is read: decided once, by its head and the features of its call. */
import { isResponseError, ResponseError } from "../errors/response-error";
import type { CallFeature, PartsIn } from "../feature";
import type { ResponseHead } from "../transport/exchange";

export interface Reading {
  /**
   * `whole`: the call ends with the envelope, which is decoded while it arrives. `held`: nothing is decoded before
   * features have verified the text. `multipart`: parts follow the envelope.
   */
  readonly of: "whole" | "held" | "multipart";
  /** Whether the envelope is the first of several parts, verified or not. Their bytes have their own limit. */
  readonly isInParts: boolean;
  readonly parts: PartsIn | undefined;
}

/** The content type of a response with parts (RFC 2387). */
const MULTIPART = "multipart/related";
const WHOLE: Reading = { of: "whole", isInParts: false, parts: undefined };

/** Throws a `ResponseError` for parts that cannot be read, and for some that would have to be verified and are streamed. */
export function readingOf(
  head: ResponseHead,
  type: string,
  features: readonly CallFeature[],
  operation: { readonly name: string },
): Reading {
  if (features.length === 0) return WHOLE;
  const isHeld = features.some(({ verify }) => verify !== undefined);
  const parts = startParts(head, type === MULTIPART, features);
  const isInParts = type === MULTIPART && parts !== undefined;
  if (isHeld && isInParts && parts.inlined === undefined)
    throw new ResponseError(
      `The response to ${operation.name} comes in parts that are read as streams, so that it cannot be verified before. Read it whole.`,
      { reason: "security" },
    );
  return { of: isHeld ? "held" : isInParts ? "multipart" : "whole", isInParts, parts };
}

/** An error status says more than parts that cannot be read. */
function startParts(head: ResponseHead, isMultipart: boolean, features: readonly CallFeature[]): PartsIn | undefined {
  const packaging = features.find((feature) => feature.packaging !== undefined)?.packaging;
  try {
    return packaging?.receive(head.header("content-type") ?? "", isMultipart);
  } catch (error) {
    if (head.status < 300 || !isResponseError(error)) throw error;
    return undefined;
  }
}

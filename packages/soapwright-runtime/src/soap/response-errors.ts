/** The errors of a response that is no result. Text of the response enters them only masked. */
import { LENIENT_ADVICE } from "../errors/advice";
import { closed, happened } from "../errors/error-message";
import { FaultError } from "../errors/fault-error";
import { HttpError } from "../errors/http-error";
import { ResponseError } from "../errors/response-error";
import type { CallFeature, RootPart } from "../feature";
import { printable } from "../text/printable";
import { displayAddress } from "../transport/address";
import type { ResponseHead } from "../transport/exchange";
import { parseRetryAfter } from "../transport/retry-after";
import type { FaultReader } from "./fault-reader";
import { maskAddress, maskDeep, type Secrets } from "./mask";
import { challengeWording, remedyFor } from "./status-words";

type Masking = Pick<Secrets, "mask">;

/** A response without an envelope, or with one that its status contradicts. */
export interface RefusedResponse {
  readonly head: ResponseHead;
  /** The media type in lower case; empty without the header. */
  readonly type: string;
  readonly isEmpty: boolean;
  /** The beginning of the body; undefined for an envelope, which may hold personal data. */
  readonly begins: string | undefined;
  /** Why the body or the envelope in it could not be read, so that nobody knows whether it is a fault. */
  readonly unread?: ResponseError | undefined;
  /** Whether the body is an envelope, which only `strict` refuses for its content type. */
  readonly isMistyped?: boolean;
}

/** The request that the response belongs to. */
interface RequestTerms {
  readonly secrets: Masking;
  readonly features: readonly CallFeature[];
  readonly sentHeaders?: readonly string[];
}

/** Returns undefined for a status with which the response is read: redirects are not followed, and no part was requested. */
export function refusedStatus(head: ResponseHead, secrets: Masking): HttpError | undefined {
  const { status } = head;
  if (status >= 300 && status < 400) {
    const target = head.header("location");
    const address = target === undefined ? undefined : displayAddress(target);
    const location = address && maskAddress(address, (text) => secrets.mask(text));
    return new HttpError(
      (_name, subject) =>
        `${subject("service")} responded with status ${status}, a redirect${location === undefined ? "" : ` to ${location}`}. Redirects are not followed, because credentials would travel along.`,
      { reason: "redirect", status, location, advice: [{ action: "set", option: "endpoint" }] },
    );
  }
  if (status !== 206) return undefined;
  return new HttpError(
    (_name, subject) =>
      `${subject("service")} responded with status 206, a part of a response, although the whole was asked for.`,
    { reason: "partial-content", status },
  );
}

/** The error of a body that is not read as XML. */
export function noEnvelope(response: RefusedResponse, terms: RequestTerms): HttpError | ResponseError {
  if (response.head.status !== 200) return httpError(response, terms);
  const excerpt = shownExcerpt(response, terms);
  const type = printable(response.type).slice(0, 100);
  const { isMistyped = false } = response;
  const happened = `The response has status 200 and content type ${type}, which is not that of a SOAP envelope${isMistyped ? ", although its body is one. Lenient validation gives its result" : ""}.`;
  const advice = isMistyped ? LENIENT_ADVICE : remedyOf(response).advice;
  return new ResponseError(excerpt === undefined ? happened : `${happened} The response begins: ${excerpt}`, {
    reason: "content-type",
    received: type,
    logged: happened,
    advice,
  });
}

export function httpError(response: RefusedResponse, terms: RequestTerms): HttpError {
  const { head, unread } = response;
  const { status } = head;
  const retryAfterMs = parseRetryAfter(head.header("retry-after"));
  const { sentence: said = "", advice, showsBody } = remedyOf(response);
  const wait =
    retryAfterMs === undefined
      ? ""
      : ` The service asks to wait ${Math.ceil(retryAfterMs / 1000).toLocaleString("en-US")} s (Retry-After).`;
  const offer = status === 401 ? challengeWording(head.header("www-authenticate") ?? "", terms) : undefined;
  const sentences = `${wait}${offer?.sentence ?? ""}${said}`;
  const helps = offer === undefined ? advice : [...offer.advice, ...advice];
  if (unread !== undefined) return unreadableFault(unread, { status, sentences, retryAfterMs, advice: helps });
  const happened = `responded with status ${status} and no SOAP fault.${sentences}`;
  const excerpt = shownExcerpt(response, terms);
  const begins = showsBody === true && excerpt !== undefined ? textOfPage(excerpt) : "";
  const end = begins === "" ? "" : ` The response begins: ${begins}`;
  return new HttpError((_name, subject) => `${subject("service")} ${happened}${end}`, {
    status,
    logged: `The service ${happened}`,
    excerpt,
    retryAfterMs,
    advice: helps,
  });
}

/**
 * The error of an envelope that may be a fault, and cannot be read. Services send faults with status 400 and 500, so that
 * these statuses add no advice.
 */
function unreadableFault(
  unread: ResponseError,
  {
    status,
    sentences,
    retryAfterMs,
    advice,
  }: Pick<HttpError, "status" | "retryAfterMs" | "advice"> & { sentences: string },
): HttpError {
  return new HttpError(
    (name, subject) =>
      `${subject("service")} responded with status ${status} and a body that cannot be read. ${closed(happened(unread, name))}${sentences}`,
    {
      reason: "status-unreadable",
      status,
      retryAfterMs,
      advice: status === 400 || status === 500 ? unread.advice : [...advice, ...unread.advice],
      cause: unread,
    },
  );
}

function remedyOf({ head, type, isEmpty }: RefusedResponse): ReturnType<typeof remedyFor> {
  return remedyFor({ status: head.status, type, isEmpty, proxyChallenge: head.header("proxy-authenticate") });
}

function shownExcerpt({ begins }: RefusedResponse, { secrets }: RequestTerms): string | undefined {
  if (begins === undefined || /<([\w.-]+:)?Envelope[\s>]/i.test(begins)) return undefined;
  const shown = printable(secrets.mask(begins.trim())).slice(0, 300);
  return shown === "" ? undefined : shown;
}

export function faultError(fault: ReturnType<FaultReader["fault"]>, httpStatus: number, secrets: Masking): FaultError {
  const mask = (text: string) => secrets.mask(text);
  const reason = mask(fault.reason);
  const code = fault.code.local === "" ? "" : ` (${printable(mask(fault.code.local).slice(0, 200))})`;
  const shownReason =
    reason.trim() === "" ? "no reason is given" : printable(reason.trim().slice(0, 1000)).slice(0, 1000);
  const stop = /[.!?]$/.test(shownReason) ? "" : ".";
  return new FaultError(`The service responded with a fault${code}: ${shownReason}${stop}`, {
    logged: `The service responded with a fault${code}.`,
    fault: maskDeep({ ...fault, reason }, mask) as typeof fault,
    httpStatus,
  });
}

/** The error of a multipart response whose first part is no envelope. */
export function refusedRoot({ type }: RootPart): ResponseError {
  return new ResponseError(
    `The envelope of the multipart response has content type ${printable(type).slice(0, 100)}, which is not that of a SOAP envelope.`,
    { reason: "content-type", received: type, advice: [{ action: "check", option: "endpoint" }] },
  );
}

/** Returns the text of a page without its markup. */
function textOfPage(excerpt: string): string {
  const text = excerpt.replace(/<(style|script)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, " ").replace(/<[^>]*(?:>|$)/g, " ");
  return text.replace(/(?:\\n|\s)+/g, " ").trim();
}

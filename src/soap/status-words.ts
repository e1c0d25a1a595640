/** What errors say of statuses without a SOAP fault. */
import type { Advice } from "../errors/advice";
import { offeredSchemes } from "../transport/challenges";

/** What is said of a status, and what may help. */
export interface StatusWords {
  /** A sentence behind a blank. */
  readonly said?: string;
  readonly advice: readonly Advice[];
}

export const NO_ADVICE: readonly Advice[] = [];
const ADDRESS: StatusWords = { advice: [{ action: "check", option: "endpoint" }] };
const CREDENTIALS: StatusWords = {
  advice: [
    { action: "check", option: "auth" },
    { action: "check", option: "httpHeaders" },
  ],
};
const AWAY: StatusWords = {
  said: " It is not available at the moment.",
  advice: [{ action: "repeat" }, { action: "raise", option: "retries" }, { action: "raise", option: "deadlineMs" }],
};
export const STATUSES: { readonly [status: number]: StatusWords } = {
  400: ADDRESS,
  401: CREDENTIALS,
  403: CREDENTIALS,
  404: ADDRESS,
  405: ADDRESS,
  407: {
    said: " The proxy needs credentials for Basic, and got none or wrong ones.",
    advice: [{ action: "set", option: "proxy" }],
  },
  410: ADDRESS,
  413: { said: " The request is too long for the service.", advice: [{ action: "send-less" }] },
  415: ADDRESS,
  429: {
    said: " It accepts fewer requests than it gets.",
    advice: [{ action: "repeat" }, { action: "slow-down" }, { action: "set", option: "requestsPerSecond" }],
  },
  500: { advice: [{ action: "repeat" }] },
  502: AWAY,
  503: AWAY,
  504: AWAY,
};
const UNREADABLE: StatusWords = {
  said: " Services respond so, without a body, when they cannot read a request.",
  advice: [
    { action: "check", option: "soapVersion" },
    { action: "check", option: "endpoint" },
  ],
};
/** Statuses that say something else without a body. */
export const EMPTY: { readonly [status: number]: StatusWords } = { 400: UNREADABLE, 415: UNREADABLE };

/**
 * What the `WWW-Authenticate` of a 401 offers, and whether it was sent with `sentHeaders` (names and values in turn) or can be had here:
 * sentences behind a blank. `signsIn`: the request was made with `security.http`.
 */
export function offerWords(challenges: string, sentHeaders: readonly string[] = [], signsIn = false): string {
  const schemes = offeredSchemes(challenges);
  if (schemes.length === 0) return "";
  const offer = ` It offers ${listed(schemes, "and")} (WWW-Authenticate).`;
  const place = sentHeaders.findIndex((name) => /^authorization$/i.test(name));
  const used =
    place < 0 ? undefined : offeredSchemes(sentHeaders[place + 1] ?? "").find((one) => schemes.includes(one));
  if (used === "Digest" && /\bstale\s*=\s*"?true/i.test(challenges)) {
    return `${offer} It calls each nonce of its own too old at once (stale=true), and says nothing of user name and password: ask it to keep its nonces longer, and to share them among its servers.`;
  }
  if (used !== undefined) {
    const what = used === "Bearer" ? "token" : "user name and password";
    return `${offer} It has refused the ${what} that the request had for ${used}.`;
  }
  if (signsIn && place < 0 && schemes.includes("Digest")) {
    return `${offer} security.http cannot respond to its Digest, which needs realm, nonce, MD5, SHA-256 or SHA-512-256, and qop auth or auth-int: ask the service for that.`;
  }
  if (signsIn) {
    const other = schemes.find((scheme) => scheme === "Basic" || scheme === "Digest");
    if (other !== undefined) return `${offer} Set security.http.scheme to "${other.toLowerCase()}".`;
  }
  const sent = schemes.filter((scheme) => scheme === "Basic" || scheme === "Bearer");
  const ways = [
    ...(sent.length > 0 ? [`send ${listed(sent, "or")} with httpHeaders or client.soap.setSecurity`] : []),
    ...(schemes.includes("Digest") ? ["set security.http for Digest"] : []),
  ].join(", or ");
  const how =
    ways === ""
      ? "This client cannot sign in that way: ask for Basic or Digest over TLS, a token or a client certificate, or use a gateway."
      : `${ways[0]!.toUpperCase()}${ways.slice(1)}.`;
  return `${offer} ${how}`;
}

function listed(words: readonly string[], and: "and" | "or"): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${and} ${words.at(-1)}`;
}

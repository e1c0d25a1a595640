/** Wording and advice of errors for HTTP statuses without a SOAP fault. */
import type { Advice } from "../errors/advice";
import type { CallFeature } from "../feature";
import { offeredSchemes } from "../transport/challenges";

export interface StatusWording {
  /** A sentence that begins with a space. */
  readonly sentence?: string;
  readonly advice: readonly Advice[];
}

export const NO_ADVICE: readonly Advice[] = [];
const ADDRESS: StatusWording = { advice: [{ action: "check", option: "endpoint" }] };
const CREDENTIALS: StatusWording = {
  advice: [
    { action: "check", option: "auth" },
    { action: "check", option: "httpHeaders" },
  ],
};
const UNAVAILABLE: StatusWording = {
  sentence: " It is not available at the moment.",
  advice: [{ action: "repeat" }, { action: "raise", option: "retries" }, { action: "raise", option: "deadlineMs" }],
};
export const STATUSES: { readonly [status: number]: StatusWording } = {
  400: ADDRESS,
  401: CREDENTIALS,
  403: CREDENTIALS,
  404: ADDRESS,
  405: ADDRESS,
  407: {
    sentence: " The proxy needs credentials for Basic, and got none or wrong ones.",
    advice: [{ action: "set", option: "proxy" }],
  },
  410: ADDRESS,
  413: { sentence: " The request is too long for the service.", advice: [{ action: "send-less" }] },
  415: ADDRESS,
  429: {
    sentence: " It limits the rate of requests.",
    advice: [{ action: "repeat" }, { action: "slow-down" }, { action: "set", option: "requestsPerSecond" }],
  },
  500: { advice: [{ action: "repeat" }] },
  502: UNAVAILABLE,
  503: UNAVAILABLE,
  504: UNAVAILABLE,
};
const UNREADABLE: StatusWording = {
  sentence: " Services respond so, without a body, when they cannot read a request.",
  advice: [
    { action: "check", option: "soapVersion" },
    { action: "check", option: "endpoint" },
  ],
};
/** For responses without a body: before `STATUSES`. */
export const STATUSES_WITHOUT_BODY: { readonly [status: number]: StatusWording } = { 400: UNREADABLE, 415: UNREADABLE };

interface RefusedRequest {
  /** HTTP headers of the request, as alternating names and values. */
  readonly sentHeaders?: readonly string[];
  readonly features: readonly CallFeature[];
}

/**
 * Returns the wording for a 401: the schemes of its `WWW-Authenticate`, and whether the request used one or the client
 * can use one. The wording of a feature that answers the challenge takes precedence.
 */
export function challengeWording(challenges: string, { sentHeaders = [], features }: RefusedRequest): StatusWording {
  const schemes = offeredSchemes(challenges);
  if (schemes.length === 0) return { advice: NO_ADVICE };
  const offer = ` It offers ${joinNames(schemes, "and")} (WWW-Authenticate).`;
  const wording = (instruction: string): StatusWording => ({ sentence: `${offer} ${instruction}`, advice: NO_ADVICE });
  const index = sentHeaders.findIndex((name, at) => at % 2 === 0 && /^authorization$/i.test(name));
  const authorization = index < 0 ? undefined : sentHeaders[index + 1];
  for (const feature of features) {
    const wordingOfFeature = feature.challenged?.(challenges, authorization);
    if (wordingOfFeature !== undefined) return wording(wordingOfFeature);
  }
  const used = offeredSchemes(authorization ?? "").find((one) => schemes.includes(one));
  if (used !== undefined) {
    const what = used === "Bearer" ? "token" : "user name and password";
    return wording(`It has refused the ${what} that the request had for ${used}.`);
  }
  const settable = schemes.filter((scheme) => scheme === "Basic" || scheme === "Bearer");
  if (settable.length > 0) {
    return { sentence: offer, advice: [{ action: "set", option: "httpHeaders", value: joinNames(settable, "or") }] };
  }
  return wording(
    "No credentials or feature of this client authenticate with these schemes: hand in a feature that does, or use a gateway.",
  );
}

function joinNames(names: readonly string[], and: "and" | "or"): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${and} ${names.at(-1)}`;
}

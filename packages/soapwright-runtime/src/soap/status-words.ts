/** What helps against a response without a SOAP fault: one table, from what was seen to wording and advice. */
import type { Advice } from "../errors/advice";
import type { CallFeature } from "../feature";
import { joinNames, offeredSchemes, proxyOffer } from "../transport/challenges";

export interface StatusWording {
  /** A sentence that begins with a space. */
  readonly sentence?: string;
  readonly advice: readonly Advice[];
  /** Whether the message shows the beginning of the body, where services say what they expect. */
  readonly showsBody?: boolean;
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
const MISREAD: readonly Advice[] = [
  { action: "check", option: "soapVersion" },
  { action: "check", option: "endpoint" },
];

/** What was seen of a response that is neither a result nor a fault. */
export interface SeenResponse {
  readonly status: number;
  /** The media type in lower case; empty without the header. */
  readonly type: string;
  readonly isEmpty: boolean;
  /** The header `Proxy-Authenticate`. */
  readonly proxyChallenge?: string | undefined;
}

interface Remedy {
  readonly seen: string;
  fits(response: SeenResponse): boolean;
  readonly wording: StatusWording | ((response: SeenResponse) => StatusWording);
}

const forStatus = (status: number, wording: StatusWording): Remedy => ({
  seen: `status ${status}`,
  fits: (response) => response.status === status,
  wording,
});

/** From what was seen to what helps. The first row that fits counts. */
export const REMEDIES: readonly Remedy[] = [
  {
    seen: "a multipart response",
    fits: ({ type }) => type.startsWith("multipart/"),
    wording: { advice: [{ action: "set", option: "features", value: "attachments()" }] },
  },
  {
    seen: "status 400 or 415 without a body",
    fits: ({ status, isEmpty }) => isEmpty && (status === 400 || status === 415),
    wording: {
      sentence: " Services respond so, without a body, when they cannot read a request.",
      advice: MISREAD,
    },
  },
  {
    seen: "status 407 with other schemes than Basic",
    fits: ({ status, proxyChallenge = "" }) => status === 407 && proxyOffer(proxyChallenge) !== undefined,
    wording: ({ proxyChallenge = "" }) => ({ sentence: ` ${proxyOffer(proxyChallenge)}`, advice: NO_ADVICE }),
  },
  forStatus(200, ADDRESS),
  forStatus(400, ADDRESS),
  forStatus(401, CREDENTIALS),
  forStatus(403, CREDENTIALS),
  forStatus(404, ADDRESS),
  forStatus(405, ADDRESS),
  forStatus(407, {
    sentence: " The proxy needs credentials for Basic, and got none or wrong ones.",
    advice: [{ action: "set", option: "proxy" }],
  }),
  forStatus(410, ADDRESS),
  forStatus(413, { sentence: " The request is too long for the service.", advice: [{ action: "send-less" }] }),
  forStatus(415, { advice: MISREAD, showsBody: true }),
  forStatus(429, {
    sentence: " It limits the rate of requests.",
    advice: [{ action: "repeat" }, { action: "slow-down" }, { action: "set", option: "requestsPerSecond" }],
  }),
  forStatus(500, { advice: [{ action: "repeat" }] }),
  ...[502, 503, 504].map((status) => forStatus(status, UNAVAILABLE)),
];

export function remedyFor(response: SeenResponse): StatusWording {
  const wording = REMEDIES.find((remedy) => remedy.fits(response))?.wording;
  return typeof wording === "function" ? wording(response) : (wording ?? { advice: NO_ADVICE });
}

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

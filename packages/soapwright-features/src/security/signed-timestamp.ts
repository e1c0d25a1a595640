/** The wsu:Timestamp of a message (WS-Security 1.1, 10). */
import { childTexts } from "./envelope-parts";
import type { FreshnessTerms } from "./read-signature";
import type { Refuse } from "./refusal";
import { WSU } from "./security-namespaces";

/** `xml` is the canonical text, which is signed if there is a signature. Throws for a Timestamp that is not valid. */
export function readTimestamp(xml: string, { clockSkewMs, maxAgeMs }: FreshnessTerms, refuse: Refuse): void {
  const children = childTexts(xml).filter(({ namespace }) => namespace === WSU);
  const timeIn = (wanted: string): number | undefined => {
    const [found, second] = children.filter(({ local }) => local === wanted);
    return found && (second === undefined ? timeOf(found.text.trim()) : Number.NaN);
  };
  const now = Date.now();
  const created = timeIn("Created");
  const expires = timeIn("Expires");
  if (created === undefined || Number.isNaN(created) || Number.isNaN(expires ?? 0)) {
    throw refuse("its Timestamp has no Created or a time that cannot be read");
  }
  if (created > now + clockSkewMs) {
    throw refuse(`its Timestamp is from the future (${timeText(created)})`, {
      reason: "timestamp-in-future",
      ...CLOCKS,
    });
  }
  if (expires !== undefined && expires <= now - clockSkewMs) {
    throw refuse(`its Timestamp has expired (${timeText(expires)})`, { reason: "timestamp-expired", ...CLOCKS });
  }
  if (created < now - maxAgeMs - clockSkewMs) {
    const what = `its Timestamp is older than security.verify.maxAgeMs allows (${timeText(created)})`;
    throw refuse(what, { reason: "timestamp-too-old" });
  }
}

const CLOCKS = {
  remedy: "Compare the clocks of both machines",
  callerRemedy: "Compare the clocks of both machines, or raise security.verify.clockSkewMs",
};

function timeText(time: number): string {
  return new Date(time).toISOString();
}

/** Returns milliseconds since 1970. A text that is not an xs:dateTime with a time zone is NaN. */
function timeOf(text: string): number {
  const [, until, fraction = "", zone] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  return until === undefined ? Number.NaN : Date.parse(`${until}${fraction.slice(0, 4)}${zone}`);
}

/** The wsu:Timestamp of a message (WS-Security 1.1, 10). */
import { childTexts } from "./child-texts";
import type { FreshnessTerms } from "./read-options";
import { WSU } from "./security-namespaces";

/** `xml` is the canonical text, which is signed if there is a signature. Throws for a Timestamp that is not valid. */
export function readTimestamp(
  xml: string,
  { clockSkewMs, maxAgeMs }: FreshnessTerms,
  refuse: (what: string) => Error,
): void {
  const times = timesIn(xml);
  const now = Date.now();
  const created = times.get("Created");
  const expires = times.get("Expires");
  if (created === undefined || Number.isNaN(created) || Number.isNaN(expires ?? 0)) {
    throw refuse("its Timestamp has no Created or a time that cannot be read");
  }
  const hint = "Compare the clocks of both machines, or raise security.verify.clockSkewMs";
  if (created > now + clockSkewMs) throw refuse(`its Timestamp is from the future (${inWords(created)}). ${hint}`);
  if (expires !== undefined && expires <= now - clockSkewMs) {
    throw refuse(`its Timestamp has expired (${inWords(expires)}). ${hint}`);
  }
  if (created < now - maxAgeMs - clockSkewMs) {
    throw refuse(`its Timestamp is older than security.verify.maxAgeMs allows (${inWords(created)})`);
  }
}

function inWords(time: number): string {
  return new Date(time).toISOString();
}

/** Returns milliseconds since 1970. A value that is not an xs:dateTime with a time zone is NaN. */
function timesIn(xml: string): Map<string, number> {
  const times = new Map<string, number>();
  for (const { name, text } of childTexts(xml)) {
    if (name.namespace === WSU) times.set(name.local, times.has(name.local) ? Number.NaN : timeOf(text.trim()));
  }
  return times;
}

function timeOf(text: string): number {
  const [, until, fraction = "", zone] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  return until === undefined ? Number.NaN : Date.parse(`${until}${fraction.slice(0, 4)}${zone}`);
}

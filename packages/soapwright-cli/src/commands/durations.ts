/** `500ms`, `30s`, `2m`: durations on the command line. */
import { InvalidArgumentError } from "commander";

/** Node.js has no longer timer. */
export const LONGEST_TIMER_MS = 2_147_483_647;

const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** Without `bare`, a unit is required. Throws `InvalidArgumentError`. */
export function durationTo(mostMs: number, bare?: "ms" | "s"): (text: string) => number {
  return (text) => {
    const [, number = "", unit = bare ?? ""] = /^(\d{1,10}(?:\.\d{1,3})?)(ms|s|m|h)?$/.exec(text) ?? [];
    if (Number(number) > 0 && unit === "")
      throw new InvalidArgumentError(`It must have a unit: ${number}ms, ${number}s or ${number}m.`);
    const ms = Math.round(Number(number) * (units[unit] ?? 0));
    if (number === "" || ms < 1 || ms > mostMs)
      throw new InvalidArgumentError(
        `It must be a time from 1ms to ${Math.floor(mostMs / 60_000)}m, for example 500ms, 30s or 2m.`,
      );
    return ms;
  };
}

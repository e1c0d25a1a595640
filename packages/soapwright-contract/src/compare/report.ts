/** The report of a comparison: each difference once, at its highest severity. */
import type { Difference, Severity } from "./difference";

/** The maximum of findings listed one by one; the rest is counted. */
const MOST = 100;

const ranks: { readonly [S in Severity]: number } = { note: 0, warning: 1, error: 2 };

/** The findings of one comparison, and counts of names that the client does not have. */
export class ContractReport {
  readonly #findings = new Map<string, Difference>();
  readonly #unknown = new Map<string, Set<string>>();
  readonly #uncompared = new Set<string>();

  add(severity: Severity, code: string, about: string, message: string): void {
    const key = `${code} ${about}`;
    const before = this.#findings.get(key);
    if (before !== undefined && ranks[before.severity] >= ranks[severity]) return;
    this.#findings.set(key, { severity, code, message });
  }

  /** Counts a name that the service has and the client does not. */
  countUnknown(kind: string, name: string): void {
    const names = this.#unknown.get(kind) ?? new Set();
    this.#unknown.set(kind, names.add(name));
  }

  /** Notes a part that could not be compared, and the reason. */
  leaveOut(why: string): void {
    this.#uncompared.add(why);
  }

  /** Returns errors first, then in the order found. */
  findings(): Difference[] {
    const all = [...this.#findings.values()].sort((one, other) => ranks[other.severity] - ranks[one.severity]);
    const shown = all.slice(0, MOST);
    const [next] = all.slice(MOST);
    if (next !== undefined) {
      const message = `There are ${all.length - MOST} more differences. Generate the client anew from the service's WSDL.`;
      shown.push({ severity: next.severity, code: "more-differences", message });
    }
    for (const why of [...this.#uncompared].slice(0, 5)) {
      shown.push({
        severity: "note",
        code: "not-compared",
        message: `A part of the contract was not compared: ${why}.`,
      });
    }
    const counted = [...this.#unknown].map(
      ([kind, { size }]) => `${size.toLocaleString("en-US")} ${kind}${size === 1 ? "" : "s"}`,
    );
    if (counted.length > 0) {
      const message = `The service has more than this client knows: ${counted.join(", ")}. Calls of this client are not affected by what is optional.`;
      shown.push({ severity: "note", code: "more-than-known", message });
    }
    return shown;
  }
}

/** `xs:ID` and `xs:IDREF` (XML Schema Part 2, 3.3.8 and 3.3.9; Part 1, 3.15.4) in one element of a message. */
import type { DepartAt, KeyMemory } from "./key-memory";

export class Identifiers {
  private readonly identified = new Map<string, string>();
  private readonly referred = new Map<string, string>();

  constructor(
    private readonly memory: KeyMemory,
    private readonly departAt: DepartAt,
  ) {}

  /** `value` is the decoded value of the type, a string or a list of strings. */
  add(kind: "ID" | "IDREF", value: unknown, path: string): void {
    for (const name of Array.isArray(value) ? value : [value]) {
      if (typeof name !== "string") continue;
      if (kind === "ID") this.identify(name, path);
      else if (!this.referred.has(name)) this.keep(this.referred, name, path);
    }
  }

  private identify(name: string, path: string): void {
    const earlier = this.identified.get(name);
    if (earlier !== undefined) this.departAt(path, `the same xs:ID as at ${earlier}`);
    this.keep(this.identified, name, path);
  }

  private keep(map: Map<string, string>, name: string, path: string): void {
    this.memory.take(name, path, "xs:ID and xs:IDREF");
    map.set(name, path);
  }

  /** Checks the references. */
  end(): void {
    for (const [name, path] of this.referred)
      if (!this.identified.has(name)) this.departAt(path, "no element or attribute has the xs:ID that this refers to");
  }
}

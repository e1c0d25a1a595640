import type { ValidationMode } from "../client/option-types";
import type { JsonSchema } from "./schema-types";

/** A definition of a document. Until all are made, references name it by its id. */
interface SchemaEntry {
  readonly id: string;
  /** The name that it has if it is free. */
  readonly name: string;
  schema: JsonSchema;
  /** The exact definition of the same type. */
  readonly exact: SchemaEntry | undefined;
}

/** The definitions of one document. Types are taken from a queue, because chains of them are long. */
export class SchemaEntries {
  readonly #entries: SchemaEntry[] = [];
  readonly #known = new Map<ValidationMode, Map<unknown, SchemaEntry>>();
  readonly #waiting: (() => void)[] = [];
  /** The names that are taken, each with the next number of its own. */
  readonly #taken = new Map<string, number>();

  reserve(name: string): string {
    let number = this.#taken.get(name);
    if (number === undefined) {
      this.#taken.set(name, 2);
      return name;
    }
    let free = "";
    do free = `${name}_${number++}`;
    while (this.#taken.has(free));
    this.#taken.set(name, number).set(free, 2);
    return free;
  }

  /** Returns a reference to the definition of `key`, which `make` makes later. */
  refer(level: ValidationMode, key: unknown, name: string, make: () => JsonSchema): JsonSchema {
    const known = this.#known.get(level) ?? new Map<unknown, SchemaEntry>();
    this.#known.set(level, known);
    let entry = known.get(key);
    if (entry === undefined) {
      const exact = level === "strict" ? undefined : this.#known.get("strict")?.get(key);
      const made: SchemaEntry = { id: String(this.#entries.length), name, schema: {}, exact };
      entry = made;
      known.set(key, made);
      this.#entries.push(made);
      this.#waiting.push(() => {
        made.schema = make();
      });
    }
    return { $ref: `${DEFS}${entry.id}` };
  }

  /** Makes the definitions that have been referred to since the last time. */
  make(): void {
    for (const make of this.#waiting) make();
    this.#waiting.length = 0;
  }

  /** Returns the schemas and the definitions with their names. */
  finish(schemas: readonly JsonSchema[]): {
    readonly schemas: readonly JsonSchema[];
    readonly defs: Readonly<Record<string, JsonSchema>>;
  } {
    this.make();
    const same = sameAsExact(this.#entries);
    const kept = this.#entries.filter((entry) => !same.has(entry));
    const names = new Map(
      kept.map(({ id, name, exact }) => [id, this.reserve(exact === undefined ? name : `${name}.result`)]),
    );
    for (const { id, exact } of same) names.set(id, names.get(exact!.id)!);
    const rename = (id: string): string => `${DEFS}${pointer(names.get(id)!)}`;
    return {
      schemas: schemas.map((schema) => withReferences(schema, rename)),
      defs: Object.fromEntries(kept.map(({ id, schema }) => [names.get(id)!, withReferences(schema, rename)])),
    };
  }
}

const DEFS = "#/$defs/";

/** A JSON pointer in a URI fragment (RFC 6901, 6). */
function pointer(name: string): string {
  return encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}

/** Returns a copy with other references. */
function withReferences<T>(value: T, rename: (id: string) => string): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => withReferences(each, rename)) as T;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === "$ref" && typeof each === "string" ? rename(each.slice(DEFS.length)) : withReferences(each, rename),
    ]),
  ) as T;
}

/** The entries that say what the exact definition of their type says, through all references. */
function sameAsExact(entries: readonly SchemaEntry[]): ReadonlySet<SchemaEntry> {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const users = new Map<SchemaEntry, SchemaEntry[]>();
  const same = new Set<SchemaEntry>();
  const different: SchemaEntry[] = [];
  for (const entry of entries) {
    const { exact, schema } = entry;
    const own = withReferences(schema, (id) => {
      const target = byId.get(id)!;
      users.set(target, [...(users.get(target) ?? []), entry]);
      return target.exact?.id ?? id;
    });
    if (exact === undefined) continue;
    const isSame = JSON.stringify(own) === JSON.stringify(withReferences(exact.schema, (id) => id));
    if (isSame) same.add(entry);
    else different.push(entry);
  }
  for (const entry of different) for (const user of users.get(entry) ?? []) if (same.delete(user)) different.push(user);
  return same;
}

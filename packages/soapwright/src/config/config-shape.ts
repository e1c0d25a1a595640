/** Checks of JSON values, which report the position of each wrong value. */
import type { Diagnostics, Position } from "soapwright-contract";
import { nearName } from "soapwright-runtime/xsd";
import type { JsonMember, JsonObject, JsonValue } from "./json";

export interface Placed {
  readonly text: string;
  readonly position: Position;
}

const kinds = {
  object: "an object",
  array: "a list",
  string: "a text",
  number: "a number",
  boolean: "true or false",
  null: "null",
} as const;

/**
 * Returns a reader of the object's members, and reports any other value, and members that are not in `names`. Messages
 * call the object `what`.
 */
export function shapeOf(
  diagnostics: Diagnostics,
  value: JsonValue,
  what: string,
  names?: readonly string[],
): Shape | undefined {
  if (value.kind !== "object") {
    diagnostics.error(value, "config-not-an-object", `${what} is ${kinds[value.kind]}`, { hint: "it takes an object" });
    return undefined;
  }
  for (const [name, member] of value.members) {
    if (names === undefined || names.includes(name)) continue;
    const near = nearName(name, names);
    const hint = near === undefined ? `it takes ${names.join(", ")}` : `did you mean "${near}"?`;
    diagnostics.error(member, "config-name-unknown", `"${name}" is unknown in ${what}`, { hint });
  }
  return new Shape(diagnostics, value, what);
}

export class Shape {
  constructor(
    readonly diagnostics: Diagnostics,
    private readonly object: JsonObject,
    private readonly what: string,
  ) {}

  get position(): Position {
    return this.object.position;
  }

  get names(): string[] {
    return [...this.object.members.keys()];
  }

  member(name: string): JsonMember | undefined {
    return this.object.members.get(name);
  }

  /** Returns the value, and reports a missing required value. */
  value(name: string, isRequired = false): JsonValue | undefined {
    const value = this.member(name)?.value;
    if (value === undefined && isRequired)
      this.diagnostics.error(this, "config-name-missing", `"${name}" is missing in ${this.what}`, {
        hint: `it has ${this.names.join(", ") || "nothing"}`,
      });
    return value;
  }

  /** Returns a reader of a member that is an object; undefined if absent or wrong. */
  inner(name: string, names?: readonly string[], what = `"${name}"`): Shape | undefined {
    const value = this.value(name);
    return value && shapeOf(this.diagnostics, value, what, names);
  }

  objects(name: string, what: string, names: readonly string[], isRequired = false): Shape[] {
    return this.items(name, isRequired).flatMap((item) => shapeOf(this.diagnostics, item, what, names) ?? []);
  }

  requiredText(name: string): Placed {
    return this.#placed(name, this.value(name, true));
  }

  /** Returns the text with its position, empty if wrong; undefined if absent. */
  optionalText(name: string): Placed | undefined {
    const value = this.value(name);
    return value && this.#placed(name, value);
  }

  text(name: string): string | undefined {
    return this.optionalText(name)?.text || undefined;
  }

  boolean(name: string): boolean {
    const value = this.value(name, true);
    if (value !== undefined && value.kind !== "boolean") this.#wrong(name, value, "true or false");
    return value?.kind === "boolean" && value.value === true;
  }

  flag(name: string): boolean | undefined {
    return this.value(name) && this.boolean(name);
  }

  /** Returns the chosen text; undefined if absent or wrong. */
  choice<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const chosen = choices.find((choice) => value.kind === "string" && value.value === choice);
    const is = value.kind === "string" ? JSON.stringify(value.value) : kinds[value.kind];
    if (chosen === undefined) this.#wrong(name, value, choices.join(", "), is);
    return chosen;
  }

  /** Returns a positive whole number; undefined if absent or wrong. */
  count(name: string): number | undefined {
    const value = this.value(name);
    if (value === undefined) return undefined;
    const number = value.kind === "number" ? Number(value.value) : 0;
    if (Number.isSafeInteger(number) && number > 0) return number;
    const is = value.kind === "number" ? String(value.value) : kinds[value.kind];
    this.#wrong(name, value, "a positive whole number", is);
    return undefined;
  }

  /** Returns the items of a list; empty if absent or wrong. */
  items(name: string, isRequired = false): readonly JsonValue[] {
    const value = this.value(name, isRequired);
    if (value?.kind === "array") return value.items;
    if (value !== undefined) this.#wrong(name, value, "a list");
    return [];
  }

  texts(name: string): Placed[] {
    return this.items(name).flatMap((item) => {
      if (item.kind === "string") return [{ text: String(item.value), position: item.position }];
      this.#wrong(name, item, "a list of texts");
      return [];
    });
  }

  #placed(name: string, value: JsonValue | undefined): Placed {
    if (value?.kind === "string" && value.value !== "") return { text: String(value.value), position: value.position };
    if (value !== undefined) this.#wrong(name, value, "a text that is not empty");
    return { text: "", position: (value ?? this).position };
  }

  #wrong(
    name: string,
    value: JsonValue,
    wanted: string,
    is: string = value.kind === "string" && value.value === "" ? "an empty text" : kinds[value.kind],
  ): void {
    this.diagnostics.error(value, "config-value-wrong", `"${name}" of ${this.what} is ${is}`, {
      hint: `it takes ${wanted}`,
    });
  }
}

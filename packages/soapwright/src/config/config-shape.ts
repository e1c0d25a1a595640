/** Checks of JSON values, which report the position of each wrong value. */
import type { Diagnostics, Position } from "soapwright-contract";
import { nearName } from "soapwright-runtime/xsd";
import type { JsonObject, JsonValue } from "./json";

export interface Placed {
  readonly text: string;
  readonly position: Position;
}

/** Reads the members of an object, and reports unknown or wrong ones. */
export class Shape {
  constructor(
    private readonly diagnostics: Diagnostics,
    private readonly object: JsonObject,
    private readonly what: string,
    names: readonly string[],
  ) {
    for (const [name, { position }] of object.members) {
      if (names.includes(name)) continue;
      const near = nearName(name, names);
      const hint = near === undefined ? `it takes ${names.join(", ")}` : `did you mean "${near}"?`;
      diagnostics.error(position, `"${name}" is unknown in ${what}`, { hint });
    }
  }

  /** Returns the value, and reports a missing required value. */
  value(name: string, isRequired: boolean): JsonValue | undefined {
    const value = this.object.members.get(name)?.value;
    if (value === undefined && isRequired) {
      const present = [...this.object.members.keys()].join(", ");
      const hint = `it has ${present === "" ? "nothing" : present}`;
      this.diagnostics.error(this.object.position, `"${name}" is missing in ${this.what}`, { hint });
    }
    return value;
  }

  requiredText(name: string): Placed {
    return this.#placed(name, this.value(name, true));
  }

  /** Returns the text with its position, empty if wrong; undefined if absent. */
  optionalText(name: string): Placed | undefined {
    const value = this.value(name, false);
    return value && this.#placed(name, value);
  }

  text(name: string): string | undefined {
    return this.optionalText(name)?.text || undefined;
  }

  boolean(name: string): boolean {
    const value = this.value(name, true);
    if (value === undefined) return false;
    if (value.kind === "boolean") return value.value === true;
    this.#wrong(name, value, "true or false");
    return false;
  }

  flag(name: string): boolean | undefined {
    return this.value(name, false) === undefined ? undefined : this.boolean(name);
  }

  /** Returns the chosen text; undefined if absent or wrong. */
  choice<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const value = this.value(name, false);
    if (value === undefined) return undefined;
    const chosen = choices.find((choice) => value.kind === "string" && value.value === choice);
    if (chosen === undefined) {
      const is = value.kind === "string" ? JSON.stringify(value.value) : kinds[value.kind];
      this.diagnostics.error(value.position, `"${name}" of ${this.what} is ${is}`, {
        hint: `it takes ${choices.join(", ")}`,
      });
    }
    return chosen;
  }

  /** Returns a positive whole number; undefined if absent or wrong. */
  count(name: string): number | undefined {
    const value = this.value(name, false);
    if (value === undefined) return undefined;
    if (value.kind === "number" && Number.isSafeInteger(value.value) && Number(value.value) > 0)
      return Number(value.value);
    const is = value.kind === "number" ? String(value.value) : kinds[value.kind];
    this.diagnostics.error(value.position, `"${name}" of ${this.what} is ${is}`, {
      hint: "it takes a positive whole number",
    });
    return undefined;
  }

  /** Returns the items of a list; empty if absent or wrong. */
  items(name: string, isRequired: boolean): readonly JsonValue[] {
    const value = this.value(name, isRequired);
    if (value === undefined) return [];
    if (value.kind === "array") return value.items;
    this.#wrong(name, value, "a list");
    return [];
  }

  texts(name: string): Placed[] {
    return this.items(name, false).flatMap((item) => {
      if (item.kind === "string") return [{ text: String(item.value), position: item.position }];
      this.#wrong(name, item, "a list of texts");
      return [];
    });
  }

  #placed(name: string, value: JsonValue | undefined): Placed {
    if (value?.kind === "string" && value.value !== "") return { text: String(value.value), position: value.position };
    if (value !== undefined) this.#wrong(name, value, "a text that is not empty");
    return { text: "", position: (value ?? this.object).position };
  }

  #wrong(name: string, value: JsonValue, wanted: string): void {
    const is = value.kind === "string" && value.value === "" ? "an empty text" : kinds[value.kind];
    this.diagnostics.error(value.position, `"${name}" of ${this.what} is ${is}`, { hint: `it takes ${wanted}` });
  }
}

/** Returns the value as an object, or reports any other value. */
export function objectOf(diagnostics: Diagnostics, value: JsonValue, what: string): JsonObject | undefined {
  if (value.kind === "object") return value;
  diagnostics.error(value.position, `${what} is ${kinds[value.kind]}`, { hint: "it takes an object" });
  return undefined;
}

const kinds = {
  object: "an object",
  array: "a list",
  string: "a text",
  number: "a number",
  boolean: "true or false",
  null: "null",
} as const;

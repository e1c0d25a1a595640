/**
 * JavaScript values as JSON values with positions, so that the same checks serve configuration files and `generate()`.
 */

import type { Position } from "soapwright-contract";
import { kindOf } from "soapwright-runtime/internal";
import { type JsonMember, JsonProblem, type JsonValue } from "./json";

export interface Place {
  readonly position: Position;
  inner(key: string): Place;
}

/** Returns a place whose parts all have the same position. */
export function onePlace(position: Position): Place {
  const place: Place = { position, inner: () => place };
  return place;
}

/**
 * Returns the value with positions. Undefined properties are absent. @throws JsonProblem for a value that JSON cannot
 * hold.
 */
export function placedValue(value: unknown, place: Place, name = "the value"): JsonValue {
  const { position } = place;
  if (value === null) return { kind: "null", position, value };
  switch (typeof value) {
    case "string":
    case "number":
    case "boolean":
      return { kind: typeof value as "string" | "number" | "boolean", position, value };
    case "object":
      return Array.isArray(value) ? placedList(value, place, name) : placedObject(value, place);
    default:
      throw new JsonProblem(position, `${name} is ${value === undefined ? "undefined" : kindOf(value)}`);
  }
}

function placedList(items: readonly unknown[], place: Place, name: string): JsonValue {
  return {
    kind: "array",
    position: place.position,
    items: items.map((item, at) => placedValue(item, place.inner(String(at)), `an item of ${name}`)),
  };
}

function placedObject(object: object, place: Place): JsonValue {
  const members = new Map<string, JsonMember>();
  for (const [key, value] of Object.entries(object)) {
    const inner = place.inner(key);
    if (value !== undefined)
      members.set(key, { position: inner.position, value: placedValue(value, inner, `"${key}"`) });
  }
  return { kind: "object", position: place.position, members };
}

/**
 * JSON values with the position of each value, so that messages can name the line: of a text (RFC 8259), and of a
 * JavaScript value, so that the same checks serve configuration files and `generate()`.
 */
import { LineIndex, type Position } from "soapwright-contract";
import { kindOf } from "soapwright-runtime/xsd";

export type JsonValue = JsonObject | JsonArray | JsonScalar;
export interface JsonObject {
  readonly kind: "object";
  readonly position: Position;
  readonly members: ReadonlyMap<string, JsonMember>;
}
export interface JsonMember {
  readonly position: Position;
  readonly value: JsonValue;
}
interface JsonArray {
  readonly kind: "array";
  readonly position: Position;
  readonly items: readonly JsonValue[];
}
interface JsonScalar {
  readonly kind: "string" | "number" | "boolean" | "null";
  readonly position: Position;
  readonly value: string | number | boolean | null;
}

/** A syntax error, with its position. */
export class JsonProblem extends Error {
  constructor(
    readonly position: Position,
    message: string,
  ) {
    super(message);
  }
}

function scalarValue(value: JsonScalar["value"], position: Position): JsonScalar {
  return { kind: value === null ? "null" : (typeof value as "string"), position, value };
}

/** The position of a JavaScript value, and of its parts. */
export interface Place {
  readonly position: Position;
  inner(key: string): Place;
}

/** Returns a place whose parts all have the same position. */
export function onePlace(position: Position): Place {
  const place: Place = { position, inner: () => place };
  return place;
}

/** Returns the value with positions, without undefined properties. @throws JsonProblem for a value that JSON lacks. */
export function placedValue(value: unknown, place: Place, name = "the value"): JsonValue {
  const { position } = place;
  if (Array.isArray(value)) {
    const items = value.map((item, at) => placedValue(item, place.inner(String(at)), `an item of ${name}`));
    return { kind: "array", position, items };
  }
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return scalarValue(value, position);
  if (typeof value !== "object")
    throw new JsonProblem(position, `${name} is ${value === undefined ? "undefined" : kindOf(value)}`);
  const members = new Map<string, JsonMember>();
  for (const [key, member] of Object.entries(value)) {
    const inner = place.inner(key);
    if (member !== undefined)
      members.set(key, { position: inner.position, value: placedValue(member, inner, `"${key}"`) });
  }
  return { kind: "object", position, members };
}

/** Parses a JSON text, which may start with a byte order mark. @throws JsonProblem at the first error. */
export function parseJson(text: string, file: string): JsonValue {
  return new JsonParser(text.replace(/^\ufeff/, ""), file).parse();
}

const scalar = /"(?:[^"\\\n]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy;
const space = /[ \t\r\n]*/y;

class JsonParser {
  readonly #lines: LineIndex;
  #at = 0;

  constructor(
    private readonly text: string,
    file: string,
  ) {
    this.#lines = new LineIndex(text, file);
  }

  parse(): JsonValue {
    const value = this.#value();
    if (this.#next() !== "") this.#fail("the end");
    return value;
  }

  #value(): JsonValue {
    const position = this.#position();
    if (this.#takes("{")) return { kind: "object", position, members: this.#members() };
    if (this.#takes("[")) return { kind: "array", position, items: this.#items() };
    return this.#scalar();
  }

  #members(): Map<string, JsonMember> {
    const members = new Map<string, JsonMember>();
    if (this.#takes("}")) return members;
    do {
      const name = this.#scalar();
      if (typeof name.value !== "string") throw new JsonProblem(name.position, "a name in quotes is expected here");
      if (members.has(name.value)) throw new JsonProblem(name.position, `"${name.value}" occurs twice`);
      if (!this.#takes(":")) this.#fail('":"');
      members.set(name.value, { position: name.position, value: this.#value() });
    } while (this.#takes(","));
    if (!this.#takes("}")) this.#fail('"," or "}"');
    return members;
  }

  #items(): JsonValue[] {
    const items: JsonValue[] = [];
    if (this.#takes("]")) return items;
    do items.push(this.#value());
    while (this.#takes(","));
    if (!this.#takes("]")) this.#fail('"," or "]"');
    return items;
  }

  #scalar(): JsonScalar {
    const position = this.#position();
    scalar.lastIndex = this.#at;
    const literal = scalar.exec(this.text)?.[0];
    if (literal === undefined) this.#fail("a value");
    let value: JsonScalar["value"];
    try {
      value = JSON.parse(literal) as JsonScalar["value"];
    } catch {
      throw new JsonProblem(position, "this is no JSON value");
    }
    this.#at += literal.length;
    return scalarValue(value, position);
  }

  #takes(sign: string): boolean {
    const takes = this.#next() === sign;
    if (takes) this.#at++;
    return takes;
  }

  #next(): string {
    space.lastIndex = this.#at;
    this.#at += space.exec(this.text)?.[0].length ?? 0;
    return this.text.charAt(this.#at);
  }

  #fail(wanted: string): never {
    const next = this.#next();
    const actual = next === "" ? "the file ends" : `${JSON.stringify(next)} is`;
    throw new JsonProblem(this.#position(), `${actual} where ${wanted} is expected`);
  }

  #position(): Position {
    this.#next();
    return this.#lines.position(this.#at);
  }
}

/** A JSON parser (RFC 8259) that keeps the position of each value, so that messages can name the line. */
import type { Position } from "soapwright-contract";
import { LineIndex } from "soapwright-contract";

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

/** Parses JSON text. @throws JsonProblem at the first error. */
export function parseJson(text: string, file: string): JsonValue {
  return new JsonParser(text, file).parse();
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
    return { kind: value === null ? "null" : (typeof value as "string"), position, value };
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

/**
 * JSON values with the position of each value, so that messages can name the line: of a text, and of a JavaScript value,
 * so that the same checks serve configuration files and `generate()`.
 */
import { type DiagnosticReason, LineIndex, type Position } from "soapwright-contract";
import { type JsonParts, kindOf, readJsonParts } from "soapwright-runtime/xsd";

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
    readonly reason: DiagnosticReason,
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
    throw new JsonProblem(
      "config-value-foreign",
      position,
      `${name} is ${value === undefined ? "undefined" : kindOf(value)}`,
    );
  const members = new Map<string, JsonMember>();
  for (const [key, member] of Object.entries(value)) {
    const inner = place.inner(key);
    if (member !== undefined)
      members.set(key, { position: inner.position, value: placedValue(member, inner, `"${key}"`) });
  }
  return { kind: "object", position, members };
}

/** Parses a JSON text, which may start with a byte order mark. @throws JsonProblem at the first error. */
export function parseJson(given: string, file: string): JsonValue {
  const text = given.replace(/^\ufeff/, "");
  const tree = new JsonTree(new LineIndex(text, file));
  const mistake = readJsonParts(text, tree);
  if (mistake !== undefined) throw new JsonProblem("config-json", tree.lines.position(mistake.at), mistake.reason);
  return tree.root[0]!;
}

type Open =
  | (JsonArray & { readonly items: JsonValue[] })
  | (JsonObject & { readonly members: Map<string, JsonMember> });

/** Puts the parts of a text together. */
class JsonTree implements JsonParts {
  /** Holds the one value of the text. */
  readonly root: JsonValue[] = [];
  /** The objects and arrays around the next value, the innermost last. */
  readonly #open: Open[] = [];
  /** The name that was read last, which is that of the next value in an object. */
  #name: { readonly text: string; readonly position: Position } | undefined;

  constructor(readonly lines: LineIndex) {}

  opens(sign: "{" | "[", at: number): void {
    const position = this.lines.position(at);
    const value: Open =
      sign === "{" ? { kind: "object", position, members: new Map() } : { kind: "array", position, items: [] };
    this.#add(value);
    this.#open.push(value);
  }

  closes(): void {
    this.#open.pop();
  }

  names(text: string, at: number): void {
    const position = this.lines.position(at);
    const around = this.#open.at(-1);
    if (around?.kind === "object" && around.members.has(text))
      throw new JsonProblem("config-name-twice", position, `"${text}" occurs twice`);
    this.#name = { text, position };
  }

  takes(value: JsonScalar["value"], at: number): void {
    this.#add(scalarValue(value, this.lines.position(at)));
  }

  #add(value: JsonValue): void {
    const around = this.#open.at(-1);
    if (around?.kind !== "object") (around?.items ?? this.root).push(value);
    else around.members.set(this.#name!.text, { position: this.#name!.position, value });
  }
}

import type { ValidationMode } from "../client/option-types";
import { ArgumentError, isArgumentError } from "../errors/argument-error";
import { kindOf, mismatchText } from "../kind-of";
import { ownValue, setOwn } from "../schema/own-property";
import { Mismatch } from "../schema/simple/mismatch";
import type {
  AlternativeNode,
  AttributeNode,
  ComplexNode,
  ElementNode,
  MessageNode,
  NodeRef,
  SimpleNode,
  SimpleRef,
  WildcardNode,
} from "../schema/tables/nodes";
import { type Part, type PartVisitor, visitPart } from "../schema/tables/parts";
import { contentOf, type TypedProperty } from "../schema/tables/properties";
import type { ComplexType, DocumentElement, PolymorphicType, SimpleType, SoapArrayType } from "../schema/tables/typed";
import { complexTypeOf, isAnyType, isNillable, simpleTypeOf, withoutNil } from "../schema/tables/view";
import { type TypeVisitor, visit } from "../schema/tables/visit";
import type { QName } from "../xml/xml-names";
import { nearName } from "../xsd/near-name";
import { builtInNamed, builtInNames, isAnySimple, isTyped } from "./any-simple";
import { Issues, type JsonIssue, TOO_MANY } from "./json-issues";
import { checkClosed, checkSimple, lenientFromJson, lenientToJson } from "./json-levels";
import { ATTRIBUTE, type JsonPart, type JsonParts, jsonPartsOf, partBesideType } from "./json-parts";
import { handwrittenFromJson, simpleFromJson, simpleToJson } from "./json-simple";
import { WrittenNumber } from "./json-text";
import { checkByEncoding, mixedFromText, mixedToText, treeFromText, treeToText, typedElement } from "./json-xml";

/** A type of the tables: of a value, of a global element, or of the arguments or the result of an operation. */
export type JsonType = NodeRef | ElementNode | MessageNode;
/** A table whose values are `T`. */
export type TypedTable<T> = ComplexType<T> | SimpleType<T> | PolymorphicType<T> | SoapArrayType<T> | DocumentElement<T>;

/** What JSON.parse returns. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export interface JsonOptions {
  /** What messages call the value, for example `findOrders`. Default: `value`. */
  readonly name?: string;
  /**
   * The `validation` of the client that has read the value. `lenient` also accepts what only such a client reads: texts
   * in place of values, and values that are absent or nil. `strict` also checks facets, choices and occurrences in
   * `fromJson`, as in the arguments of a call. Default: `standard` for the result of an operation, else `strict`.
   */
  readonly validation?: ValidationMode | undefined;
}
export interface FromJsonOptions extends JsonOptions {
  /**
   * Whether facets, choices and occurrences are checked where `validation` is `strict`. Default true. Types, and unknown
   * and missing properties, are always checked.
   */
  readonly facets?: boolean;
  /**
   * Whether decimals and large integers of at most 15 digits may be numbers too, for JSON that a person writes. Default
   * false.
   */
  readonly numbers?: boolean;
  /** Whether properties of the outermost object may be missing. Facets are not checked then. Default false. */
  readonly partial?: boolean;
}

/** The limit of the encoder. It also refuses circular values. */
const MAX_DEPTH = 256;

/**
 * Returns a value as JSON: what JSON.stringify accepts, with nothing rounded and nothing lost. Undefined stays
 * undefined.
 *
 * @throws ArgumentError with the path of a value of another type, or of an unknown or missing property.
 */
export function toJson<T>(type: TypedTable<T>, value: T, options?: JsonOptions): Json;
export function toJson(type: JsonType, value: unknown, options?: JsonOptions): Json | undefined;
export function toJson(type: JsonType, value: unknown, options: JsonOptions = {}): Json | undefined {
  const { name = "value", validation = validationOf(type) } = options;
  if (value === undefined && "body" in type) return undefined;
  const walk = new Walk(validation === "lenient" ? writingLenient : writing, { isLenient: validation === "lenient" });
  const json = walk.whole(propertyOf(type), value);
  refuse(walk.issues, name);
  return json as Json;
}

/**
 * Returns the value of JSON, as a call takes it.
 *
 * @throws ArgumentError with the path of JSON that does not fit the type.
 */
export function fromJson<T>(type: TypedTable<T>, json: unknown, options?: FromJsonOptions): T;
export function fromJson(type: JsonType, json: unknown, options?: FromJsonOptions): unknown;
export function fromJson(type: JsonType, json: unknown, options: FromJsonOptions = {}): unknown {
  const { value, issues } = readJson(type, json, options);
  refuse(issues, options.name ?? "value");
  return value;
}

/** The level that the values of a type are read and written by, where the caller names none. */
export function validationOf(type: JsonType): ValidationMode {
  return typeof type === "object" && "body" in type && type.isResult === true ? "standard" : "strict";
}

interface JsonReading {
  readonly value: unknown;
  readonly issues: Issues;
}

export function readJson(type: JsonType, json: unknown, options: FromJsonOptions): JsonReading {
  const { facets = true, partial = false, numbers = false, validation = validationOf(type) } = options;
  if (json === undefined && mayBeAbsent(type, validation)) return { value: undefined, issues: new Issues() };
  const isChecked = facets && !partial && validation === "strict";
  const walk = new Walk(directionOf(facets || validation === "lenient" ? validation : undefined, isChecked, numbers), {
    partial,
    isLenient: validation === "lenient",
  });
  const property = propertyOf(type);
  const value = walk.whole(property, json);
  if (isChecked && walk.issues.count === 0) checkFacets(walk, property, value);
  return { value, issues: walk.issues };
}

/** Whether a response may be without the result. */
function mayBeAbsent(type: JsonType, validation: ValidationMode): boolean {
  if (typeof type !== "object" || !("body" in type) || type.isResult !== true || type.unwrap.length < 2) return false;
  return validation === "lenient" || !contentOf(type).required;
}

export function propertyOf(type: JsonType): TypedProperty {
  if (typeof type === "object" && "body" in type) return contentOf(type);
  if (typeof type === "object" && "array" in type)
    return { key: "", type: type.type, required: true, list: type.array, owner: undefined, element: type };
  return { key: "", type, required: true, list: false, owner: undefined };
}

/** The type of the values, and whether they are in an array. A SOAP-encoded array is an array itself. */
export function valuesOf({ type, list, element }: TypedProperty): { readonly type: NodeRef; readonly list: boolean } {
  return element === undefined ? { type, list } : { type: element.type, list: element.array };
}

function checkFacets(walk: Walk, property: TypedProperty, value: unknown): void {
  const { type, list } = valuesOf(property);
  const items = list
    ? (value as readonly unknown[]).map((item, index) => [item, `[${index}]`] as const)
    : [[value, ""] as const];
  for (const [item, at] of items) {
    try {
      checkByEncoding(type, item, at, property.element?.name);
    } catch (error) {
      if (!isArgumentError(error)) throw error;
      walk.issues.add({ path: stepsOf(error.path, value), expected: error.expected, received: error.received });
      return;
    }
  }
}

/** `[2].Items[0].Code` -> 2, Items, 0, Code. The keys of `value` tell which dots are those of names. */
function stepsOf(path: string, value: unknown): (string | number)[] {
  const steps: (string | number)[] = [];
  let rest = path;
  let inside = value;
  while (rest !== "") {
    const [whole, index] = /^\[(\d+)\]/.exec(rest) ?? [];
    const text = rest.replace(/^\./, "");
    const key = index === undefined ? keyAt(text, inside) : undefined;
    const step = key ?? Number(index);
    steps.push(step);
    rest = key === undefined ? rest.slice(whole!.length) : text.slice(key.length);
    inside = ownValue(Object(inside), String(step));
  }
  return steps;
}

/** The longest key of `value` that `text` begins with. A key that is missing has nothing below it. */
function keyAt(text: string, value: unknown): string {
  const keys = Object.keys(Object(value)).filter(
    (key) => key !== "" && /^(?:$|[.[])/.test(text.slice(key.length)) && text.startsWith(key),
  );
  return keys.sort((one, other) => other.length - one.length)[0] ?? text;
}

export function pathText(name: string, path: readonly (string | number)[]): string {
  return name + path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
}

/** Throws an `ArgumentError` for the first issue, whose message has all that are kept. */
function refuse(issues: Issues, name: string): void {
  const [first] = issues.kept;
  if (first === undefined) return;
  const sentences = issues.kept.map((issue) => issueText(issue, name));
  throw new ArgumentError([...sentences, ...issues.more].join(" "), {
    reason: "json",
    ...first,
    path: pathText(name, first.path),
  });
}

export function issueText({ path, expected, received }: JsonIssue, name: string): string {
  const place = pathText(name, path);
  return received === "absent" ? `${place} is missing: it takes ${expected}.` : mismatchText(place, expected, received);
}

/** The directions, which differ only at leaves. */
interface Direction {
  readonly simple: typeof simpleToJson;
  tree(value: unknown): unknown;
  /** Returns an element with a value of a built-in type. Absent where values are not JSON. */
  readonly element?: (type: string, value: unknown, name: QName) => unknown;
  mixed(type: ComplexNode, key: string, value: unknown): unknown;
}

const writing: Direction = {
  simple: simpleToJson,
  tree: treeToText,
  mixed: (type, _key, value) => mixedToText(type, value, "strict"),
};
const writingLenient: Direction = {
  ...writing,
  simple: lenientToJson,
  mixed: (type, _key, value) => mixedToText(type, value, "lenient"),
};
const reading: Direction = {
  simple: simpleFromJson,
  tree: treeFromText,
  element: typedElement,
  mixed: mixedAt("strict"),
};
const readingLenient: Direction = { ...reading, simple: lenientFromJson, mixed: mixedAt("lenient") };
const readingByHand: Direction = { ...reading, simple: handwrittenFromJson };
/** Facets are checked with the form, so that wrong forms and wrong facets are named together. */
const checking: Direction = { ...reading, simple: checked(simpleFromJson, checkSimple) };
const checkingByHand: Direction = { ...reading, simple: checked(handwrittenFromJson, checkSimple) };
const readingOpen: Direction = {
  ...reading,
  simple: checked(simpleFromJson, checkClosed),
  mixed: mixedAt("standard"),
};
const readingOpenByHand: Direction = { ...readingOpen, simple: checked(handwrittenFromJson, checkClosed) };

function mixedAt(level: ValidationMode): Direction["mixed"] {
  return (type, key, value) => mixedFromText(type, key, value, level);
}

function checked(read: typeof simpleFromJson, check: typeof checkSimple): typeof simpleFromJson {
  return (ref, json) => {
    const value = read(ref, json);
    check(ref, value);
    return value;
  };
}

function directionOf(validation: ValidationMode | undefined, isChecked: boolean, numbers: boolean): Direction {
  if (validation === "lenient") return readingLenient;
  if (isChecked) return numbers ? checkingByHand : checking;
  if (validation === "standard") return numbers ? readingOpenByHand : readingOpen;
  return numbers ? readingByHand : reading;
}

type Members = { readonly [key: string]: unknown };

/** The value of a part, and the type that has the part. */
type JsonValueAt = { readonly value: unknown; readonly of: ComplexNode };

interface WalkTerms {
  /** Whether the outermost object may be without required properties. */
  readonly partial?: boolean;
  /** Whether values may be absent or null, as `lenient` reads them. */
  readonly isLenient: boolean;
}

/** One pass over a value or over JSON, by its type. Problems are collected, and their place becomes undefined. */
class Walk implements TypeVisitor<unknown, unknown>, PartVisitor<unknown, JsonValueAt> {
  readonly issues = new Issues();
  readonly #path: (string | number)[] = [];
  #depth = 0;

  constructor(
    private readonly direction: Direction,
    private readonly terms: WalkTerms,
  ) {}

  /** Returns undefined when there are so many problems that the rest is not looked at. */
  whole(property: TypedProperty, value: unknown): unknown {
    try {
      return this.property(property, value);
    } catch (error) {
      if (error !== TOO_MANY) throw error;
      return undefined;
    }
  }

  property(property: TypedProperty, value: unknown): unknown {
    const { type, list } = valuesOf(property);
    return list ? this.#items(value, (item) => this.#element(type, item)) : this.#element(type, value);
  }

  /** The value of an element, which lenient reads as null where the service says so. */
  #element(ref: NodeRef, value: unknown): unknown {
    if (value === null && this.terms.isLenient) return null;
    const simple = isTyped(value) ? simpleTypeOf(ref) : undefined;
    return simple !== undefined && isAnySimple(simple) ? this.#typed(value as Members) : this.#type(ref, value);
  }

  /** `{ $type, value }` of `xs:anySimpleType`. */
  #typed(members: Members): unknown {
    const { $type } = members;
    const type = builtInNamed($type);
    if (type === undefined) {
      const near = typeof $type === "string" ? nearName($type, builtInNames) : undefined;
      const hint = near === undefined ? ", for example decimal" : ` (did you mean ${near}?)`;
      return this.#at("$type", () =>
        this.#refuse(
          `the name of a built-in simple type${hint}`,
          typeof $type === "string" ? "another string" : kindOf($type),
        ),
      );
    }
    return this.#object(partBesideType(type), members, true);
  }

  #type(ref: NodeRef, value: unknown): unknown {
    if (isNillable(ref)) return value === null ? null : this.#element(withoutNil(ref), value);
    if (this.#depth >= MAX_DEPTH) return this.#refuse(`a value of at most ${MAX_DEPTH} levels`, "a deeper value");
    this.#depth++;
    try {
      return visit(ref, this, value);
    } finally {
      this.#depth--;
    }
  }

  simple(type: SimpleNode, value: unknown): unknown {
    return this.#leaf(() => this.direction.simple(type, value), value);
  }

  complex(type: ComplexNode, value: unknown): unknown {
    return this.#complex(type, value, false);
  }

  array(item: NodeRef, value: unknown): unknown {
    return this.#items(value, (each) => this.#element(item, each));
  }

  tree(value: unknown): unknown {
    return this.#leaf(() => this.direction.tree(value), value);
  }

  #leaf(convert: () => unknown, value: unknown): unknown {
    try {
      return convert();
    } catch (error) {
      if (!(error instanceof Mismatch)) throw error;
      return this.#refuse(error.expected, error.received ?? kindOf(value instanceof WrittenNumber ? 0 : value));
    }
  }

  #at<T>(step: string | number, walk: () => T): T {
    this.#path.push(step);
    const result = walk();
    this.#path.pop();
    return result;
  }

  #refuse(expected: string, received: string): undefined {
    this.issues.add({ path: this.#path, expected, received });
    return undefined;
  }

  #items(value: unknown, convert: (item: unknown) => unknown): unknown {
    if (!Array.isArray(value)) return this.#refuse("a list", kindOf(value));
    // Array.from makes an absent item of a hole.
    return Array.from(value, (item: unknown, index) => this.#at(index, () => convert(item)));
  }

  #members(value: unknown): Members | undefined {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    if (isObject && Object.prototype.toString.call(value) === "[object Object]") return value as Members;
    return this.#refuse("an object", kindOf(value));
  }

  #complex(node: ComplexNode, value: unknown, labelled: boolean): unknown {
    const members = this.#members(value);
    if (members === undefined) return undefined;
    if (node.abstract === true) return this.#refuse("a derived type in $type: its own type is abstract", "no $type");
    return this.#object(jsonPartsOf(node), members, labelled);
  }

  #object(declared: JsonParts, members: Members, labelled: boolean): Members {
    const result = {};
    for (const key of Object.keys(members)) {
      const value = members[key];
      if (labelled && key === "$type") Reflect.set(result, key, value);
      else if (value === undefined) continue;
      else {
        const candidates = declared.get(key);
        if (candidates === undefined) this.#unknown(key, declared.keys());
        else
          setOwn(
            result,
            key,
            this.#at(key, () => this.#oneOf(candidates, value)),
          );
      }
    }
    if (this.terms.isLenient || (this.terms.partial === true && this.#path.length === 0)) return result;
    for (const [key, [member]] of declared) {
      if (member!.required && (!Object.hasOwn(members, key) || members[key] === undefined))
        this.#at(key, () => this.#refuse(member!.expected, "absent"));
    }
    return result;
  }

  #unknown(key: string, keys: Iterable<string>): void {
    if (this.issues.isFull) return void this.issues.add({ path: [], expected: "", received: "" });
    const names = [...keys];
    const near = nearName(key, names);
    const known = names.length === 0 ? "no properties" : `only ${names.slice(0, 30).join(", ")}`;
    const shown = /^[\w$.-]{1,64}$/.test(key) ? `the unknown property ${key}` : "an unknown property";
    this.#refuse(near === undefined ? known : `${known} (did you mean ${near}?)`, shown);
  }

  /** Branches of a choice may share a property, with different types. */
  #oneOf(candidates: readonly JsonPart[], value: unknown): unknown {
    const before = this.issues.count;
    for (const candidate of candidates) {
      this.issues.reset(before);
      const converted = visitPart(candidate.part, this, { value, of: candidate.of });
      if (this.issues.count === before) return converted;
    }
    return undefined;
  }

  element(element: ElementNode, { value }: JsonValueAt): unknown {
    const convert = (item: unknown): unknown =>
      this.#namesType(element, item) ? this.#typedElement(element, item) : this.#element(element.type, item);
    return element.array ? this.#items(value, convert) : convert(value);
  }

  attribute({ type }: AttributeNode, { value }: JsonValueAt): unknown {
    return this.#type(type, value);
  }

  text(type: SimpleRef, { value }: JsonValueAt): unknown {
    return this.#type(type, value);
  }

  wildcard({ array }: WildcardNode, { value }: JsonValueAt): unknown {
    const convert = (item: unknown): unknown => (item === null && this.terms.isLenient ? null : this.tree(item));
    return array ? this.#items(value, convert) : convert(value);
  }

  repeated(type: ComplexNode, { value }: JsonValueAt): unknown {
    return this.#items(value, (item) => this.#complex(type, item, false));
  }

  anyAttributes({ value }: JsonValueAt): unknown {
    return this.#items(value, (item) => this.#type(ATTRIBUTE, item));
  }

  mixed({ value, of }: JsonValueAt, { key }: Part): unknown {
    return this.#leaf(() => this.direction.mixed(of, key, value), value);
  }

  /** JSON of `xs:anyType` may name a built-in type in place of XML text. */
  #namesType({ type }: ElementNode, item: unknown): item is Members {
    return this.direction.element !== undefined && isTyped(item) && isAnyType(type);
  }

  #typedElement({ name }: ElementNode, item: Members): unknown {
    const before = this.issues.count;
    const value = this.#typed(item);
    if (this.issues.count > before || !isTyped(value)) return undefined;
    return this.#leaf(() => this.direction.element!(String(value.$type), value.value, name), item);
  }

  alternatives(alternatives: readonly AlternativeNode[], value: unknown): unknown {
    const members = this.#members(value);
    if (members === undefined) return undefined;
    const label = Object.hasOwn(members, "$type") ? members.$type : undefined;
    const chosen = alternatives.find((each) => (label === undefined ? each.declared : each.label === label));
    if (chosen === undefined) {
      const labels = alternatives.map((each) => each.label);
      const near = typeof label === "string" ? nearName(label, labels) : undefined;
      const hint = near === undefined ? "" : ` (did you mean ${near}?)`;
      return this.#at("$type", () =>
        this.#refuse(
          `one of ${labels.join(" | ")}${hint}`,
          typeof label === "string" ? "another string" : kindOf(label),
        ),
      );
    }
    if (chosen.wrapped) return this.#object(partBesideType(chosen.type), members, true);
    const complex = isNillable(chosen.type) ? undefined : complexTypeOf(chosen.type);
    return complex === undefined ? this.#type(chosen.type, members) : this.#complex(complex, members, true);
  }
}

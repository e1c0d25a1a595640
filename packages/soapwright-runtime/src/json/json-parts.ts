/** The properties of JSON objects, by the types of the tables. */
import { compileSimple } from "../schema/plans/plan-simple";
import { xsString } from "../schema/simple/xs-types";
import { madeElement, recordOf } from "../schema/tables/made-nodes";
import type { ComplexNode, NodeRef } from "../schema/tables/nodes";
import { type Part, type PartVisitor, partsOf, visitPart } from "../schema/tables/parts";
import { enumerationOf, isNillable, nodeOf, withoutNil } from "../schema/tables/view";
import { type TypeVisitor, visit } from "../schema/tables/visit";

/** A property of an object. */
export interface JsonPart {
  readonly part: Part;
  readonly required: boolean;
  /** The form of a missing value in messages. */
  readonly expected: string;
  /** The type that has the property, for mixed content. */
  readonly of: ComplexNode;
}
export type JsonParts = ReadonlyMap<string, readonly JsonPart[]>;

const known = new WeakMap<ComplexNode, JsonParts>();

/** The properties of a type by key. A key that branches of a choice share has a part for each of them. */
export function jsonPartsOf(type: ComplexNode): JsonParts {
  let parts = known.get(type);
  if (parts === undefined) {
    parts = collect(type);
    known.set(type, parts);
  }
  return parts;
}

function collect(type: ComplexNode): JsonParts {
  const parts = partsOf(type);
  const isMixed = parts.some((part) => visitPart(part, HOLDING, undefined) === "all");
  const found = new Map<string, JsonPart[]>();
  for (const part of parts) {
    const holding = visitPart(part, HOLDING, undefined);
    if (isMixed && holding === "content") continue;
    const json = { part, required: isRequired(part), expected: visitPart(part, EXPECTED, undefined), of: type };
    const others = found.get(part.key);
    if (others === undefined || holding === "all") found.set(part.key, [json]);
    else if (!others.some((other) => isSameType(other.part, part))) others.push(json);
  }
  return found;
}

/** Mixed content holds all content of its type. */
const HOLDING: PartVisitor<"content" | "all" | undefined, undefined> = {
  element: () => "content",
  wildcard: () => "content",
  repeated: () => "content",
  mixed: () => "all",
  attribute: () => undefined,
  anyAttributes: () => undefined,
  text: () => undefined,
};

function isSameType({ element: one }: Part, { element: other }: Part): boolean {
  if (one === undefined || other === undefined) return false;
  return one.array === other.array && nodeOf(one.type) === nodeOf(other.type);
}

/** A list of occurrences may be absent. A fixed attribute too: its value is the only one. */
function isRequired(part: Part): boolean {
  return part.required && part.inside.length === 0 && part.attribute?.fixed === undefined;
}

const EXPECTED: PartVisitor<string, undefined> = {
  element: ({ array, type }) => (array ? "a list" : expectedOf(type)),
  attribute: ({ type }) => expectedOf(type),
  text: (type) => expectedOf(type),
  wildcard: ({ array }) => (array ? "a list" : ONE_ELEMENT),
  repeated: () => "a value",
  anyAttributes: () => "a value",
  mixed: () => "a value",
};

const ONE_ELEMENT = "the XML text of one element";

function expectedOf(ref: NodeRef): string {
  return isNillable(ref) ? `${expectedOf(withoutNil(ref))}, or null` : visit(ref, EXPECTED_OF_TYPE, undefined);
}

const EXPECTED_OF_TYPE: TypeVisitor<string, undefined> = {
  simple(type) {
    const values = enumerationOf(type)?.slice(0, 12);
    return values === undefined ? compileSimple(type).expected : `one of ${values.join(", ")}`;
  },
  complex: () => "an object",
  alternatives: () => "an object",
  array: () => "a list",
  tree: () => ONE_ELEMENT,
};

/** The property of a value that is beside its `$type`. */
export function partBesideType(type: NodeRef): JsonParts {
  const of = recordOf([madeElement({ namespace: "", local: "value" }, type)]);
  return new Map(partsOf(of).map((part) => [part.key, [{ part, required: true, expected: "a value", of }]]));
}

const text = (local: string) => madeElement({ namespace: "", local }, xsString);

/** An attribute that a wildcard accepts. */
export const ATTRIBUTE = recordOf([
  madeElement({ namespace: "", local: "name" }, recordOf([text("namespace"), text("local")])),
  text("value"),
]);

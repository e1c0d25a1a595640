import type { Diagnostics, Position } from "../../diagnostics";
import { expandedName, type QName } from "../../xml/qname";
import { NearQNames } from "../../xsd/near-qnames";
import type { Model, PartModel, TypeModel } from "../model";
import { keyedParts, schemaName } from "../walk";

export interface ChosenName {
  readonly name: string;
  readonly position: Position;
}

/** Chosen names by component. */
export interface ChosenNames {
  /** The keys are QNames of types, or of elements with types of their own, as `{namespace}local`. */
  readonly types?: ReadonlyMap<string, ChosenName>;
  /** The keys are QNames of elements, or of attributes with `@` before them. */
  readonly properties?: ReadonlyMap<string, ChosenName>;
  /** By the name of an operation, or of an overload's input. */
  readonly operations?: ReadonlyMap<string, ChosenName>;
}

/** Returns the types that a user can name, by QName. A type has precedence over an element of the same QName. */
export function nameableTypes({ types }: Model): ReadonlyMap<string, TypeModel> {
  const found = new Map<string, TypeModel>();
  for (const after of ["element", "type"] as const)
    for (const type of types) {
      const name = type.naming.after === after ? schemaName(type) : undefined;
      if (name !== undefined) found.set(expandedName(name), type);
    }
  return found;
}

/** Returns the key of an attribute in `ChosenNames.properties`. */
export function attributeKey(name: QName): string {
  return `@${expandedName(name)}`;
}

/** Reports chosen names without a component, and chosen names that are in use or reserved. */
export function checkChosenNames(chosen: ChosenNames, model: Model, diagnostics: Diagnostics): void {
  const types = assignedNames([...nameableTypes(model)], ([key, { name }]) => [[key, name]]);
  check(chosen.types, types, "type", diagnostics);
  const parts = model.types.flatMap((type) => (type.kind === "complex" ? entriesOf(type.parts) : []));
  const messages = model.clients.flatMap(({ headers, operations }) => [
    ...headers,
    ...operations.flatMap(({ input, output }) =>
      [input, output].flatMap((message) => shownParts([...(message?.body ?? []), ...(message?.attachments ?? [])])),
    ),
  ]);
  check(
    chosen.properties,
    assignedNames([...parts, ...entriesOf(messages)], (entry) => [entry]),
    "element or attribute",
    diagnostics,
  );
  const operations = model.clients.flatMap((client) => client.operations);
  check(
    chosen.operations,
    assignedNames(operations, ({ name, overload, method }) => [[overload ?? name, method] as const]),
    "operation",
    diagnostics,
  );
}

/** Returns the parts that callers name: a single part is unwrapped. */
function shownParts<E>(body: readonly E[]): readonly E[] {
  return body.length === 1 ? [] : body;
}

type Entry = readonly [key: string, name: string];

function assignedNames<T>(items: readonly T[], entriesOf: (item: T) => readonly Entry[]): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  for (const item of items)
    for (const [key, name] of entriesOf(item)) {
      const before = names.get(key);
      if (before === undefined) names.set(key, new Set([name]));
      else before.add(name);
    }
  return names;
}

function entriesOf(parts: readonly PartModel[]): Entry[] {
  return [...keyedParts(parts)].flatMap((part): Entry[] => {
    if (part.kind === "attribute") return [[attributeKey(part.name), part.key]];
    return part.kind === "element" ? [[expandedName(part.name), part.key]] : [];
  });
}

function check(
  chosen: ReadonlyMap<string, ChosenName> | undefined,
  names: ReadonlyMap<string, ReadonlySet<string>>,
  what: string,
  diagnostics: Diagnostics,
): void {
  for (const [key, { name, position }] of chosen ?? []) {
    const assigned = names.get(key);
    if (assigned === undefined) {
      const near = new NearQNames([...names.keys()].map(parsedName)).find(parsedName(key));
      const hint = near === undefined ? firstNames(names) : `did you mean ${writtenName(near)}?`;
      diagnostics.error(position, `no ${what} is called ${key}`, { hint });
      continue;
    }
    const other = [...assigned].find((each) => each !== name);
    if (other !== undefined)
      diagnostics.error(position, `${key} cannot be named ${name}: the name is in use or reserved`, {
        hint: "choose another name",
      });
  }
}

function firstNames(names: ReadonlyMap<string, unknown>): string | undefined {
  const some = [...names.keys()].slice(0, 5);
  return some.length === 0 ? undefined : `the names are ${some.join(", ")}${names.size > 5 ? " and others" : ""}`;
}

/** The `@` becomes part of the namespace, so that suggestions for attributes are attributes. */
function parsedName(key: string): QName {
  const [, at = "", namespace = "", local = key] = /^(@?)(?:\{(.*)\})?([^}]*)$/s.exec(key) ?? [];
  return { namespace: at + namespace, local };
}

function writtenName({ namespace, local }: QName): string {
  return namespace.startsWith("@")
    ? `@${expandedName({ namespace: namespace.slice(1), local })}`
    : expandedName({ namespace, local });
}

import type { Diagnostics } from "../../diagnostics";
import { grouped } from "../../grouped";
import { guess } from "../../remedy";
import { expandedName, type QName } from "../../xml/xml";
import { NearQNames } from "../../xsd/near-qnames";
import type { Model, PartModel, TypeModel } from "../model";
import type { ChosenName, ChosenNames, ModelOptions } from "../model-options";
import { keyedParts } from "../parts";
import { schemaName } from "../walk";
import { camelWords } from "./identifiers";
import { reservedNames } from "./reserved";

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

function attributeKey(name: QName): string {
  return `@${expandedName(name)}`;
}

/** Reports chosen names without a component, and chosen names that are in use or reserved. */
export function checkChosenNames(chosen: ChosenNames, model: Model, diagnostics: Diagnostics): void {
  const types = [...nameableTypes(model)].map(([key, { name }]): Entry => [key, name]);
  check(chosen.types, types, "type", diagnostics);
  const parts = model.types.flatMap((type) => (type.kind === "complex" ? entriesOf(type.parts) : []));
  const messages = model.clients.flatMap(({ headers, operations }) => [
    ...headers,
    ...operations.flatMap(({ input, output }) =>
      [input, output].flatMap((message) => shownParts([...(message?.body ?? []), ...(message?.attachments ?? [])])),
    ),
  ]);
  check(chosen.properties, [...parts, ...entriesOf(messages)], "element or attribute", diagnostics);
  const operations = model.clients.flatMap((client) =>
    client.operations.map(({ name, overload, method }): Entry => [overload ?? name, method]),
  );
  check(chosen.operations, operations, "operation", diagnostics);
}

/** Returns the parts that callers name: a single part is unwrapped. */
function shownParts<E>(body: readonly E[]): readonly E[] {
  return body.length === 1 ? [] : body;
}

type Entry = readonly [key: string, name: string];

function entriesOf(parts: readonly PartModel[]): Entry[] {
  return keyedParts(parts).flatMap((part): Entry[] => {
    if (part.kind === "attribute") return [[attributeKey(part.name), part.key]];
    return part.kind === "element" ? [[expandedName(part.name), part.key]] : [];
  });
}

function check(
  chosen: ReadonlyMap<string, ChosenName> | undefined,
  entries: readonly Entry[],
  what: string,
  diagnostics: Diagnostics,
): void {
  const names = grouped(entries, ([key]) => key);
  for (const [key, { name, position }] of chosen ?? []) {
    const assigned = names.get(key);
    if (assigned === undefined) {
      const near = new NearQNames([...names.keys()].map(parsedName)).find(parsedName(key));
      const hint = near === undefined ? firstNames(names) : guess(writtenName(near));
      diagnostics.error(position, "chosen-name-unmatched", `no ${what} is called ${key}`, hint);
      continue;
    }
    if (assigned.some(([, each]) => each !== name))
      diagnostics.error(
        position,
        "chosen-name-taken",
        `${key} cannot be named ${name}: the name is in use or reserved`,
        "choose another name",
      );
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

/** Reports a class name that generated code needs itself, and a class name for several classes. */
export function checkClassName(className: string, { clients }: Model, diagnostics: Diagnostics): void {
  const [first, second] = clients;
  if (first !== undefined && reservedNames.includes(className)) {
    diagnostics.error(
      first,
      "class-name-reserved",
      `the class name ${className} is taken: generated files need that name themselves`,
      "choose another name",
    );
  }
  if (second === undefined) return;
  diagnostics.error(
    second,
    "class-name-of-several",
    `the class name ${className} is for one client, but there are ${clients.length}`,
    `the WSDL has ${clients.map(({ name }) => name).join(", ")}`,
  );
}

/** Returns the wanted names of properties, before they become unique. */
export interface PropertyNames {
  element(name: QName): string;
  attribute(name: QName): string;
  /** The name for a repeated group, which users cannot choose. */
  plain(local: string): string;
  /** Whether the user chose the name of an attribute, so that it gets no suffix `Attribute`. */
  isChosen(attribute: QName): boolean;
}

/** Returns the names on the wire in the chosen case, or names that the user chose. */
export function propertyNames({ propertyCase = "wire", names }: ModelOptions): PropertyNames {
  const chosen = names?.properties;
  const plain = (local: string): string => (propertyCase === "camel" ? camelWords(local) : local);
  return {
    element: (name) => chosen?.get(expandedName(name))?.name ?? plain(name.local),
    attribute: (name) => chosen?.get(attributeKey(name))?.name ?? plain(name.local),
    plain,
    isChosen: (name) => chosen?.has(attributeKey(name)) ?? false,
  };
}

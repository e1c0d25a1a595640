/** The service as it may really be: tables in the shape that an `.asmx` stack would generate for the same service. */

import { ownValue, setOwn } from "../door";
import type { ElementNode, OperationNode, PartNode, ServiceNode, TypeNode } from "../schema/codec";
import { builtInOf, defaultOf, plainElements, valueTypeOf } from "./declarations";
import { itemOf, TableCopy } from "./table-copy";

/**
 * `contract`: as the WSDL says. `asmx`: the WSDL that such a stack generates from its classes, with nillable list items
 * and numbers that are never nil. `asmx-nillable`: so, and every text nillable and always there (`IsNullable = true`).
 */
export type Profile = "contract" | "asmx" | "asmx-nillable";

/** The profiles that there are. */
export const profiles = ["contract", "asmx", "asmx-nillable"] as const satisfies readonly Profile[];

/** A service with the tables of a profile; `path` is where it answers, and names it as the stack would. */
export function inProfile(service: ServiceNode, path: string, profile: Profile): ServiceNode {
  if (profile === "contract") return service;
  const copy = new TableCopy({
    type: asmxType,
    element: (node, original) => (profile === "asmx-nillable" ? nillableText(node, original) : node),
  });
  const name = /([^/]+)\.asmx$/i.exec(path)?.[1] ?? service.name;
  const ports = service.ports.map((port) => ({
    ...port,
    name: port.soapVersion === "1.1" ? `${name}Soap` : `${name}Soap12`,
  }));
  return { ...service, name, ports, operations: service.operations.map((operation) => operationIn(operation, copy)) };
}

function operationIn(operation: OperationNode, copy: TableCopy): OperationNode {
  const { input, output, faults } = operation;
  const headers = (blocks: readonly ElementNode[]) => blocks.map((block) => derivedHeader(copy.element(block)));
  const body = (elements: readonly ElementNode[]) => elements.map((element) => copy.element(element));
  return {
    ...operation,
    input: { ...input, body: body(input.body), headers: headers(input.headers) },
    ...(output && { output: { ...output, body: body(output.body), headers: headers(output.headers) } }),
    faults: faults.map((fault) => ({ ...fault, detail: copy.element(fault.detail) })),
  };
}

/** Items of an array are nillable, as the serializer declares every one of a reference type; value types never are. */
function asmxType(node: TypeNode, original: TypeNode): TypeNode {
  if (original.kind === "nillable") {
    const { type } = valueTypeOf(original.type);
    return type.kind === "simple" && defaultOf(type) !== undefined ? type : node;
  }
  if (node.kind !== "complex" || original.kind !== "complex") return node;
  const [item, declared] = [itemOf(node), itemOf(original)];
  if (!item || !declared || valueTypeOf(declared.type).type.kind !== "complex") return node;
  return { ...node, parts: [{ ...item, type: { kind: "nillable", type: item.type } }] };
}

function nillableText(node: ElementNode, original: ElementNode): ElementNode {
  const { type, nillable } = valueTypeOf(original.type);
  if (nillable || node.array || type.kind !== "simple" || builtInOf(type) !== "string" || type.facets) return node;
  return { ...node, min: 1, type: { kind: "nillable", type } };
}

/**
 * A header class derives from the stack's `SoapHeader`, which lets any attribute in, and one header class may derive from
 * another: `AuthHeaderWithDomain` holds the elements of `AuthHeader` before its own.
 */
function derivedHeader(block: ElementNode): ElementNode {
  const { type } = valueTypeOf(block.type);
  if (type.kind !== "complex" || !type.name) return block;
  const [, baseName, addition] = /^(.+Header)With(\w+)$/.exec(type.name.local) ?? [];
  const own = type.parts.filter((part) => part.kind === "element" && part.name.local === addition);
  const inherited = type.parts.filter((part) => !own.includes(part));
  if (baseName === undefined || own.length === 0 || inherited.length === 0) {
    return { ...block, type: { ...type, parts: withAnyAttribute(type.parts) } };
  }
  const base = {
    kind: "complex",
    name: { ...type.name, local: baseName },
    parts: withAnyAttribute(inherited),
  } as const;
  return { ...block, type: { ...type, parts: [{ kind: "extension", base }, ...own] } };
}

/** One wildcard for attributes: the WSDL may have it already. */
function withAnyAttribute(parts: readonly PartNode[]): readonly PartNode[] {
  if (parts.some(({ kind }) => kind === "anyAttribute")) return parts;
  return [...parts, { kind: "anyAttribute", key: "anyAttributes", namespaces: { allow: "any" } }];
}

/** `value` with nil in the place of every text that is missing, as the stack writes a class whose texts are nillable. */
export function withNils(element: ElementNode, value: unknown): unknown {
  const { type } = valueTypeOf(element.type);
  const members = type.kind === "complex" ? plainElements(type) : undefined;
  if (!members || typeof value !== "object" || value === null) return value;
  if (element.array && Array.isArray(value)) return value.map((item) => withNils({ ...element, array: false }, item));
  const filled: Record<string, unknown> = { ...value };
  for (const member of members) {
    const content = ownValue(filled, member.key);
    const { nillable, type: memberType } = valueTypeOf(member.type);
    if (content !== undefined) setOwn(filled, member.key, withNils(member, content));
    else if (nillable && member.min > 0 && memberType.kind === "simple") setOwn(filled, member.key, null);
  }
  return filled;
}

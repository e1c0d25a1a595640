/** Tables as an `.asmx` stack generates them for the same service. The captured service has these. */

import {
  builtInOf,
  complexTypeOf,
  declarationsOf,
  type ElementNode,
  isNillable,
  type NodeRef,
  ownValue,
  plainElements,
  type RecordType,
  setOwn,
  simpleTypeOf,
} from "soapwright-runtime/codecs";
import type { OperationNode, ServiceNode } from "soapwright-runtime/tables";
import { missingValue } from "../../packages/soapwright-sandbox/src/asmx/missing-value";
import { wrapMessage } from "../../packages/soapwright-sandbox/src/asmx/sandbox-messages";
import { TableCopy } from "../../packages/soapwright-sandbox/src/service/table-copy";

type Type = Exclude<NodeRef, () => unknown>;

/**
 * Returns the service with nillable list items and with numbers that are never nil. With `hasNilTexts`, every text is
 * nillable and present (`IsNullable = true`). `path` is its address, after which ASP.NET names it.
 */
export function asmxTables(service: ServiceNode, path: string, hasNilTexts: boolean): ServiceNode {
  const copy = new TableCopy({
    type: asmxType,
    element: (node, original) => (hasNilTexts ? nillableText(node, original) : node),
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

/**
 * Items of an array are nillable if their type is a reference type, as the serializer declares them. Items of a value
 * type are not.
 */
function asmxType(node: Type, original: Type): Type {
  if (isNillable(original)) return (missingValue(original) !== undefined && simpleTypeOf(original)) || node;
  const [array, declaredArray] = [complexTypeOf(node), complexTypeOf(original)];
  const [item, declared] = [itemOf(array), itemOf(declaredArray)];
  if (!array || !item || !declared || !complexTypeOf(declared.type)) return node;
  return { ...array, parts: [{ ...item, type: { kind: "nillable", type: item.type } }] };
}

/** Returns the only part of a type if it is a repeated element, as in an array type of ASP.NET. */
function itemOf(type: RecordType | undefined): ElementNode | undefined {
  const [only] = (type?.parts.length === 1 && plainElements(type)) || [];
  return only?.array === true && only === type?.parts[0] ? only : undefined;
}

function nillableText(node: ElementNode, original: ElementNode): ElementNode {
  const type = simpleTypeOf(original.type);
  if (!type || isNillable(original.type) || node.array || builtInOf(type) !== "string" || type.facets) return node;
  return { ...node, min: 1, type: { kind: "nillable", type } };
}

/**
 * Returns a header block whose class derives from ASP.NET's `SoapHeader`, which allows any attribute. One header
 * class may derive from another: `AuthHeaderWithDomain` has the elements of `AuthHeader` before its own.
 */
function derivedHeader(block: ElementNode): ElementNode {
  const type = complexTypeOf(block.type);
  if (!type?.name) return block;
  const [, baseName, addition] = /^(.+Header)With(\w+)$/.exec(type.name.local) ?? [];
  // Children after its own element belong to the class too, so that their order stays the same.
  const { elements } = declarationsOf(type);
  const from = elements.findIndex(({ name }) => name.local === addition);
  const own = from < 0 ? [] : elements.slice(from);
  const inherited = type.parts.filter((part) => !(own as RecordType["parts"]).includes(part));
  if (baseName === undefined || own.length === 0 || inherited.length === 0) {
    return { ...block, type: withAnyAttribute(type) };
  }
  const base = withAnyAttribute({ kind: "complex", name: { ...type.name, local: baseName }, parts: inherited });
  return { ...block, type: { ...type, parts: [{ kind: "extension", base }, ...own] } };
}

/** Adds a wildcard for attributes, unless the type has one. */
function withAnyAttribute(type: RecordType): RecordType {
  if (declarationsOf(type).anyAttribute) return type;
  const any = { kind: "anyAttribute", key: "anyAttributes", namespaces: { allow: "any" } } as const;
  return { ...type, parts: [...type.parts, any] };
}

/** Returns `value` with nil for every missing text, as ASP.NET writes a class with nillable texts. */
function withNils(element: ElementNode, value: unknown): unknown {
  const members = plainElements(element.type);
  if (!members || typeof value !== "object" || value === null) return value;
  if (element.array && Array.isArray(value)) return value.map((item) => withNils({ ...element, array: false }, item));
  const filled: Record<string, unknown> = { ...value };
  for (const member of members) {
    const content = ownValue(filled, member.key);
    const isNil = isNillable(member.type) && simpleTypeOf(member.type) !== undefined;
    if (content !== undefined) setOwn(filled, member.key, withNils(member, content));
    else if (isNil && member.min > 0) setOwn(filled, member.key, null);
  }
  return filled;
}

/** Returns a result with nil for every missing text. */
export function resultWithNils({ output }: OperationNode, result: unknown): unknown {
  const [element] = output?.body ?? [];
  if (output === undefined || element === undefined || result === undefined) return result;
  const message: unknown = Reflect.get(wrapMessage(output, result), element.key);
  const filled: Record<string, unknown> = { [element.key]: withNils(element, message) };
  return output.unwrap.reduce<unknown>((value, key) => Reflect.get(value as object, key), filled);
}

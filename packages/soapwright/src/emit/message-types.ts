/** Arguments and results of operations, as TypeScript types. */
import type { ClientModel, ElementModel, MessageModel, OperationModel, ValueType } from "soapwright-contract";
import { typeOf } from "soapwright-contract";
import { type Code, typeArguments, unionOf } from "./layout";
import { propertyName, quoted } from "./text";
import { listText, type TypeScope, valueText } from "./value-type";

export function contentText(message: MessageModel, scope: TypeScope): string {
  if (message.unwrap.length === 0) return bodyText(message, scope);
  const { element, mayBeAbsent } = unwrappedElement(message, scope);
  if (message.list === "elements") return listText(element.type, scope);
  // An absent or nil list is decoded as an empty one.
  if (message.list === "soapArray") return valueText(withoutNil(element.type), scope);
  return `${valueText(element.type, scope)}${mayBeAbsent ? " | undefined" : ""}`;
}

export function argumentsText({ input }: OperationModel, scope: TypeScope): string {
  return contentText(input, { ...scope, isInput: true });
}

export function itemText(message: MessageModel, scope: TypeScope): string {
  return valueText(unwrappedElement(message, scope).element.type, scope);
}

function withoutNil(value: ValueType): ValueType {
  return value.of === "nillable" ? value.type : value;
}

function bodyText({ body, attachments }: MessageModel, scope: TypeScope): string {
  const all = [...body, ...attachments];
  if (all.length === 0) return scope.symbols.type("NoContent");
  const texts = all.map(({ key, type, presence }) => {
    const mark = presence === "optional" ? "?" : "";
    return `${propertyName(key)}${mark}: ${valueText(type, scope)}`;
  });
  return `{ ${texts.join("; ")} }`;
}

interface Unwrapped {
  readonly element: ElementModel;
  readonly mayBeAbsent: boolean;
}
function unwrappedElement({ body, unwrap }: MessageModel, scope: TypeScope): Unwrapped {
  let element = body[0]!;
  let mayBeAbsent = false;
  for (const key of unwrap.slice(1)) {
    mayBeAbsent ||= element.presence === "optional" || element.type.of === "nillable";
    element = elementsOf(element.type, scope).find((child) => child.key === key)!;
  }
  return { element, mayBeAbsent: mayBeAbsent || (unwrap.length > 1 && element.presence === "optional") };
}

function elementsOf(value: ValueType, scope: TypeScope): ElementModel[] {
  const type = typeOf(value, scope.types);
  return type?.kind === "complex" ? type.parts.filter((part) => part.kind === "element") : [];
}

/** Whether `{}` is a valid argument because nothing is required. */
export function takesNothing({ body, unwrap, attachments }: MessageModel, scope: TypeScope): boolean {
  if (unwrap.length === 0) return body.length + attachments.length === 0;
  const value = body[0]!.type;
  return value.of === "type" && isEmptiable(value.id, scope);
}

function isEmptiable(id: number, scope: TypeScope): boolean {
  const type = scope.types.get(id);
  if (type?.kind !== "complex" || type.abstract) return false;
  if (type.base !== undefined && !isEmptiable(type.base, scope)) return false;
  return type.parts.every((part) => "presence" in part && part.presence === "optional");
}

export function headersType(operation: OperationModel, client: ClientModel, scope: TypeScope): Code {
  const { headers } = operation.input;
  if (headers.length === 0) return scope.symbols.type("NoHeaders");
  const all = `${scope.prefix}${client.headersName}`;
  if (headers.length === client.headers.length) return all;
  return typeArguments("Pick", [all, unionOf(headers.map(({ key }) => quoted(key)))]);
}

/** Returns the type arguments of `Operation`, without trailing defaults. */
export function signatureTypes(operation: OperationModel, client: ClientModel, scope: TypeScope): Code[] {
  const result = operation.output === undefined ? "void" : contentText(operation.output, scope);
  const all: Code[] = [argumentsText(operation, scope), result];
  const responseHeaders = operation.output?.headers ?? [];
  const faults = operation.faults.map(
    ({ name, detail }) => `${scope.symbols.type("DeclaredFault")}<${quoted(name)}, ${valueText(detail.type, scope)}>`,
  );
  const hasRest = responseHeaders.length > 0;
  if (operation.input.headers.length > 0 || faults.length > 0 || hasRest)
    all.push(headersType(operation, client, scope));
  if (faults.length > 0 || hasRest) all.push(faults.length === 0 ? "never" : faults.join(" | "));
  if (hasRest) {
    const blocks = responseHeaders.map(({ key, type }) => `${propertyName(key)}?: ${valueText(type, scope)}`);
    all.push(`{ ${blocks.join("; ")} }`);
  }
  return all;
}

/** WSDL 1.1, 3.5 to 3.7: the contents of Body, Header and detail. */

import type { AttachedPart, BindingMessage, BindingOperation, HeaderBlock, Part } from "../../wsdl/definitions";
import type { QName } from "../../xml/xml";
import type { ElementDeclaration } from "../../xsd/components";
import type { AttachmentModel, ElementModel, MessageModel, Naming, TypeId, ValueType } from "../model";
import { NameScope } from "../names/identifiers";
import { declaredParts, declaredValue, elementValue } from "./build-complex";
import { typeLabel } from "./build-simple";
import { type BuildContext, typeBase } from "./context";

/** A message in document style has an element for each part; in rpc style one named `wrapper`, around its parts. */
export function messageModel(
  message: BindingMessage,
  operation: BindingOperation,
  wrapper: string,
  context: BuildContext,
): MessageModel {
  const headers = message.headers.map((block) => headerModel(block, context));
  const body =
    operation.style === "rpc"
      ? [rpcWrapper(message, operation, wrapper, context)]
      : distinctKeys(message.parts.map((part) => documentPart(part, message, context)));
  const attachments = message.attachments.map((attached) => attachmentModel(attached, message === operation.input));
  return { body, unwrap: [], list: false, headers, attachments };
}

function distinctKeys(body: readonly ElementModel[]): ElementModel[] {
  const keys = new NameScope();
  return body.map((element) => ({ ...element, key: keys.take(element.key) }));
}

function documentPart(part: Part, { use, namespace }: BindingMessage, context: BuildContext): ElementModel {
  if (part.of === "element") return partElement(part, "", context);
  context.diagnostics.warning(
    part,
    "part-type-in-document",
    `the part ${part.name} names a type, and its binding is in document style`,
    "it is sent as an element of that name; name an element instead (WS-I Basic Profile R2204)",
  );
  // Section 3.5: the attribute namespace is for encoded content.
  return partElement(part, use === "encoded" ? namespace : "", context);
}

/** Returns a global element as the child of a Body, or as the root of a document. */
export function rootElement(
  element: ElementDeclaration,
  documentation: string | undefined,
  context: BuildContext,
): ElementModel {
  return {
    kind: "element",
    key: element.name.local,
    type: elementValue(element, false, { after: "element", local: element.name.local }, context),
    min: 1,
    max: 1,
    presence: "required",
    ...declaredParts(element, documentation),
    component: element,
  };
}

/** Section 3.5: the element around the parts. Its children are named after the parts and have no namespace. */
function rpcWrapper(
  message: BindingMessage,
  operation: BindingOperation,
  local: string,
  context: BuildContext,
): ElementModel {
  const name: QName = { namespace: message.namespace, local };
  const type = context.registry.request(message, "wrapper", (id) => ({
    kind: "complex",
    ...typeBase({ position: operation.operation.position }, id, { after: "message", local }),
    abstract: false,
    parts: message.parts.map((part) => rpcPart(part, message.use, message === operation.input, id, context)),
  }));
  return wrapperElement(name, type);
}

function wrapperElement(name: QName, type: ValueType): ElementModel {
  return { kind: "element", key: name.local, name, type, min: 1, max: 1, presence: "required", typeLabel: "" };
}

/**
 * In the SOAP encoding (SOAP 1.1 section 5.1) an accessor may be absent or nil. Parts of a request are optional only if
 * their type is nillable, because no service documents which parts are optional.
 */
function rpcPart(
  part: Part,
  use: "literal" | "encoded",
  isInput: boolean,
  owner: TypeId,
  context: BuildContext,
): ElementModel {
  const path: Naming = { after: "path", owner, local: part.name };
  const type =
    part.of === "element" ? elementValue(part.element, false, path, context) : declaredValue(part.type, path, context);
  const isEncoded = use === "encoded";
  const mayBeAbsent = isEncoded && !(isInput && type.of !== "nillable");
  return {
    kind: "element",
    key: "",
    name: { namespace: "", local: part.name },
    type: isEncoded && type.of !== "nillable" ? { of: "nillable", type } : type,
    min: mayBeAbsent ? 0 : 1,
    max: 1,
    presence: mayBeAbsent ? "optional" : "required",
    documentation: part.documentation,
    typeLabel: typeLabel(part.of === "element" ? part.element.type : part.type),
  };
}

function headerModel({ part, namespace }: HeaderBlock, context: BuildContext): ElementModel {
  return { ...partElement(part, namespace, context), min: 0, presence: "optional" };
}

/** A MIME part has a media type only, so its value is octets for any type. Stacks omit null parts in responses. */
function attachmentModel({ part, contentTypes }: AttachedPart, isInput: boolean): AttachmentModel {
  return {
    ...wrapperElement({ namespace: "", local: part.name }, { of: "builtIn", name: "base64Binary" }),
    ...(isInput ? {} : { min: 0, presence: "optional" }),
    documentation: part.documentation,
    contentTypes,
  };
}

/** Returns the element of a part outside of a wrapper: the named element, or an element of the part's name and type. */
export function partElement(part: Part, namespace: string, context: BuildContext): ElementModel {
  if (part.of === "element") return rootElement(part.element, part.documentation, context);
  const type = declaredValue(part.type, { after: "message", local: part.name }, context);
  return { ...wrapperElement({ namespace, local: part.name }, type), typeLabel: typeLabel(part.type) };
}

import { mapMessages } from "../messages";
import type { ComplexModel, ElementModel, MessageModel, Model, OperationModel, TypeId, TypeModel } from "../model";
import { typeOf } from "../values";
import { typesById } from "../walk";

/**
 * Finds the value that a caller passes and receives, without the element around it. A response in the wrapped
 * convention (the request's only element is named after the operation) is unwrapped to its only child, and to the list
 * in that child if there is one.
 */
export function unwrapMessages(model: Model): Model {
  const types = typesById(model);
  return mapMessages(model, (message, operation, way) => {
    // Attachments are passed beside the element of the Body, so the element remains.
    const isAlone = message.body.length === 1 && message.attachments.length === 0;
    const root = isAlone ? message.body[0]! : undefined;
    if (root === undefined) return message;
    if (way === "input") return { ...message, unwrap: [root.key] };
    return isWrapped(operation) ? unwrapped(message, root, types) : whole(message, root, types);
  });
}

/** Returns whether the style is rpc, or the element is named after the operation or an overload's input. */
function isWrapped({ style, name, input, overload }: OperationModel): boolean {
  const wrapper = overload ?? name;
  return style === "rpc" || (input.body.length === 1 && input.body[0]!.name.local === wrapper);
}

function unwrapped(message: MessageModel, root: ElementModel, types: ReadonlyMap<TypeId, TypeModel>): MessageModel {
  const child = onlyElement(root, types);
  if (child === undefined) return whole(message, root, types);
  if (child.max > 1) return { ...message, unwrap: [root.key, child.key], list: "elements" };
  if (isSoapArray(child, types)) return { ...message, unwrap: [root.key, child.key], list: "soapArray" };
  const item = onlyElement(child, types);
  if (item === undefined || item.max <= 1) return { ...message, unwrap: [root.key, child.key] };
  return { ...message, unwrap: [root.key, child.key, item.key], list: "elements" };
}

function whole(message: MessageModel, root: ElementModel, types: ReadonlyMap<TypeId, TypeModel>): MessageModel {
  return { ...message, unwrap: [root.key], list: isSoapArray(root, types) && "soapArray" };
}

function isSoapArray(element: ElementModel, types: ReadonlyMap<TypeId, TypeModel>): boolean {
  return typeOf(element.type, types)?.kind === "soapArray";
}

function onlyElement(element: ElementModel, types: ReadonlyMap<TypeId, TypeModel>): ElementModel | undefined {
  const type = typeOf(element.type, types);
  if (type?.kind !== "complex" || type.base !== undefined) return undefined;
  return onlyPart(type);
}

function onlyPart({ parts }: ComplexModel): ElementModel | undefined {
  const part = parts[0];
  return parts.length === 1 && part?.kind === "element" ? part : undefined;
}

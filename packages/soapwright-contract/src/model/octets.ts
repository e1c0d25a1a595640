import type { MessageModel, Model, ValueType } from "./model";
import { someValue, valueReferences } from "./values";
import { typesWith } from "./walk";

/** Returns a predicate: whether a message has binary data, in the Body at any depth or as attachments. */
export function octetMessages(model: Model): (message: MessageModel) => boolean {
  const isIn = messagesWith(
    model,
    (value) => value.of === "builtIn" && (value.name === "base64Binary" || value.name === "hexBinary"),
  );
  return (message) => message.attachments.length > 0 || isIn(message);
}

/** Returns a predicate: whether a message has values that refer to MIME parts. */
export function referringMessages(model: Model): (message: MessageModel) => boolean {
  // Most models have no references, so the visit of the types is skipped.
  const isAny = model.types.some((type) => type.kind === "simple" && type.definition.refersToPart === true);
  if (!isAny) return () => false;
  return messagesWith(model, (value) => value.of === "inline" && value.definition.refersToPart === true);
}

function messagesWith(model: Model, test: (value: ValueType) => boolean): (message: MessageModel) => boolean {
  const matches = (value: ValueType): boolean => someValue(value, test);
  const types = typesWith(model.types, matches);
  return ({ body }) => body.some(({ type }) => matches(type) || valueReferences(type).some((id) => types.has(id)));
}

/** Finds the messages that contain binary data at any depth, which may be sent as attachments. */
import type { MessageModel, Model, ValueType } from "./model";
import { someValue, typesWith, valueReferences } from "./walk";

/** Whether a message of the model has binary data, in the Body or as attachments. */
export function octetMessages(model: Model): (message: MessageModel) => boolean {
  const isIn = messagesWith(
    model,
    (value) => value.of === "builtIn" && (value.name === "base64Binary" || value.name === "hexBinary"),
  );
  return (message) => message.attachments.length > 0 || isIn(message);
}

/** Whether a message of the model has values that refer to MIME parts. */
export function referringMessages(model: Model): (message: MessageModel) => boolean {
  // Most models have no references, so the visit of the types is skipped.
  const isAny = model.types.some((type) => type.kind === "simple" && type.definition.refersToPart === true);
  if (!isAny) return () => false;
  return messagesWith(model, (value) => value.of === "inline" && value.definition.refersToPart === true);
}

/** The types are visited once. */
function messagesWith(model: Model, test: (value: ValueType) => boolean): (message: MessageModel) => boolean {
  const isMeant = (value: ValueType): boolean => someValue(value, test);
  const types = typesWith(model.types, isMeant);
  return ({ body }) => body.some(({ type }) => isMeant(type) || valueReferences(type).some((id) => types.has(id)));
}

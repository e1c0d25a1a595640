/** Finds the messages that contain binary data at any depth, which may be sent as attachments. */
import type { MessageModel, Model, TypeId, ValueType } from "./model";
import { someValue, typesWith, valueReferences } from "./walk";

/** The messages of one model that contain values for which a predicate holds. The types are visited once. */
class MessagesWith {
  readonly #types: ReadonlySet<TypeId>;
  readonly #isMeant: (value: ValueType) => boolean;

  constructor(model: Model, test: (value: ValueType) => boolean) {
    this.#isMeant = (value) => someValue(value, test);
    this.#types = typesWith(model.types, this.#isMeant);
  }

  isIn({ body }: MessageModel): boolean {
    return body.some(({ type }) => this.#isMeant(type) || valueReferences(type).some((id) => this.#types.has(id)));
  }
}

/** The messages with binary data, in the Body or as attachments. */
export class OctetTypes {
  readonly #octets: MessagesWith;

  constructor(model: Model) {
    this.#octets = new MessagesWith(model, isOctets);
  }

  isIn(message: MessageModel): boolean {
    return message.attachments.length > 0 || this.#octets.isIn(message);
  }
}

/** The messages with values that refer to MIME parts. */
export class PartReferences {
  readonly #references: MessagesWith | undefined;

  constructor(model: Model) {
    // Most models have no references, so the visit of the types is skipped.
    const isAny = model.types.some((type) => type.kind === "simple" && type.definition.refersToPart === true);
    this.#references = isAny ? new MessagesWith(model, isReference) : undefined;
  }

  isIn(message: MessageModel): boolean {
    return this.#references?.isIn(message) === true;
  }
}

function isReference(value: ValueType): boolean {
  return value.of === "inline" && value.definition.refersToPart === true;
}

function isOctets(value: ValueType): boolean {
  return value.of === "builtIn" && (value.name === "base64Binary" || value.name === "hexBinary");
}

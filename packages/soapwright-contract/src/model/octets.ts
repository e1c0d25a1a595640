/** Finds the messages that contain binary data at any depth, which may be sent as attachments. */
import type { MessageModel, Model, SimpleDefinition, TypeId, TypeModel, ValueType } from "./model";
import { keyedParts, referencesOf, valueReferences, visitType } from "./walk";

/** The predicate of the values to find. */
type IsMeant = (value: ValueType) => boolean;

/** The messages of one model that contain values for which a predicate holds. The types are visited once. */
class MessagesWith {
  readonly #types = new Set<TypeId>();
  readonly #isMeant: IsMeant;

  constructor(model: Model, isMeant: IsMeant) {
    this.#isMeant = isMeant;
    const users = new Map<TypeId, TypeId[]>();
    const open: TypeId[] = [];
    for (const type of model.types) {
      for (const id of referencesOf(type)) {
        const known = users.get(id);
        if (known === undefined) users.set(id, [type.id]);
        else known.push(type.id);
      }
      if (isIn(type, isMeant)) open.push(type.id);
    }
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (this.#types.has(id)) continue;
      this.#types.add(id);
      open.push(...(users.get(id) ?? []));
    }
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

function isIn(type: TypeModel, isMeant: IsMeant): boolean {
  return visitType<boolean>(type, {
    complex: ({ parts }) => [...keyedParts(parts)].some((part) => "type" in part && isMeant(part.type)),
    simple: ({ definition }) => isMeant({ of: "inline", definition }),
    polymorphic: ({ alternatives }) => alternatives.some((alternative) => isMeant(alternative.type)),
    soapArray: ({ item }) => isMeant(item),
  });
}

function isReference(value: ValueType): boolean {
  return value.of === "inline" && value.definition.refersToPart === true;
}

function isOctets(value: ValueType): boolean {
  switch (value.of) {
    case "builtIn":
      return value.name === "base64Binary" || value.name === "hexBinary";
    case "inline":
      return isOctetDefinition(value.definition);
    case "nillable":
    case "open":
    case "orDate":
      return isOctets(value.type);
    case "type":
    case "anyType":
      return false;
  }
}

function isOctetDefinition({ variety }: SimpleDefinition): boolean {
  switch (variety.of) {
    case "restriction":
      return isOctets(variety.base);
    case "list":
      return isOctets(variety.item);
    case "union":
      return variety.members.some(isOctets);
  }
}

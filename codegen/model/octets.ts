/** Which values have binary data in them, at any depth: it may travel as attachments. */
import type { MessageModel, Model, SimpleDefinition, TypeId, TypeModel, ValueType } from "./model";
import { keyedParts, referencesOf, valueReferences, visitType } from "./walk";

/** Tells it of the messages of one model. The types are gone through once. */
export class OctetTypes {
  readonly #types = new Set<TypeId>();

  constructor(model: Model) {
    const users = new Map<TypeId, TypeId[]>();
    const open: TypeId[] = [];
    for (const type of model.types) {
      for (const id of referencesOf(type)) {
        const known = users.get(id);
        if (known === undefined) users.set(id, [type.id]);
        else known.push(type.id);
      }
      if (hasOctets(type)) open.push(type.id);
    }
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (this.#types.has(id)) continue;
      this.#types.add(id);
      open.push(...(users.get(id) ?? []));
    }
  }

  isIn({ body, attachments }: MessageModel): boolean {
    return (
      attachments.length > 0 ||
      body.some(({ type }) => isOctets(type) || valueReferences(type).some((id) => this.#types.has(id)))
    );
  }
}

function hasOctets(type: TypeModel): boolean {
  return visitType<boolean>(type, {
    complex: ({ parts }) => [...keyedParts(parts)].some((part) => "type" in part && isOctets(part.type)),
    simple: ({ definition }) => isOctetDefinition(definition),
    polymorphic: ({ alternatives }) => alternatives.some((alternative) => isOctets(alternative.type)),
    soapArray: ({ item }) => isOctets(item),
  });
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

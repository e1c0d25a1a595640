import type { ComplexModel, ElementDeclaration, Model, TypeId, TypeModel } from "soapwright-contract";
import { expandedName, type KeyedPart, keyedParts, remembered } from "soapwright-contract";

export interface PartNames {
  readonly byComponent: ReadonlyMap<object, KeyedPart>;
  /** Parts of an rpc message have no component: they are found by element name. */
  readonly byName: ReadonlyMap<string, KeyedPart>;
  readonly text: string | undefined;
  readonly mixed: string | undefined;
  readonly anyAttributes: string | undefined;
}

export class Naming {
  readonly #types: ReadonlyMap<TypeId, TypeModel>;

  constructor(model: Model) {
    this.#types = new Map(model.types.map((type) => [type.id, type]));
  }

  type(id: TypeId): TypeModel {
    const type = this.#types.get(id);
    if (!type) throw new RangeError(`the model has no type ${id}`);
    return type;
  }

  readonly partsOf: (type: ComplexModel) => PartNames = remembered((type) => this.#collect(type));

  #collect(type: ComplexModel): PartNames {
    const base = type.base === undefined ? undefined : this.type(type.base);
    const inherited = base?.kind === "complex" ? this.partsOf(base) : undefined;
    const byComponent = new Map(inherited?.byComponent);
    const byName = new Map(inherited?.byName);
    const add = (part: KeyedPart): void => {
      if ("component" in part && part.component) byComponent.set(part.component, part);
      else if (part.kind === "element") byName.set(expandedName(part.name), part);
    };
    for (const part of keyedParts(type.parts)) add(part);
    const keyOf = (kind: "simpleContent" | "mixed" | "anyAttribute"): string | undefined =>
      type.parts.flatMap((part) => (part.kind === kind ? [part.key] : []))[0];
    return {
      byComponent,
      byName,
      text: keyOf("simpleContent") ?? inherited?.text,
      mixed: keyOf("mixed") ?? inherited?.mixed,
      anyAttributes: keyOf("anyAttribute") ?? inherited?.anyAttributes,
    };
  }
}

export function partFor(names: PartNames, component: object, element?: ElementDeclaration): KeyedPart {
  const part = names.byComponent.get(component) ?? (element && names.byName.get(expandedName(element.name)));
  if (!part) throw new RangeError(`the model has no part for ${element ? expandedName(element.name) : "a component"}`);
  return part;
}

import type { Component } from "../../xsd/components";
import type { Naming, TypeId, TypeModel } from "../model";

/** The common properties of all types. Passes find the TypeScript name and the direction. */
export function typeBase({ position, documentation }: Component, id: TypeId, naming: Naming) {
  return {
    id,
    name: "",
    naming,
    position,
    ...(documentation !== undefined && { documentation }),
    direction: { input: false, output: false },
  } satisfies Partial<TypeModel>;
}

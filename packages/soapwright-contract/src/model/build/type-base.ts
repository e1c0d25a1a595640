import type { Component } from "../../xsd/components";
import type { Naming, TypeId, TypeModel } from "../model";

/** Passes assign the name and the direction. */
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

import type { Component } from "../../xsd/components";
import type { Naming, TypeId, TypeModel } from "../model";

/** What a type of any kind starts with: its TypeScript name and its direction are found by passes. */
export function typeBase({ position, documentation }: Component, id: TypeId, naming: Naming) {
  return {
    id,
    name: "",
    naming,
    position,
    ...(documentation === undefined ? {} : { documentation }),
    direction: { input: false, output: false },
  } satisfies Partial<TypeModel>;
}

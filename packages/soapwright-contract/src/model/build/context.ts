import type { Diagnostics } from "../../diagnostics";
import type { AttributeDeclaration, Component, SimpleType } from "../../xsd/components";
import type { Naming, TypeId, TypeModel, ValueType } from "../model";
import type { ModelOptions } from "../model-options";

export interface BuildContext {
  readonly registry: TypeRegistry;
  readonly options: ModelOptions;
  readonly diagnostics: Diagnostics;
  /** The global attributes of the schemas. */
  readonly attributes: readonly AttributeDeclaration[];
  /** The named simple types of the schemas. */
  readonly simpleTypes: readonly SimpleType[];
}

/**
 * Assigns an id to every component that generated code needs, and builds its model. A queue instead of recursion allows
 * recursive types and long chains of types.
 */
export class TypeRegistry {
  private readonly ids = new Map<object, Map<string, TypeId>>();
  private readonly queue: (() => TypeModel)[] = [];

  /** Returns the type built from `component`; `role` distinguishes several types of one component. */
  request(component: object, role: string, build: (id: TypeId) => TypeModel): Extract<ValueType, { of: "type" }> {
    const roles = this.ids.get(component) ?? new Map<string, TypeId>();
    this.ids.set(component, roles);
    const existing = roles.get(role);
    if (existing !== undefined) return { of: "type", id: existing };
    const id = this.queue.length + 1;
    roles.set(role, id);
    this.queue.push(() => build(id));
    return { of: "type", id };
  }

  /** Builds the requested types and the types that they request. Returns them in source order. */
  finish(fileOrder: readonly string[]): TypeModel[] {
    const built: TypeModel[] = [];
    for (const build of this.queue) built.push(build());
    const order = new Map(fileOrder.map((file, index) => [file, index]));
    const ranked = built.map((type) => ({ type, file: order.get(type.position.file) ?? fileOrder.length }));
    ranked.sort(
      ({ type: a, file: fileOfA }, { type: b, file: fileOfB }) =>
        fileOfA - fileOfB || a.position.line - b.position.line || a.position.column - b.position.column || a.id - b.id,
    );
    return ranked.map(({ type }) => type);
  }
}

/** Passes assign the name and the direction. */
export function typeBase({ position, documentation }: Component, id: TypeId, naming: Naming) {
  return {
    id,
    name: "",
    naming,
    position,
    documentation,
    direction: { input: false, output: false },
  } satisfies Partial<TypeModel>;
}

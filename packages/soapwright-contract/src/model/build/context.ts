import type { Diagnostics } from "../../diagnostics";
import type { ComplexType } from "../../xsd/components";
import type { Naming, TypeId, TypeModel } from "../model";
import type { ModelOptions } from "../model-options";
import type { TypeRegistry } from "./type-registry";

export interface BuildContext {
  readonly registry: TypeRegistry;
  readonly options: ModelOptions;
  readonly diagnostics: Diagnostics;
  /** The builder of complex types, passed in to avoid an import cycle. */
  readonly complexModel: (type: ComplexType, id: TypeId, naming: Naming, context: BuildContext) => TypeModel;
}

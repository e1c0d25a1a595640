import type { Diagnostics } from "../../diagnostics";
import type { Definitions } from "../../wsdl/definitions";
import type { Schemas } from "../../xsd/components";
import type { Model } from "../model";
import type { ModelOptions } from "../options";
import { clientModels } from "./clients";
import { complexModel } from "./complex";
import type { BuildContext } from "./context";
import { TypeRegistry } from "./type-registry";

/** The model of what the services of a WSDL use, without names: the passes give them. */
export function buildModel(
  definitions: Definitions,
  schemas: Schemas,
  options: ModelOptions,
  diagnostics: Diagnostics,
): Model {
  const context: BuildContext = { registry: new TypeRegistry(), options, diagnostics, complexModel };
  const clients = clientModels(definitions, context);
  tellUnknownOperations(definitions, options, diagnostics);
  const components = [...schemas.types.values(), ...schemas.elements.values()];
  const files = new Set([definitions.position.file, ...components.map(({ position }) => position.file)]);
  return { types: context.registry.finish([...files]), clients };
}

function tellUnknownOperations(definitions: Definitions, options: ModelOptions, diagnostics: Diagnostics): void {
  const known = new Set(
    definitions.services.flatMap(({ ports }) =>
      ports.flatMap(({ binding }) => binding.operations.map(({ operation }) => operation.name)),
    ),
  );
  for (const name of options.operations ?? []) {
    if (!known.has(name)) {
      diagnostics.error(definitions.position, `no operation is called ${name}`, {
        hint: `the WSDL has ${[...known].slice(0, 10).join(", ")}${known.size > 10 ? ` … (${known.size} in all)` : ""}`,
      });
    }
  }
}

import type { Diagnostics } from "../../diagnostics";
import type { Definitions } from "../../wsdl/definitions";
import type { QName } from "../../xml/xml";
import type { Schemas } from "../../xsd/components";
import type { DocumentModel, Model } from "../model";
import type { ModelOptions } from "../model-options";
import { declaredValue } from "./build-complex";
import { rootElement } from "./build-messages";
import { clientModels } from "./clients";
import { type BuildContext, TypeRegistry } from "./context";

/** Returns the model of everything that a WSDL's services use. Names are empty until the naming passes. */
export function buildModel(
  definitions: Definitions,
  schemas: Schemas,
  options: ModelOptions,
  diagnostics: Diagnostics,
): Model {
  const context: BuildContext = {
    registry: new TypeRegistry(),
    options,
    diagnostics,
    attributes: [...schemas.attributes.values()],
    simpleTypes: [...schemas.types.values()].filter((type) => type.kind === "simpleType"),
  };
  const clients = clientModels(definitions, context);
  const documents = definitions.isSchema ? documentModels(definitions, schemas, context) : undefined;
  if (options.types === "all" && documents === undefined) {
    for (const type of schemas.types.values()) {
      if (type.name !== undefined) declaredValue(type, { after: "type", local: type.name.local }, context);
    }
  }
  reportUnknownOperations(definitions, options, diagnostics);
  const components = [...schemas.types.values(), ...schemas.elements.values()];
  const files = new Set([definitions.position.file, ...components.map(({ position }) => position.file)]);
  const hasAllTypes = options.types === "all";
  return { types: context.registry.finish([...files]), clients, documents, ...(hasAllTypes && { hasAllTypes }) };
}

/** Returns the elements and named types of the target namespace, or all if the schema itself declares none. */
function documentModels({ targetNamespace }: Definitions, schemas: Schemas, context: BuildContext): DocumentModel[] {
  const userComponents = <T extends { readonly name?: QName | undefined }>(components: ReadonlyMap<string, T>): T[] => {
    const all = [...components.values()];
    const found = all.filter(({ name }) => name?.namespace === targetNamespace);
    return found.length === 0 && !hasOwn ? all : found;
  };
  const hasOwn = [...schemas.elements.values(), ...schemas.types.values()].some(
    ({ name }) => name?.namespace === targetNamespace,
  );
  for (const type of userComponents(schemas.types))
    declaredValue(type, { after: "type", local: type.name?.local ?? "" }, context);
  return userComponents(schemas.elements)
    .filter(({ abstract }) => !abstract)
    .map((element) => ({ constant: "", element: rootElement(element, undefined, context) }));
}

function reportUnknownOperations(definitions: Definitions, options: ModelOptions, diagnostics: Diagnostics): void {
  const knownNames = new Set(
    definitions.services.flatMap(({ ports }) =>
      ports.flatMap(({ binding }) => binding.operations.map(({ operation }) => operation.name)),
    ),
  );
  for (const name of options.operations ?? []) {
    if (!knownNames.has(name)) {
      diagnostics.error(
        definitions,
        "chosen-operation-unknown",
        `no operation is called ${name}`,
        `the WSDL has ${[...knownNames].slice(0, 10).join(", ")}${knownNames.size > 10 ? ` … (${knownNames.size} in all)` : ""}`,
      );
    }
  }
}

/** The documentation of a WSDL for schemas, help and collections. */

import type { LoadedServices } from "soapwright-contract";
import { documentationTexts, keyedParts, plain } from "soapwright-contract";
import type { SchemaTexts } from "soapwright-runtime/json";

export interface SchemaTextsOf extends Required<SchemaTexts> {
  operation(name: string): string | undefined;
  /** `owner` is the table of the property's type. */
  property(owner: object | undefined, key: string): string | undefined;
}

export function propertyTexts({ model, types }: Pick<LoadedServices, "model" | "types">): SchemaTextsOf {
  const texts = documentationTexts(model);
  const operations: Record<string, string> = Object.assign(
    Object.create(null),
    ...texts.map((each) => each.operations),
  );
  const properties = new Map<object, Readonly<Record<string, string>>>();
  for (const [table, type] of types) {
    if (type.kind !== "complex") continue;
    const documented = keyedParts(type.parts).flatMap((part) =>
      "documentation" in part && part.documentation ? [[part.key, plain(part.documentation)] as const] : [],
    );
    if (documented.length > 0) properties.set(table, Object.fromEntries(documented));
  }
  const textOf = (owner: object | undefined, key: string): string | undefined => {
    const own = owner && properties.get(owner);
    return own !== undefined && Object.hasOwn(own, key) ? own[key] : undefined;
  };
  return {
    operations,
    types: texts[0]?.types ?? {},
    properties,
    operation: (name) => operations[name],
    property: textOf,
  };
}

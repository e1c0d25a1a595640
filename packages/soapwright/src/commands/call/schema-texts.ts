/** The documentation of a WSDL for schemas, help and collections. */
import { keyedParts, type Model, type QName } from "soapwright-contract";
import type { SchemaTexts } from "soapwright-runtime/json";
import { documentationTexts } from "../inspect/contract-documentation";

export interface SchemaTextsOf extends Required<SchemaTexts> {
  operation(name: string): string | undefined;
  property(type: QName | undefined, key: string): string | undefined;
}

export function propertyTexts(model: Model): SchemaTextsOf {
  const texts = documentationTexts(model);
  const operations: Record<string, string> = Object.assign(
    Object.create(null),
    ...texts.map((each) => each.operations),
  );
  const types = texts[0]?.types ?? {};
  const properties: Record<string, Record<string, string>> = Object.create(null);
  for (const type of model.types) {
    if (type.kind !== "complex" || type.qname === undefined) continue;
    const documented = [...keyedParts(type.parts)].flatMap((part) =>
      "documentation" in part && part.documentation ? [[part.key, plain(part.documentation)] as const] : [],
    );
    if (documented.length > 0) properties[nameOf(type.qname)] = Object.fromEntries(documented);
  }
  return {
    operations,
    types,
    properties,
    operation: (name) => operations[name],
    property: (type, key) => (type === undefined ? undefined : properties[nameOf(type)]?.[key]),
  };
}

function nameOf({ namespace, local }: QName): string {
  return `{${namespace}}${local}`;
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

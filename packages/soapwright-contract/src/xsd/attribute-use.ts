/** XML Schema Part 1, section 3.2.2: `xs:attribute` inside a complex type or an attribute group. */

import { attributeNode } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import { documentationOf } from "./annotation";
import { attributeShell, fillAttribute } from "./attribute-declaration";
import type { AttributeDeclaration, AttributeUse } from "./components";
import type { SchemaContext } from "./context";
import { enumeratedAttribute } from "./lexical";
import { localName } from "./local-name";
import type { Shell } from "./shell";
import { constraintOf, dropWrongDefault, valueConstraint } from "./value-constraint";

export function buildAttributeUse(source: XmlElement, context: SchemaContext): AttributeUse | undefined {
  const { diagnostics } = context;
  const use = enumeratedAttribute(source, "use", ["optional", "required", "prohibited"], diagnostics) ?? "optional";
  const declaration = declarationOf(source, context);
  if (declaration === undefined) return undefined;
  const ownConstraint = valueConstraint(source, context);
  const constraint =
    ownConstraint.default !== undefined || ownConstraint.fixed !== undefined
      ? ownConstraint
      : constraintOf(declaration);
  if (use === "required" && ownConstraint.default !== undefined) {
    diagnostics.error(source, "a required attribute has no default", { name: declaration.name });
  }
  const built: Shell<AttributeUse> = {
    attribute: declaration,
    use,
    ...constraint,
    ...documentationOf(source),
    position: source.position,
  };
  dropWrongDefault(built, () => declaration.type, source, context);
  return built;
}

function declarationOf(source: XmlElement, context: SchemaContext): AttributeDeclaration | undefined {
  if (attributeNode(source, "ref") !== undefined) return context.attribute(source);
  const name = localName(source, context.scope.attributesQualified, context);
  if (name === undefined) return undefined;
  const declaration = attributeShell(source, name, false);
  fillAttribute(declaration, source, context);
  return declaration;
}

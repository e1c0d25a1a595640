/** XML Schema Part 1, section 3.2: attribute declarations, global and local. */
import { attributeNode } from "../xml/navigate";
import type { QName } from "../xml/qname";
import type { XmlElement } from "../xml/tree";
import { documentationOf } from "./annotation";
import { anySimpleType } from "./built-in-types";
import type { AttributeDeclaration, SimpleType } from "./components";
import { contentsOf, xsdName } from "./contents";
import type { SchemaContext } from "./context";
import type { Shell } from "./shell";
import { reportUnexpected } from "./unexpected";
import { valueConstraint } from "./value-constraint";

export function attributeShell(source: XmlElement, name: QName, global: boolean): Shell<AttributeDeclaration> {
  return {
    kind: "attribute",
    name,
    global,
    type: anySimpleType,
    position: source.position,
    ...documentationOf(source),
  };
}

export function fillAttribute(shell: Shell<AttributeDeclaration>, source: XmlElement, context: SchemaContext): void {
  Object.assign(shell, valueConstraint(source, context));
  let inline: SimpleType | undefined;
  for (const child of contentsOf(source)) {
    if (xsdName(child) === "simpleType") inline = context.simpleType(child, shell);
    else reportUnexpected(child, context.diagnostics);
  }
  shell.type = inline ?? namedType(source, context) ?? anySimpleType;
}

function namedType(source: XmlElement, context: SchemaContext): SimpleType | undefined {
  const written = attributeNode(source, "type");
  if (written === undefined) return undefined;
  const type = context.type(source, "type");
  if (type?.kind !== "complexType") return type;
  const hint = "an attribute holds text: name a simple type";
  context.diagnostics.error(written, "the type of an attribute is a complex type", {
    name: type.name,
    hint,
  });
  return undefined;
}

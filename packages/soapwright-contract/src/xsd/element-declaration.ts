/** XML Schema Part 1, section 3.3: element declarations, global and local, and their uses in model groups. */
import { attributeNode, type QName, type XmlElement } from "../xml/xml";
import { anyType, plainElement } from "./built-in-types";
import type { ElementDeclaration, ElementUse, Shell, TypeDefinition } from "./components";
import type { SchemaContext } from "./context";
import { fillIdentityConstraints, identityKind } from "./identity-constraint";
import {
  booleanAttribute,
  contentsOf,
  documentationOf,
  enumeratedListAttribute,
  localName,
  mediaTypesOf,
  occurrenceOf,
  reportUnexpected,
  xsdName,
} from "./schema-source";
import { dropWrongDefault, valueConstraint } from "./value-constraint";

export function elementShell(source: XmlElement, name: QName, global: boolean): Shell<ElementDeclaration> {
  return {
    ...plainElement(name, global, source.position),
    documentation: documentationOf(source),
    mediaTypes: mediaTypesOf(source),
  };
}

export function fillElement(shell: Shell<ElementDeclaration>, source: XmlElement, context: SchemaContext): void {
  shell.nillable = booleanAttribute(source, "nillable", context);
  shell.abstract = booleanAttribute(source, "abstract", context);
  shell.block = enumeratedListAttribute(source, "block", context.scope.blockDefault, [
    "extension",
    "restriction",
    "substitution",
  ]);
  shell.final = enumeratedListAttribute(source, "final", context.scope.finalDefault, ["extension", "restriction"]);
  const constraint = valueConstraint(source, context);
  if (constraint.default !== undefined) shell.default = constraint.default;
  if (constraint.fixed !== undefined) shell.fixed = constraint.fixed;
  const declaredType = ownType(shell, source, context);
  const headName = shell.global ? attributeNode(source, "substitutionGroup") : undefined;
  const head = headName === undefined ? undefined : context.element(source, "substitutionGroup");
  if (head !== undefined) joinGroup(shell, head, declaredType === undefined, context);
  shell.type = declaredType ?? anyType;
  fillIdentityConstraints(shell, source, context);
  dropWrongDefault(shell, () => shell.type, source, context);
}

function ownType(
  shell: Shell<ElementDeclaration>,
  source: XmlElement,
  context: SchemaContext,
): TypeDefinition | undefined {
  let inline: TypeDefinition | undefined;
  for (const child of contentsOf(source)) {
    const local = xsdName(child);
    if (identityKind(child) !== undefined) continue;
    const isType = local === "complexType" || local === "simpleType";
    const named = isType ? attributeNode(child, "name") : undefined;
    if (named !== undefined)
      context.diagnostics.warning(
        named,
        "inner-type-named",
        "the type inside an element must have no name; the name is ignored",
      );
    if (!isType) reportUnexpected(child, context);
    else if (inline !== undefined)
      context.diagnostics.error(child, "element-type-twice", "a second type for one element", { name: shell.name });
    else if (local === "complexType") inline = context.complexType(child, shell);
    else inline = context.simpleType(child, shell);
  }
  const typeName = attributeNode(source, "type");
  if (typeName === undefined) return inline;
  if (inline !== undefined) {
    context.diagnostics.error(
      typeName,
      "element-type-both",
      "an element has either a type attribute or a type inside",
      {
        name: shell.name,
      },
    );
  }
  return context.typeOfElement(source);
}

/** Section 3.3.2: an element without a type has the type of its head. */
function joinGroup(
  shell: Shell<ElementDeclaration>,
  head: ElementDeclaration,
  takesType: boolean,
  context: SchemaContext,
): void {
  shell.substitutionGroup = head;
  (head as Shell<ElementDeclaration>).members.push(shell);
  if (!takesType) return;
  context.afterwards(() => {
    const seen = new Set<ElementDeclaration>([shell]);
    let at: ElementDeclaration = head;
    while (at.type === anyType && at.substitutionGroup !== undefined && !seen.has(at)) {
      seen.add(at);
      at = at.substitutionGroup;
    }
    shell.type = at.type;
  });
}

export function buildElementUse(source: XmlElement, context: SchemaContext): ElementUse | undefined {
  const place = occurrenceOf(source, context);
  if (attributeNode(source, "ref") !== undefined) {
    const element = context.element(source, "ref");
    return (
      element && { kind: "elementUse", element, reference: true, documentation: documentationOf(source), ...place }
    );
  }
  const name = localName(source, context.scope.elementsQualified, context);
  if (name === undefined) return undefined;
  const element = elementShell(source, name, false);
  fillElement(element, source, context);
  return { kind: "elementUse", element, reference: false, ...place };
}

/** XML Schema Part 1, section 3.4: complex type definitions. */
import { attributeNode, nameOf } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import { documentationOf } from "./annotation";
import { emptyComplexType } from "./built-in-types";
import { fillComplexContent } from "./complex-content";
import type { ComplexType, ElementDeclaration } from "./components";
import { contentsOf, xsdName } from "./contents";
import type { SchemaContext } from "./context";
import { booleanAttribute, enumeratedListAttribute } from "./lexical";
import type { Shell } from "./shell";
import { fillSimpleContent } from "./simple-content";
import { attachAttributes, contentWith, readTypeBody } from "./type-body";
import { reportUnexpected } from "./unexpected";

/** `namespace` is undefined for an anonymous type. */
export function complexTypeShell(source: XmlElement, namespace: string | undefined): Shell<ComplexType> {
  const name = namespace === undefined ? undefined : nameOf(source);
  return {
    ...emptyComplexType(source.position),
    ...(namespace !== undefined && name !== undefined && { name: { namespace, local: name } }),
    ...documentationOf(source),
  };
}

export function buildComplexType(
  source: XmlElement,
  context: SchemaContext,
  owner: ElementDeclaration | undefined,
): ComplexType {
  const shell = complexTypeShell(source, undefined);
  if (owner !== undefined) shell.owner = owner;
  fillComplexType(shell, source, context);
  return shell;
}

export function fillComplexType(shell: Shell<ComplexType>, source: XmlElement, context: SchemaContext): void {
  context.countType(source.position);
  shell.abstract = booleanAttribute(source, "abstract", context.diagnostics);
  shell.block = enumeratedListAttribute(source, "block", context.scope.blockDefault, ["extension", "restriction"]);
  shell.final = enumeratedListAttribute(source, "final", context.scope.finalDefault, ["extension", "restriction"]);
  const children = contentsOf(source);
  const derived = children.find((child) => /^(?:simple|complex)Content$/.test(xsdName(child)));
  if (derived === undefined) {
    const body = readTypeBody(children, context);
    shell.content = contentWith(body.group, booleanAttribute(source, "mixed", context.diagnostics));
    attachAttributes(shell, body.attributes, context);
    return;
  }
  for (const child of children) if (child !== derived) reportUnexpected(child, context.diagnostics);
  if (derived.name.local === "simpleContent") fillSimpleContent(shell, derived, context);
  else {
    const mixedHere = attributeNode(derived, "mixed") === undefined ? source : derived;
    fillComplexContent(shell, derived, booleanAttribute(mixedHere, "mixed", context.diagnostics), context);
  }
}

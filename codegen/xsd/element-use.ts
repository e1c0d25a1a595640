/** Section 3.3.2: `xs:element` inside a model group. */

import { isNCName } from "../xml/namespaces";
import { attribute, attributeNode } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import { documentationOf } from "./annotation";
import type { ElementUse } from "./components";
import type { SchemaContext } from "./context";
import { elementShell, fillElement } from "./element-declaration";
import { wordAttribute } from "./lexical";
import { occurrenceOf } from "./occurrence";
import type { SchemaScope } from "./scope";

export function buildElementUse(
  source: XmlElement,
  scope: SchemaScope,
  context: SchemaContext,
): ElementUse | undefined {
  const occurrence = occurrenceOf(source, context.diagnostics);
  const place = { ...occurrence, position: source.position };
  if (attributeNode(source, "ref") !== undefined) {
    const element = context.references.element(source, "ref", scope);
    return element && { kind: "elementUse", element, reference: true, ...documentationOf(source), ...place };
  }
  const name = attribute(source, "name")?.trim();
  if (name === undefined || !isNCName(name)) {
    const problem = name === undefined ? `${source.raw} has neither name nor ref` : `"${name}" is not a name`;
    context.diagnostics.error(source.position, problem);
    return undefined;
  }
  const form = wordAttribute(source, "form", ["qualified", "unqualified"], context.diagnostics);
  const qualified = form === undefined ? scope.elementsQualified : form === "qualified";
  const element = elementShell(source, qualified ? scope.targetNamespace : "", false);
  fillElement(element, source, scope, context);
  return { kind: "elementUse", element, reference: false, ...place };
}

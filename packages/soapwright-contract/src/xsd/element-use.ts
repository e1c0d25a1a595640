/** XML Schema Part 1, section 3.3.2: `xs:element` inside a model group. */

import { attributeNode } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import { documentationOf } from "./annotation";
import type { ElementUse } from "./components";
import type { SchemaContext } from "./context";
import { elementShell, fillElement } from "./element-declaration";
import { localName } from "./local-name";
import { occurrenceOf } from "./occurrence";

export function buildElementUse(source: XmlElement, context: SchemaContext): ElementUse | undefined {
  const occurrence = occurrenceOf(source, context.diagnostics);
  const place = { ...occurrence, position: source.position };
  if (attributeNode(source, "ref") !== undefined) {
    const element = context.element(source, "ref");
    return element && { kind: "elementUse", element, reference: true, ...documentationOf(source), ...place };
  }
  const name = localName(source, context.scope.elementsQualified, context);
  if (name === undefined) return undefined;
  const element = elementShell(source, name, false);
  fillElement(element, source, context);
  return { kind: "elementUse", element, reference: false, ...place };
}

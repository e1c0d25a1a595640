/** Section 3.4.2: `xs:complexContent`. */
import { childElements } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import type { ComplexType } from "./components";
import type { SchemaContext } from "./context";
import { readDerivation } from "./derivation";
import type { SchemaScope } from "./scope";
import type { Shell } from "./shell";
import { attachSoapArray } from "./soap-array";
import { attachAttributes, contentWith, readTypeBody } from "./type-body";

export function fillComplexContent(
  shell: Shell<ComplexType>,
  source: XmlElement,
  mixed: boolean,
  scope: SchemaScope,
  context: SchemaContext,
): void {
  const derivation = readDerivation(shell, source, scope, context);
  if (derivation === undefined) return;
  if (derivation.base.kind === "simpleType") {
    const hint = "use xs:simpleContent";
    context.diagnostics.error(derivation.source.position, "xs:complexContent derives from a simple type", {
      ...(derivation.base.name && { name: derivation.base.name }),
      hint,
    });
    return;
  }
  const body = readTypeBody(childElements(derivation.source), scope, context);
  shell.content = contentWith(body.group, mixed);
  attachAttributes(shell, body.attributes, scope, context);
  attachSoapArray(shell, derivation.base, body, scope, context);
}

import type { XmlElement } from "../xml/tree";
import type { ComplexType } from "./components";
import { contentsOf } from "./contents";
import type { SchemaContext } from "./context";
import { readDerivation } from "./derivation";
import type { Shell } from "./shell";
import { attachAttributes, contentWith, readTypeBody } from "./type-body";
import { attachSoapArray } from "./xsd-soap-array";

export function fillComplexContent(
  shell: Shell<ComplexType>,
  source: XmlElement,
  mixed: boolean,
  context: SchemaContext,
): void {
  const derivation = readDerivation(shell, source, context);
  if (derivation === undefined) return;
  if (derivation.base.kind === "simpleType") {
    const hint = "use xs:simpleContent";
    context.diagnostics.error(derivation.source, "xs:complexContent derives from a simple type", {
      name: derivation.base.name,
      hint,
    });
    return;
  }
  const body = readTypeBody(contentsOf(derivation.source), context);
  shell.content = contentWith(body.group, mixed);
  attachAttributes(shell, body.attributes, context);
  if (shell.derivation === "extension") expectComplexBase(shell, derivation.base, context);
  attachSoapArray(shell, derivation.base, body, context);
}

/**
 * Section 3.4.6: element content cannot extend simple content. The type keeps the base's content and its own
 * attributes.
 */
function expectComplexBase(shell: Shell<ComplexType>, base: ComplexType, context: SchemaContext): void {
  context.afterBase(shell, () => {
    if (base.content.kind !== "simple") return;
    if (shell.content.kind !== "empty") {
      const about = { name: shell.name, hint: "use xs:simpleContent" };
      const message = "xs:complexContent extends a type with simple content; its elements are ignored";
      context.diagnostics.warning(shell, message, about);
    }
    shell.content = base.content;
  });
}

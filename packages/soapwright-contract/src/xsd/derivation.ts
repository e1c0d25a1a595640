/** XML Schema Part 1, section 3.4.2: the `xs:restriction` or `xs:extension` of complex and simple content. */
import { attributeNode } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import type { ComplexType, TypeDefinition } from "./components";
import { contentsOf, xsdName } from "./contents";
import type { SchemaContext } from "./context";
import type { Shell } from "./shell";
import { reportUnexpected } from "./unexpected";

export interface Derivation {
  readonly source: XmlElement;
  readonly base: TypeDefinition;
}

/** Reads method and base into the shell. Returns undefined for an unknown or missing base, which is reported. */
export function readDerivation(
  shell: Shell<ComplexType>,
  content: XmlElement,
  context: SchemaContext,
): Derivation | undefined {
  let source: XmlElement | undefined;
  for (const child of contentsOf(content)) {
    const local = xsdName(child);
    if (source === undefined && (local === "extension" || local === "restriction")) source = child;
    else reportUnexpected(child, context.diagnostics);
  }
  if (source === undefined || attributeNode(source, "base") === undefined) {
    const at = source ?? content;
    context.diagnostics.error(
      at,
      source === undefined ? `${content.raw} holds no derivation` : `${source.raw} has no base`,
    );
    return undefined;
  }
  shell.derivation = source.name.local === "extension" ? "extension" : "restriction";
  const base = context.type(source, "base");
  if (base === undefined) return undefined;
  shell.base = base;
  if (base.kind === "complexType") (base as Shell<ComplexType>).derived.push(shell);
  if (base.final.some((method) => method === shell.derivation)) {
    context.diagnostics.error(source, `the base is final: it has no ${shell.derivation}`, { name: base.name });
  }
  return { source, base };
}

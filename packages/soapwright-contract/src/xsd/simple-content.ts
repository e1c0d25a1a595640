/** XML Schema Part 1, section 3.4.2: `xs:simpleContent`. */
import { attribute } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import { anySimpleType, plainSimpleType } from "./built-in-types";
import type { ComplexType, SimpleType, TypeDefinition } from "./components";
import { contentsOf, xsdName } from "./contents";
import type { SchemaContext } from "./context";
import { readDerivation } from "./derivation";
import { isFacet, readFacets } from "./facet";
import type { Shell } from "./shell";
import { attachAttributes, readTypeBody } from "./type-body";

export function fillSimpleContent(shell: Shell<ComplexType>, source: XmlElement, context: SchemaContext): void {
  shell.content = { kind: "simple", type: anySimpleType };
  const derivation = readDerivation(shell, source, context);
  if (derivation === undefined) return;
  const { base } = derivation;
  const children = contentsOf(derivation.source);
  if (shell.derivation === "restriction" && base.kind === "simpleType") {
    const hint = "use xs:simpleType, or an extension to add attributes";
    context.diagnostics.error(derivation.source, "xs:simpleContent restricts a simple type", {
      name: base.name,
      hint,
    });
  }
  const inline = children.find((child) => xsdName(child) === "simpleType" && attribute(child, "name") === undefined);
  const isRestriction = shell.derivation === "restriction";
  const rest = children.filter((child) => !(isRestriction && (isFacet(child) || child === inline)));
  const body = readTypeBody(rest, context);
  if (body.group !== undefined) context.diagnostics.error(body.group, "elements in xs:simpleContent");
  attachAttributes(shell, body.attributes, context);
  const inlineType = inline && isRestriction ? context.simpleType(inline) : undefined;
  const facets = isRestriction ? readFacets(children, context) : [];
  context.afterBase(shell, () => {
    const inherited = inlineType ?? textType(base);
    if (inherited === undefined) {
      const about = { name: base.name, hint: "use xs:complexContent" };
      context.diagnostics.error(
        derivation.source,
        "xs:simpleContent derives from a type without simple content",
        about,
      );
      return;
    }
    shell.content = {
      kind: "simple",
      type: facets.length === 0 ? inherited : restricted(inherited, facets, derivation.source),
    };
  });
}

function restricted(base: SimpleType, facets: SimpleType["facets"], source: XmlElement): SimpleType {
  return { ...plainSimpleType({ of: "restriction", base }, source.position), facets };
}

/** The base must be complete. */
function textType(base: TypeDefinition): SimpleType | undefined {
  if (base.kind === "simpleType") return base;
  return base.content.kind === "simple" ? base.content.type : undefined;
}

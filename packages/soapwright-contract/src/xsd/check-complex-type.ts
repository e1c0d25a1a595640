/** XML Schema Part 1, sections 3.4.6 and 3.8.6: constraints on complete complex types. */
import type { Diagnostics } from "../diagnostics";
import { expandedName } from "../xml/qname";
import type { ComplexType, Content, ElementDeclaration, ElementUse, Particle } from "./components";
import { attributeUsesOf, contentOf } from "./effective-type";

export function checkComplexType(type: ComplexType, diagnostics: Diagnostics): void {
  if (type.derivation === "extension" && type.base.kind === "complexType" && !type.base.builtIn) {
    const base = contentOf(type.base);
    checkAll(type, base.kind === "simple" || base.kind === "empty" ? undefined : base.particle, diagnostics);
    checkRepeatedAttributes(type, type.base, diagnostics);
  }
  checkConsistent(type, diagnostics);
}

/** Section 3.8.6, All Group Limited: `xs:all` is the whole content, so nothing can be added to it. */
function checkAll(type: ComplexType, base: Particle | undefined, diagnostics: Diagnostics): void {
  const ownParticle =
    type.content.kind === "elementOnly" || type.content.kind === "mixed" ? type.content.particle : undefined;
  if (ownParticle === undefined || base === undefined) return;
  const isAll = (particle: Particle) =>
    particle.kind === "modelGroup" && particle.compositor === "all" && particle.particles.length > 0;
  if (isAll(ownParticle) || isAll(base)) {
    const hint = "xs:all must be the whole content of a type";
    diagnostics.error(type, "an extension adds elements to or with xs:all", {
      name: type.name,
      hint,
    });
  }
}

function checkRepeatedAttributes(type: ComplexType, base: ComplexType, diagnostics: Diagnostics): void {
  if (type.attributeUses.length === 0) return;
  const inherited = new Set(attributeUsesOf(base).map((use) => expandedName(use.attribute.name)));
  for (const use of type.attributeUses) {
    if (use.use !== "prohibited" && inherited.has(expandedName(use.attribute.name))) {
      diagnostics.error(use, "an extension declares an attribute of its base again", {
        name: use.attribute.name,
      });
    }
  }
}

/** Section 3.8.6, Element Declarations Consistent: elements of one name have one type in a content model. */
function checkConsistent(type: ComplexType, diagnostics: Diagnostics): void {
  const inherited =
    type.derivation === "extension" && type.base.kind === "complexType" ? contentOf(type.base) : undefined;
  const declared = new Map<string, ElementDeclaration>();
  for (const { element } of inherited === undefined ? [] : elementUses(inherited))
    declared.set(expandedName(element.name), element);
  for (const use of elementUses(type.content)) {
    const { element } = use;
    const key = expandedName(element.name);
    const before = declared.get(key);
    declared.set(key, before ?? element);
    if (before !== undefined && before.type !== element.type) {
      const { file, line } = before.position;
      const hint = `${file}:${line} gives it another type`;
      diagnostics.error(use, "two elements of one name in a content model have different types", {
        name: element.name,
        hint,
      });
    }
  }
}

/** Returns the uses of elements in a content model, at every depth, in source order. */
function elementUses(content: Content): ElementUse[] {
  if (content.kind === "simple" || content.kind === "empty" || content.particle === undefined) return [];
  const uses: ElementUse[] = [];
  const open: Particle[] = [content.particle];
  for (let particle = open.pop(); particle !== undefined; particle = open.pop()) {
    if (particle.kind === "modelGroup") open.push(...[...particle.particles].reverse());
    if (particle.kind === "elementUse") uses.push(particle);
  }
  return uses;
}

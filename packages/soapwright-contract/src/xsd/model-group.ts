import type { XmlElement } from "../xml/tree";
import type { ModelGroup, Particle } from "./components";
import { contentsOf, xsdName } from "./contents";
import type { SchemaContext } from "./context";
import { buildElementUse } from "./element-use";
import { buildGroupReference, compositorOf } from "./group-definition";
import { occurrenceOf } from "./occurrence";
import { reportUnexpected } from "./unexpected";
import { separateHeads } from "./unique-particles";
import { buildWildcard } from "./wildcard";

export function buildModelGroup(source: XmlElement, context: SchemaContext): ModelGroup | undefined {
  if (source.name.local === "group") return buildGroupReference(source, context);
  const compositor = compositorOf(source);
  if (compositor === undefined) return undefined;
  const particles: Particle[] = [];
  for (const child of contentsOf(source)) {
    const particle = buildParticle(child, context);
    if (particle === undefined) continue;
    if (compositor === "all") checkInsideAll(child, particle, context);
    else if (particle.kind === "modelGroup" && particle.compositor === "all") {
      context.diagnostics.error(child, `xs:all is not allowed in ${source.raw}`, {
        hint: "it is the whole content of a type, or nothing",
      });
    }
    // A particle with `maxOccurs` 0 does not exist (section 3.9.6).
    if (particle.maxOccurs > 0) particles.push(particle);
  }
  context.afterwards(() => separateHeads(compositor, particles, context.diagnostics));
  const occurrence = occurrenceOf(source, context.diagnostics);
  if (compositor === "all" && occurrence.maxOccurs > 1) {
    context.diagnostics.error(source, "maxOccurs of xs:all can only be 0 or 1");
  }
  return { kind: "modelGroup", compositor, particles, position: source.position, ...occurrence };
}

function buildParticle(child: XmlElement, context: SchemaContext): Particle | undefined {
  const local = xsdName(child);
  if (local === "element") return buildElementUse(child, context);
  if (local === "any") return buildWildcard(child, context);
  if (local === "group" || compositorOf(child) !== undefined) return buildModelGroup(child, context);
  reportUnexpected(child, context.diagnostics);
  return undefined;
}

/** Section 3.8.6, All Group Limited. */
function checkInsideAll(child: XmlElement, particle: Particle, context: SchemaContext): void {
  if (particle.kind !== "elementUse") {
    context.diagnostics.error(child, `${child.raw} is not allowed in xs:all`, { hint: "only elements are" });
  } else if (particle.maxOccurs > 1) {
    const hint = "use xs:sequence for elements that repeat";
    context.diagnostics.error(child, "an element of xs:all occurs at most once", {
      name: particle.element.name,
      hint,
    });
  }
}

/** XML Schema Part 1, sections 3.7 and 3.8: model groups, named groups and references to them. */
import type { Diagnostics } from "../diagnostics";
import { childElements, expandedName, type QName, type XmlElement } from "../xml/xml";
import type { Compositor, ElementDeclaration, ElementUse, ModelGroup, Particle, Shell } from "./components";
import type { SchemaContext } from "./context";
import { withDescendants } from "./depth-first";
import { buildElementUse } from "./element-declaration";
import type { GroupDefinition } from "./registry";
import { contentsOf, occurrenceOf, reportUnexpected, xsdName } from "./schema-source";
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
      context.diagnostics.error(
        child,
        "all-misplaced",
        `xs:all is not allowed in ${source.raw}`,
        "it is the whole content of a type, or nothing",
      );
    }
    // A particle with `maxOccurs` 0 does not exist (section 3.9.6).
    if (particle.maxOccurs > 0) particles.push(particle);
  }
  context.afterwards(() => {
    separateHeads(compositor, particles, context.diagnostics);
    if (compositor === "sequence") noteTwins(particles, context.diagnostics);
  });
  const occurrence = occurrenceOf(source, context);
  if (compositor === "all" && occurrence.maxOccurs > 1) {
    context.diagnostics.error(source, "all-occurs", "maxOccurs of xs:all can only be 0 or 1");
  }
  return { kind: "modelGroup", compositor, particles, ...occurrence };
}

function buildParticle(child: XmlElement, context: SchemaContext): Particle | undefined {
  const local = xsdName(child);
  if (local === "element") return buildElementUse(child, context);
  if (local === "any") return buildWildcard(child, context);
  if (local === "group" || compositorOf(child) !== undefined) return buildModelGroup(child, context);
  reportUnexpected(child, context);
  return undefined;
}

/** Section 3.8.6, All Group Limited. */
function checkInsideAll(child: XmlElement, particle: Particle, context: SchemaContext): void {
  if (particle.kind !== "elementUse") {
    context.diagnostics.error(child, "all-content", `${child.raw} is not allowed in xs:all`, "only elements are");
  } else if (particle.maxOccurs > 1) {
    context.diagnostics.error(child, "all-element-repeats", "an element of xs:all occurs at most once", {
      name: particle.element.name,
      hint: "use xs:sequence for elements that repeat",
    });
  }
}

const compositors: readonly Compositor[] = ["sequence", "choice", "all"];

export function compositorOf(element: XmlElement): Compositor | undefined {
  return compositors.find((compositor) => compositor === xsdName(element));
}

/** Returns a definition with its compositor, which references need, and without particles. */
export function groupShell(source: XmlElement, name: QName): GroupDefinition {
  const [compositor = "sequence"] = childElements(source).flatMap((child) => compositorOf(child) ?? []);
  return {
    kind: "group",
    name,
    compositor,
    particles: [],
    source,
  };
}

export function fillGroup(definition: GroupDefinition, context: SchemaContext): void {
  let hasGroup = false;
  for (const child of contentsOf(definition.source)) {
    if (compositorOf(child) === undefined || hasGroup) {
      reportUnexpected(child, context);
      continue;
    }
    hasGroup = true;
    const group = context.modelGroup(child);
    if (group !== undefined) definition.particles.push(...group.particles);
  }
}

/** Returns the particles of the definition, with the occurrence of the reference. */
function buildGroupReference(source: XmlElement, context: SchemaContext): ModelGroup | undefined {
  const definition = context.referred("group", source);
  if (definition === undefined) return undefined;
  return {
    kind: "modelGroup",
    compositor: definition.compositor,
    particles: definition.particles,
    name: definition.name,
    ...occurrenceOf(source, context),
  };
}

/**
 * Section 3.8.6, Unique Particle Attribution: restricts a head to itself, without its members, if an element could match
 * both the head and one of its members, as in `member*, head*`. Substitution groups must be complete.
 */
function separateHeads(compositor: Compositor, particles: readonly Particle[], diagnostics: Diagnostics): void {
  for (const [index, particle] of particles.entries()) {
    if (particle.kind !== "elementUse" || !particle.reference || particle.element.abstract) continue;
    const members = membersOf(particle.element);
    if (members.size === 0) continue;
    const rival = particles.find(
      (other, at): other is ElementUse =>
        other.kind === "elementUse" && members.has(other.element) && meet(compositor, particles, index, at),
    );
    if (rival === undefined) continue;
    (particle as Shell<ElementUse>).reference = false;
    const { name } = particle.element;
    diagnostics.warning(
      particle,
      "content-ambiguous-substitute",
      `${rival.element.name.local} may replace ${name.local}, and may also follow it; here ${name.local} means only itself`,
      {
        name,
        hint: "the content model is ambiguous (Unique Particle Attribution)",
      },
    );
  }
}

/**
 * Section 3.8.6: an element that could match two particles of its name is read as the first. Both are kept, because each
 * can be told where an element stands between them.
 */
function noteTwins(particles: readonly Particle[], diagnostics: Diagnostics): void {
  const noted = new Set<string>();
  // The last particle of each name decides: what stands between an earlier one and here stands between that and the last too.
  const lastOf = new Map<string, number>();
  let lastRequired = -1;
  for (const [at, particle] of particles.entries()) {
    const required = lastRequired;
    if (particle.minOccurs > 0) lastRequired = at;
    if (particle.kind !== "elementUse") continue;
    const { name } = particle.element;
    const key = expandedName(name);
    const before = lastOf.get(key) ?? -1;
    lastOf.set(key, at);
    if (before < 0 || before < required || !isElastic(particles[before]!) || noted.has(key)) continue;
    noted.add(key);
    diagnostics.warning(
      particle,
      "content-ambiguous",
      `${name.local} twice in one sequence, told apart only by what stands between; without it, the first is read`,
      { name, hint: "the content model is ambiguous (Unique Particle Attribution)" },
    );
  }
}

function isElastic({ minOccurs, maxOccurs }: Particle): boolean {
  return minOccurs !== maxOccurs;
}

function membersOf(head: ElementDeclaration): ReadonlySet<ElementDeclaration> {
  return new Set(withDescendants(head, ({ members }) => members).slice(1));
}

/** Returns whether an element of an instance could match either particle. */
function meet(compositor: Compositor, particles: readonly Particle[], one: number, other: number): boolean {
  if (compositor !== "sequence") return true;
  const [first, second] = [Math.min(one, other), Math.max(one, other)];
  const before = particles[first];
  if (before === undefined || !isElastic(before)) return false;
  return particles.slice(first + 1, second).every((between) => between.minOccurs === 0);
}

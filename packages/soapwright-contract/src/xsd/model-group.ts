/** XML Schema Part 1, sections 3.7 and 3.8: model groups, named groups and references to them. */
import type { Diagnostics } from "../diagnostics";
import { remembered } from "../remembered";
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
  const heads = [...particles.entries()].filter(
    (entry): entry is [number, ElementUse] => isReference(entry[1]) && entry[1].element.members.length > 0,
  );
  if (heads.length === 0) return;
  const meet = compositor === "sequence" ? meetingIn(particles) : () => true;
  const placesOf = new Map<ElementDeclaration, number[]>();
  for (const [at, particle] of particles.entries()) {
    if (particle.kind !== "elementUse") continue;
    const places = placesOf.get(particle.element);
    if (places === undefined) placesOf.set(particle.element, [at]);
    else places.push(at);
  }
  const memberPlaces = remembered((head: ElementDeclaration) =>
    [...membersOf(head)].flatMap((member) => placesOf.get(member) ?? []).sort((one, other) => one - other),
  );
  for (const [index, particle] of heads) {
    const rival = particles[memberPlaces(particle.element).find((at) => meet(index, at)) ?? -1];
    if (rival?.kind !== "elementUse") continue;
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

function isReference(particle: Particle): particle is ElementUse {
  return particle.kind === "elementUse" && particle.reference && !particle.element.abstract;
}

/**
 * Section 3.8.6: an element that could match two particles of its name is read as the first. Both are kept, because each
 * can be told where an element stands between them.
 */
function noteTwins(particles: readonly Particle[], diagnostics: Diagnostics): void {
  const noted = new Set<string>();
  const meet = meetingIn(particles);
  // The last particle of each name decides: what stands between an earlier one and here stands between that and the last too.
  const lastOf = new Map<string, number>();
  for (const [at, particle] of particles.entries()) {
    if (particle.kind !== "elementUse") continue;
    const { name } = particle.element;
    const key = expandedName(name);
    const before = lastOf.get(key);
    lastOf.set(key, at);
    if (before === undefined || noted.has(key) || !meet(before, at)) continue;
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

/** Returns a function that tells whether an element of an instance could match either of two particles of a sequence. */
function meetingIn(particles: readonly Particle[]): (one: number, other: number) => boolean {
  let last = -1;
  const requiredBefore = particles.map(({ minOccurs }, at) => {
    const before = last;
    if (minOccurs > 0) last = at;
    return before;
  });
  return (one, other) => {
    const [first, second] = [Math.min(one, other), Math.max(one, other)];
    return isElastic(particles[first]!) && requiredBefore[second]! <= first;
  };
}

/** XML Schema Part 1, section 3.7: named model groups and references to them. */
import { childElements, nameOf } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import type { Compositor, ModelGroup } from "./components";
import { contentsOf, xsdName } from "./contents";
import type { SchemaContext } from "./context";
import { occurrenceOf } from "./occurrence";
import type { GroupDefinition } from "./registry";
import { reportUnexpected } from "./unexpected";

const compositors: readonly Compositor[] = ["sequence", "choice", "all"];

export function compositorOf(element: XmlElement): Compositor | undefined {
  return compositors.find((compositor) => compositor === xsdName(element));
}

/** Returns a definition with its compositor, which references need, and without particles. */
export function groupShell(source: XmlElement, namespace: string): GroupDefinition {
  const content = childElements(source).find((child) => compositorOf(child) !== undefined);
  return {
    kind: "group",
    name: { namespace, local: nameOf(source) ?? "" },
    compositor: (content && compositorOf(content)) ?? "sequence",
    particles: [],
    source,
  };
}

export function fillGroup(definition: GroupDefinition, context: SchemaContext): void {
  let hasGroup = false;
  for (const child of contentsOf(definition.source)) {
    if (compositorOf(child) === undefined || hasGroup) {
      reportUnexpected(child, context.diagnostics);
      continue;
    }
    hasGroup = true;
    const group = context.modelGroup(child);
    if (group !== undefined) definition.particles.push(...group.particles);
  }
}

/** Returns the particles of the definition, with the occurrence of the reference. */
export function buildGroupReference(source: XmlElement, context: SchemaContext): ModelGroup | undefined {
  const definition = context.group(source);
  if (definition === undefined) return undefined;
  return {
    kind: "modelGroup",
    compositor: definition.compositor,
    particles: definition.particles,
    name: definition.name,
    position: source.position,
    ...occurrenceOf(source, context.diagnostics),
  };
}

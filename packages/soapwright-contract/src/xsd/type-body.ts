/** XML Schema Part 1, 3.4.2: `(annotation?, (group | all | choice | sequence)?, attributes)` of complex types. */
import type { XmlElement } from "../xml/tree";
import { collectAttributes, isAttributePart, readAttributes } from "./attribute-group";
import type { ComplexType, Content, ModelGroup } from "./components";
import { xsdName } from "./contents";
import type { SchemaContext } from "./context";
import { compositorOf } from "./group-definition";
import { buildModelGroup } from "./model-group";
import type { Shell } from "./shell";
import { reportUnexpected } from "./unexpected";

export interface TypeBody {
  readonly group: ModelGroup | undefined;
  readonly attributes: readonly XmlElement[];
}

export function readTypeBody(children: readonly XmlElement[], context: SchemaContext): TypeBody {
  let group: ModelGroup | undefined;
  let hasGroup = false;
  const attributes: XmlElement[] = [];
  for (const child of children) {
    if (isAttributePart(child)) attributes.push(child);
    else if (hasGroup || (xsdName(child) !== "group" && compositorOf(child) === undefined)) {
      reportUnexpected(child, context.diagnostics);
    } else {
      hasGroup = true;
      group = buildModelGroup(child, context);
    }
  }
  return { group, attributes };
}

/** A group with `maxOccurs` 0, and an empty sequence, are empty content. */
export function contentWith(group: ModelGroup | undefined, mixed: boolean): Content {
  const isGroup =
    group !== undefined &&
    group.maxOccurs > 0 &&
    (group.compositor === "choice" || group.name !== undefined || group.particles.length > 0);
  if (!isGroup) return mixed ? { kind: "mixed" } : { kind: "empty" };
  return mixed ? { kind: "mixed", particle: group } : { kind: "elementOnly", particle: group };
}

/** Groups are expanded after all groups are read. */
export function attachAttributes(
  shell: Shell<ComplexType>,
  children: readonly XmlElement[],
  context: SchemaContext,
): void {
  if (children.length === 0) return;
  const pending = readAttributes(children, context);
  context.afterwards(() => {
    const { uses, wildcard } = collectAttributes(pending, context);
    shell.attributeUses = uses;
    if (wildcard !== undefined) shell.attributeWildcard = wildcard;
  });
}

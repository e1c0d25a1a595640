/** Compiles complex types (XML Schema Part 1, 3.4), with the parts of their base types first. */
import type { ComplexNode, ParticleNode } from "../tables/nodes";
import { allPartsOf } from "../tables/view";
import { NameIndex } from "./name-index";
import { compileContent } from "./plan-content";
import { keysOf } from "./plan-particles";
import { compileSimplePlan } from "./plan-simple";
import type { AnyAttributePlan, AttributePlan, ComplexPlan, SimplePlan, TextPlan } from "./plans";
import { type PropertyKey, propertyKey } from "./property-key";
import { namespaceTest, type Rename, renamed } from "./resolve";

export function compileComplex(node: ComplexNode, rename: Rename): ComplexPlan {
  const particles: ParticleNode[] = [];
  const attributes = new Map<string, AttributePlan>();
  let anyAttribute: AnyAttributePlan | undefined;
  let text: TextPlan | undefined;
  let mixed: PropertyKey | undefined;
  for (const part of allPartsOf(node)) {
    switch (part.kind) {
      case "attribute": {
        const { required, default: defaultText, fixed } = part;
        const name = renamed(part.name, rename);
        const simple: SimplePlan = compileSimplePlan(part.type, rename);
        const property = propertyKey(part.key);
        attributes.set(part.key, { property, name, simple, required, default: defaultText, fixed });
        break;
      }
      case "anyAttribute":
        anyAttribute = { property: propertyKey(part.key), accepts: namespaceTest(part.namespaces, rename) };
        break;
      case "simpleContent":
        text = { property: propertyKey(part.key), simple: compileSimplePlan(part.type, rename) };
        break;
      case "mixed":
        mixed = propertyKey(part.key);
        particles.push(...part.particles);
        break;
      default:
        particles.push(part);
    }
  }
  const content = compileContent(particles, rename);
  const attributesByName = new NameIndex<AttributePlan>();
  for (const attribute of attributes.values()) attributesByName.add(attribute.name, attribute);
  const keys = new Set([
    ...attributes.keys(),
    ...(mixed === undefined ? keysOf(content.particles) : [mixed.key]),
    ...(text === undefined ? [] : [text.property.key]),
    ...(anyAttribute === undefined ? [] : [anyAttribute.property.key]),
  ]);
  return {
    kind: "complex",
    name: node.name && renamed(node.name, rename),
    abstract: node.abstract === true,
    attributes: [...attributes.values()],
    attributesByName,
    anyAttribute,
    text,
    mixed,
    content,
    keys,
  };
}

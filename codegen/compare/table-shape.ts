/** The shape of a type as its table has it. */

import type { ComplexNode, NodeRef, ParticleNode, SimpleNode } from "../../src/schema/codec";
import { allPartsOf, builtInOf, isNillable, nodeOf, stepsOf, withoutNil } from "../../src/tool-imports";
import type { UnknownNode } from "../tables/type-nodes";
import type { QName } from "../xml/qname";
import { FieldCollector, type TextShape, type TypeShape } from "./shape";

/** Moves a namespace of the tables to the one that it has in the live contract. */
export type Rename = (namespace: string) => string;

/** The shape of a table. */
export function tableShape(ref: NodeRef, rename: Rename): TypeShape {
  const node = withoutNil(ref);
  switch (node.kind) {
    case "anyType": {
      const { unknown } = node as Partial<UnknownNode>;
      return unknown === undefined ? { kind: "any" } : { kind: "unknown", why: unknown || undefined };
    }
    case "soapArray":
      return { kind: "array", item: node.item };
    case "simple": {
      const text = tableText(node);
      return { kind: "plain", name: node.name?.local, text, fields: [], isOrdered: false, alternatives: [] };
    }
    case "complex":
      return complexShape(node, rename);
    case "polymorphic": {
      const declared = node.alternatives.find((each) => each.declared);
      const shape = declared && tableShape(declared.type, rename);
      const alternatives = node.alternatives
        .filter((each) => each !== declared)
        .map(({ element, xsiType, type }) => ({
          element: element && renamed(element, rename),
          typeName: xsiType && renamed(xsiType, rename),
          type,
        }));
      if (shape?.kind === "plain") return { ...shape, alternatives };
      if (shape?.kind === "unknown") return shape;
      return { kind: "plain", name: undefined, text: undefined, fields: [], isOrdered: false, alternatives };
    }
  }
}

/** The name with its namespace moved. */
export function renamed({ namespace, local }: QName, rename: Rename): QName {
  return { namespace: namespace === "" ? "" : rename(namespace), local };
}

function complexShape(node: ComplexNode, rename: Rename): TypeShape {
  const collector = new FieldCollector();
  let text: TextShape | undefined;
  for (const part of allPartsOf(node)) {
    switch (part.kind) {
      case "simpleContent":
        text = tableText(nodeOf(part.type));
        break;
      case "attribute": {
        const { required, type } = part;
        const name = renamed(part.name, rename);
        collector.add({ name, isAttribute: true, min: required ? 1 : 0, max: 1, isNillable: false, type });
        break;
      }
      case "anyAttribute":
        break;
      case "mixed":
        collector.isOrdered = false;
        for (const particle of part.particles) addParticle(particle, collector, rename, 1, 1);
        break;
      default:
        addParticle(part, collector, rename, 1, 1);
    }
  }
  const { fields, isOrdered } = collector;
  return { kind: "plain", name: node.name?.local, text, fields, isOrdered, alternatives: [] };
}

function addParticle(
  particle: ParticleNode,
  collector: FieldCollector,
  rename: Rename,
  least: number,
  most: number,
): void {
  switch (particle.kind) {
    case "element": {
      const { name, min, max, type } = particle;
      const field = { name: renamed(name, rename), isAttribute: false, min, max, isNillable: isNillable(type), type };
      collector.add(field, least, most);
      break;
    }
    case "any":
      break;
    case "repeated":
      collector.isOrdered = false;
      addParticle(particle.particle, collector, rename, least * particle.min, most * particle.max);
      break;
    default: {
      const isChoice = particle.kind === "choice" && particle.particles.length > 1;
      if (isChoice || particle.kind === "all") collector.isOrdered = false;
      const inside = isChoice || particle.optional ? 0 : least;
      for (const member of particle.particles) addParticle(member, collector, rename, inside, most);
    }
  }
}

const texts = new WeakMap<SimpleNode, TextShape>();

/** Of each node once: unions of unions may hold the same ones in very many ways. */
function tableText(node: SimpleNode): TextShape {
  const known = texts.get(node) ?? textOf(node);
  texts.set(node, known);
  return known;
}

function textOf(node: SimpleNode): TextShape {
  const steps = stepsOf(node);
  const { variety } = steps.at(-1)!;
  const values = steps.find(({ facets }) => facets?.enumeration !== undefined)?.facets?.enumeration;
  const isClosed = steps.some(({ facets }) => facets?.closed === true);
  switch (variety.of) {
    case "list": {
      const item = tableText(nodeOf(variety.item));
      return { ...item, isList: true, values: values ?? item.values, isClosed: isClosed || item.isClosed };
    }
    case "union": {
      const members = variety.members.map((member) => tableText(nodeOf(member)));
      return { builtIns: [...new Set(members.flatMap(({ builtIns }) => builtIns))], isList: false, values, isClosed };
    }
    default: {
      const builtIn = builtInOf(node);
      return { builtIns: [builtIn === "decimalNumber" ? "decimal" : builtIn!], isList: false, values, isClosed };
    }
  }
}

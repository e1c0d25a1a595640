/** The shape of a type as its table has it. */

import type {
  ComplexNode,
  NodeRef,
  ParticleNode,
  PartNode,
  SimpleNode,
  SimpleRef,
  TypeNode,
} from "../../src/schema/codec";
import type { UnknownNode } from "../tables/type-nodes";
import type { QName } from "../xml/qname";
import { FieldCollector, type TextShape, type TypeShape } from "./shape";

/** Moves a namespace of the tables to the one that it has in the live contract. */
export type Rename = (namespace: string) => string;

type Named = Exclude<TypeNode, { kind: "nillable" }>;

/** The node itself, where it is nillable too. */
export function plainNode(ref: NodeRef): Named {
  const node = typeof ref === "function" ? ref() : ref;
  return node.kind === "nillable" ? plainNode(node.type) : node;
}

/** The shape of a table. */
export function tableShape(ref: NodeRef, rename: Rename): TypeShape {
  const node = plainNode(ref);
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
  const found: { text?: TextShape } = {};
  addParts(node, collector, rename, found);
  return {
    kind: "plain",
    name: node.name?.local,
    text: found.text,
    fields: collector.fields,
    isOrdered: collector.isOrdered,
    alternatives: [],
  };
}

function addParts(
  { parts }: ComplexNode,
  collector: FieldCollector,
  rename: Rename,
  found: { text?: TextShape },
): void {
  for (const part of parts) addPart(part, collector, rename, found);
}

function addPart(part: PartNode, collector: FieldCollector, rename: Rename, found: { text?: TextShape }): void {
  switch (part.kind) {
    case "extension":
      addParts(typeof part.base === "function" ? part.base() : part.base, collector, rename, found);
      break;
    case "simpleContent":
      found.text = tableText(simpleNode(part.type));
      break;
    case "attribute":
      collector.add({
        name: renamed(part.name, rename),
        isAttribute: true,
        min: part.required ? 1 : 0,
        max: 1,
        isNillable: false,
        type: part.type,
      });
      break;
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
      const isNillable = (typeof type === "function" ? type() : type).kind === "nillable";
      collector.add({ name: renamed(name, rename), isAttribute: false, min, max, isNillable, type }, least, most);
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

function simpleNode(ref: SimpleRef): SimpleNode {
  return typeof ref === "function" ? ref() : ref;
}

const texts = new WeakMap<SimpleNode, TextShape>();

/** Of each node once: unions of unions may hold the same ones in very many ways. */
function tableText(node: SimpleNode): TextShape {
  const known = texts.get(node) ?? textOf(node);
  texts.set(node, known);
  return known;
}

function textOf(node: SimpleNode): TextShape {
  const { variety, facets } = node;
  const own = facets?.enumeration;
  const isClosed = facets?.closed === true;
  switch (variety.of) {
    case "atomic": {
      const builtIn = variety.builtIn === "decimalNumber" ? "decimal" : variety.builtIn;
      return { builtIns: [builtIn], isList: false, values: own, isClosed };
    }
    case "list":
      return { ...tableText(simpleNode(variety.item)), isList: true };
    case "union": {
      const members = variety.members.map((member) => tableText(simpleNode(member)));
      const builtIns = new Set(members.flatMap(({ builtIns }) => builtIns));
      return { builtIns: [...builtIns], isList: false, values: own, isClosed };
    }
    case "restriction": {
      const base = tableText(simpleNode(variety.base));
      return { ...base, values: own ?? base.values, isClosed: isClosed || base.isClosed };
    }
  }
}

/** JSON as a value of the tables: what JSON has no word for stands in it as text. */

import { compileSimple } from "./plans/simple";
import type { ComplexNode, NodeRef, ParticleNode, PartNode, SimpleNode, TypeNode } from "./tables/nodes";
import { valueOfText } from "./value-of-text";

/**
 * The value that `json` stands for at a place of type `ref`: whole numbers beyond `number`, bytes and the like from their
 * lexical text, decimals from numbers too. What does not fit is left as it is: the encoder says what is wrong with it.
 */
export function valueOfJson(ref: NodeRef, json: unknown): unknown {
  const node: TypeNode = typeof ref === "function" ? ref() : ref;
  switch (node.kind) {
    case "nillable":
      return json === null ? null : valueOfJson(node.type, json);
    case "simple":
      return simpleValue(node, json);
    case "complex":
      return isRecord(json) ? complexValue(node, json) : json;
    case "polymorphic": {
      if (!isRecord(json)) return json;
      const { $type } = json;
      const chosen = node.alternatives.find(({ label, declared }) =>
        $type === undefined ? declared : label === $type,
      );
      if (chosen === undefined) return json;
      if (chosen.wrapped) return { ...json, value: valueOfJson(chosen.type, json.value) };
      const { $type: _, ...rest } = json;
      const value = valueOfJson(chosen.type, rest);
      return $type === undefined || !isRecord(value) ? value : { $type, ...value };
    }
    case "soapArray":
      return Array.isArray(json) ? json.map((item) => valueOfJson(node.item, item)) : json;
    case "anyType":
      return json;
  }
}

function simpleValue(node: SimpleNode, json: unknown): unknown {
  if (Array.isArray(json)) {
    const { variety } = compileSimple(node);
    const item = variety === "list" ? itemOf(node) : undefined;
    return item === undefined ? json : json.map((entry) => simpleValue(item, entry));
  }
  if (typeof json !== "string" && typeof json !== "number") return json;
  const found = valueOfText(node, String(json), "closed");
  if (!("value" in found) || typeof found.value === "number") return json;
  const isText = typeof found.value === "string";
  if (isText && typeof json === "number") return compileSimple(node).builtIns.includes("decimal") ? found.value : json;
  return isText ? json : found.value;
}

function itemOf(node: SimpleNode): SimpleNode | undefined {
  const { variety } = node;
  if (variety.of === "list") return typeof variety.item === "function" ? variety.item() : variety.item;
  if (variety.of !== "restriction") return undefined;
  return itemOf(typeof variety.base === "function" ? variety.base() : variety.base);
}

type JsonRecord = Readonly<{ [key: string]: unknown }>;

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function complexValue(node: ComplexNode, json: JsonRecord): JsonRecord {
  const places = placesOf(node);
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => {
      const place = places.get(key);
      return [key, place === undefined ? value : place(value)];
    }),
  );
}

type Place = (json: unknown) => unknown;

/** Every property of a type, with what reads its value. */
function placesOf(node: ComplexNode): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const part of node.parts) addPart(places, part);
  return places;
}

function addPart(places: Map<string, Place>, part: PartNode): void {
  switch (part.kind) {
    case "extension":
      for (const [key, place] of placesOf(typeof part.base === "function" ? part.base() : part.base))
        places.set(key, place);
      break;
    case "attribute":
    case "simpleContent":
      places.set(part.key, (json) => valueOfJson(part.type, json));
      break;
    case "anyAttribute":
    case "mixed":
      break;
    default:
      addParticle(places, part);
  }
}

function addParticle(places: Map<string, Place>, particle: ParticleNode): void {
  switch (particle.kind) {
    case "element":
      places.set(particle.key, (json) =>
        particle.array && Array.isArray(json)
          ? json.map((item) => valueOfJson(particle.type, item))
          : valueOfJson(particle.type, json),
      );
      break;
    case "any":
      break;
    case "repeated": {
      const inner = new Map<string, Place>();
      addParticle(inner, particle.particle);
      const group: Place = (json) =>
        isRecord(json)
          ? Object.fromEntries(Object.entries(json).map(([key, value]) => [key, inner.get(key)?.(value) ?? value]))
          : json;
      places.set(particle.key, (json) => (Array.isArray(json) ? json.map(group) : json));
      break;
    }
    default:
      for (const member of particle.particles) addParticle(places, member);
  }
}

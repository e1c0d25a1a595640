/** The columns of a type: what CSV has whatever the data is, so that the first item can be written before the last is there. */
import { type ComplexNode, compileSimple, type NodeRef, type ParticleNode, type PartNode } from "../../internal";
import { withoutNil } from "../places";
import type { Column } from "./cell";
import { deepest, titled } from "./columns-of-data";

type Untitled = Omit<Column, "title">;

/** A column for each value that a record of the type can have, in the order of the schema. */
export function columnsOfType(type: NodeRef): Column[] {
  return titled(columnsBelow(type, [], []));
}

const numeric = /^(?:decimal|decimalNumber|float|double|.*[iI]nteger|.*[lL]ong|.*[iI]nt|.*[sS]hort|.*[bB]yte)$/;

function columnsBelow(ref: NodeRef, path: readonly string[], around: readonly object[]): Untitled[] {
  const node = withoutNil(ref);
  if (node.kind === "simple") {
    const [builtIn = ""] = compileSimple(node).builtIns;
    return [{ path, right: numeric.test(builtIn) }];
  }
  const isOpen = path.length < deepest && !around.includes(node);
  if (!isOpen || (node.kind !== "complex" && node.kind !== "polymorphic")) return [{ path }];
  const inside = [...around, node];
  if (node.kind === "complex") return withoutDoubles(partColumns(node, path, inside));
  const alternatives = node.alternatives.flatMap(({ type, wrapped }) =>
    wrapped ? [{ path: [...path, "value"] }] : columnsBelow(type, path, inside),
  );
  return withoutDoubles([{ path: [...path, "$type"] }, ...alternatives]);
}

function partColumns(node: ComplexNode, path: readonly string[], around: readonly object[]): Untitled[] {
  return node.parts.flatMap((part) => {
    if (part.kind !== "extension") return columnsOfPart(part, path, around);
    return partColumns(typeof part.base === "function" ? part.base() : part.base, path, around);
  });
}

function columnsOfPart(part: PartNode, path: readonly string[], around: readonly object[]): Untitled[] {
  switch (part.kind) {
    case "attribute":
    case "simpleContent":
      return columnsBelow(part.type, [...path, part.key], around);
    case "anyAttribute":
    case "mixed":
      return [{ path: [...path, part.key] }];
    case "extension":
      return [];
    default:
      return columnsOfParticle(part, path, around);
  }
}

function columnsOfParticle(particle: ParticleNode, path: readonly string[], around: readonly object[]): Untitled[] {
  switch (particle.kind) {
    case "element":
      return particle.array
        ? [{ path: [...path, particle.key] }]
        : columnsBelow(particle.type, [...path, particle.key], around);
    case "any":
    case "repeated":
      return [{ path: [...path, particle.key] }];
    default:
      return particle.particles.flatMap((inner) => columnsOfParticle(inner, path, around));
  }
}

/** Branches of a choice, and derived types, have properties in common. What is a value in one and a record in another is a value. */
function withoutDoubles(columns: readonly Untitled[]): Untitled[] {
  const byPath = new Map(columns.map((column) => [column.path.join("\0"), column]));
  return [...byPath.values()].filter(
    ({ path }) => !path.some((_, length) => length > 0 && byPath.has(path.slice(0, length).join("\0"))),
  );
}

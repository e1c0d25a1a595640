/** Simple type definitions of the tables as types that read and write. */
import type { SimpleNode, SimpleRef } from "../tables/nodes";
import { builtInType } from "./built-ins";
import { listOf } from "./list";
import { restrict } from "./restriction";
import type { SimpleType } from "./simple-type";
import { unionOf } from "./union";

/** Simple types do not depend on how a codec is set: each table is worked out once. */
const compiled = new WeakMap<SimpleNode, SimpleType>();

/** The node that a reference yields. */
export function resolveSimple(ref: SimpleRef): SimpleNode {
  return typeof ref === "function" ? ref() : ref;
}

export function compileSimple(ref: SimpleRef): SimpleType {
  const node = resolveSimple(ref);
  let type = compiled.get(node);
  if (type === undefined) {
    type = node.facets === undefined ? compileVariety(node) : restrict(compileVariety(node), node.facets);
    compiled.set(node, type);
  }
  return type;
}

function compileVariety({ variety }: SimpleNode): SimpleType {
  switch (variety.of) {
    case "atomic":
      return builtInType(variety.builtIn);
    case "restriction":
      return compileSimple(variety.base);
    case "list":
      return listOf(compileSimple(variety.item));
    case "union":
      return unionOf(variety.members.map(compileSimple));
  }
}

/** Compiles simple type definitions of the tables to types that parse and format. */
import { restrict } from "../simple/restriction";
import type { SimpleTypeCodec } from "../simple/simple-type";
import type { SimpleNode, SimpleRef } from "../tables/nodes";
import { nodeOf } from "../tables/view";
import type { SimplePlan } from "./plans";
import { type Rename, renamed } from "./resolve";

/** The types do not depend on the codec's settings, so each table is compiled once. */
const compiled = new WeakMap<SimpleNode, SimpleTypeCodec>();

export function compileSimplePlan(ref: SimpleRef, rename: Rename): SimplePlan {
  const { name } = nodeOf(ref);
  return { kind: "simple", name: name && renamed(name, rename), type: compileSimple(ref) };
}

export function compileSimple(ref: SimpleRef): SimpleTypeCodec {
  const node = nodeOf(ref);
  let type = compiled.get(node);
  if (type === undefined) {
    type = node.facets === undefined ? compileVariety(node) : restrict(compileVariety(node), node.facets);
    compiled.set(node, type);
  }
  return type;
}

function compileVariety({ variety }: SimpleNode): SimpleTypeCodec {
  switch (variety.of) {
    case "atomic":
      return variety.type();
    case "restriction":
      return compileSimple(variety.base);
    case "list":
      return variety.type(compileSimple(variety.item));
    case "union":
      return variety.type([...memberNodes(variety.members)].map(compileSimple));
  }
}

/** A member that is a union without facets is replaced by its members (XML Schema Part 2, 2.5.1.3). */
function memberNodes(members: readonly SimpleRef[], found = new Set<SimpleNode>(), opened = new Set<SimpleNode>()) {
  for (const node of members.map((member) => nodeOf(member))) {
    if (node.variety.of !== "union" || node.facets !== undefined) found.add(node);
    else if (!opened.has(node)) memberNodes(node.variety.members, found, opened.add(node));
  }
  return found;
}

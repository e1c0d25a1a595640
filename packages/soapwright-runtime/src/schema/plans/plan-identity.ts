/** Compiles identity constraints (XML Schema Part 1, 3.11). */
import type { IdentityNode, NameTestNode, PathNode } from "../tables/nodes";
import type { ConstraintPlan, NameTestPlan, PathPlan } from "./plans";
import { type Rename, renamed } from "./resolve";

const WORDS = { key: "the key", keyref: "the reference", unique: "the unique value" };

export function compileIdentity({ constraints }: IdentityNode, rename: Rename): readonly ConstraintPlan[] {
  return constraints.map(({ kind, name, selector, fields, refer }) => ({
    kind,
    name: renamed(name, rename),
    label: `${WORDS[kind]} ${name.local}`,
    selector: selector.map((path) => compilePath(path, rename)),
    fields: fields.map((paths) => paths.map((path) => compilePath(path, rename))),
    refer: refer && renamed(refer, rename),
    referLabel: `the key ${refer?.local ?? ""}`,
  }));
}

function compilePath({ descends = false, steps, attribute }: PathNode, rename: Rename): PathPlan {
  return {
    descends,
    steps: steps.map((step) => compileTest(step, rename)),
    attribute: attribute && compileTest(attribute, rename),
  };
}

function compileTest({ namespace, local }: NameTestNode, rename: Rename): NameTestPlan {
  return { namespace: namespace === undefined || namespace === "" ? namespace : rename(namespace), local };
}

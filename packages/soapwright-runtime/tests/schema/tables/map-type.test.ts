/** A copy of a type, by itself: no entry point shows it whole. */
import { declarationsOf, mapType, withoutNil } from "soapwright-runtime/codecs";
import { xs } from "soapwright-runtime/tables";
import type { ComplexNode, ElementNode, NodeRef, ParticleNode, PartNode } from "../../../src/schema/tables/nodes";

describe("copies of types", () => {
  const name = (local: string) => ({ namespace: "urn:t", local });
  const { int, string: text } = xs;
  const complex = (...parts: PartNode[]): ComplexNode => ({ kind: "complex", parts });
  function element(key: string, type: NodeRef = int): ElementNode {
    return { kind: "element", key, name: name(key), type, min: 1, max: 1, array: false };
  }
  const group = (kind: "sequence" | "choice" | "all", particles: ParticleNode[]) =>
    ({ kind, optional: false, particles }) as const;
  const attribute = { kind: "attribute", key: "id", name: name("id"), type: text, required: true } as const;
  const anyAttribute = { kind: "anyAttribute", key: "more", namespaces: { allow: "any" } } as const;
  const any = { kind: "any", key: "any", min: 1, max: 1, array: false, namespaces: { allow: "any" } } as const;
  const kinds: readonly NodeRef[] = [
    int,
    complex(),
    { kind: "nillable", type: int },
    { kind: "polymorphic", alternatives: [] },
    { kind: "soapArray", item: int, itemType: name("int") },
    { kind: "anyType" },
  ];

  test("a copy has every reference and every element changed, and nothing else", () => {
    const parts: PartNode[] = [
      { kind: "extension", base: complex() },
      attribute,
      anyAttribute,
      any,
      element("A"),
      group("choice", [element("B")]),
      { kind: "mixed", key: "content", particles: [element("C")] },
      { kind: "repeated", key: "rows", min: 0, max: 9, particle: group("sequence", [element("D")]) },
      { kind: "simpleContent", key: "value", type: int },
    ];
    const types: NodeRef[] = [];
    const same = mapType(complex(...parts), {
      type: (ref) => {
        types.push(ref);
        return ref;
      },
      element: (inner) => inner,
    });
    expect(same).toStrictEqual(complex(...parts));
    expect(types).toEqual([complex(), text, int]);
    const renamed = mapType(complex(...parts), {
      type: (ref) => ref,
      element: (inner) => ({ ...inner, key: `${inner.key}2` }),
    });
    expect(declarationsOf(renamed).elements.map(({ key }) => key)).toEqual(["A2", "B2", "C2", "D2"]);
    for (const kind of kinds)
      expect(mapType(withoutNil(kind), { type: (ref) => ref, element: (e) => e })).toEqual(withoutNil(kind));
  });
});

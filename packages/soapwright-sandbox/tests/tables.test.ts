/** Tests `asmx/map-type` and `record/walk-elements` by themselves: no entry point shows them whole. */
import type { ComplexNode, ElementNode, NodeRef, ParticleNode, PartNode } from "soapwright-runtime/codecs";
import { declarationsOf, withoutNil } from "soapwright-runtime/codecs";
import { xs } from "soapwright-runtime/tables";
import { mapType } from "../src/asmx/map-type";
import { walkElements } from "../src/record/walk-elements";

describe("walks over tables", () => {
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

  test("elements are visited once each, through repeated groups, mixed content, arrays and types that contain themselves", () => {
    const inner = element("Inner");
    const node: ComplexNode = complex(
      { kind: "mixed", key: "content", particles: [element("Self", () => node)] },
      {
        kind: "repeated",
        key: "rows",
        min: 0,
        max: 9,
        particle: group("sequence", [element("Row", complex(attribute))]),
      },
      element("Array", { kind: "soapArray", item: complex(inner), itemType: name("T") }),
    );
    const visited: string[] = [];
    walkElements([element("Root", node)], ({ key }, { elements, attributes }) =>
      visited.push(
        [key, ...elements.map((child) => child.key), ...attributes.map((child) => `@${child.key}`)].join(" "),
      ),
    );
    expect(visited).toEqual(["Root Self Row Array", "Self Self Row Array", "Row @id", "Array", "Inner"]);
  });

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

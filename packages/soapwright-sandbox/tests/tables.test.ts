/** Tests `record/walk-elements` by itself: no entry point shows it whole. */
import type { ElementNode, NodeRef, RecordType } from "soapwright-runtime/codecs";
import { xs } from "soapwright-runtime/tables";
import { walkElements } from "../src/record/walk-elements";

describe("walks over tables", () => {
  const name = (local: string) => ({ namespace: "urn:t", local });
  const { int, string: text } = xs;
  const complex = (...parts: RecordType["parts"][number][]): RecordType => ({ kind: "complex", parts });
  function element(key: string, type: NodeRef = int): ElementNode {
    return { kind: "element", key, name: name(key), type, min: 1, max: 1, array: false };
  }
  const attribute = { kind: "attribute", key: "id", name: name("id"), type: text, required: true } as const;
  test("elements are visited once each, through repeated groups, mixed content, arrays and types that contain themselves", () => {
    const inner = element("Inner");
    const node: RecordType = complex(
      { kind: "mixed", key: "content", particles: [element("Self", () => node)] },
      {
        kind: "repeated",
        key: "rows",
        min: 0,
        max: 9,
        particle: { kind: "sequence", optional: false, particles: [element("Row", complex(attribute))] },
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
});

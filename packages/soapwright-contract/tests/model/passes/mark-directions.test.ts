import { markDirections } from "../../../src/model/passes/mark-directions";
import { complex, element, message, model, operation, typeRef } from "../nouns";

test("a type goes where the messages that reach it go, and so does its base", () => {
  const types = [
    complex(1, [element("A", { type: typeRef(3) })]),
    complex(2, [element("B", { type: { of: "nillable", type: typeRef(4) } })]),
    complex(3, []),
    complex(4, [], { base: 5 }),
    complex(5, [element("Shared", { type: typeRef(3) })]),
    complex(6, []),
  ];
  const get = operation(
    "Get",
    message([element("In", { type: typeRef(1) })]),
    message([element("Out", { type: typeRef(2) })]),
  );
  const marked = markDirections(model(types, [get]));
  expect(marked.types.map(({ direction }) => [direction.input, direction.output])).toEqual([
    [true, false],
    [false, true],
    [true, true],
    [false, true],
    [false, true],
    [false, false],
  ]);
});

test("types that contain themselves end", () => {
  const types = [complex(1, [element("Self", { type: typeRef(1) })])];
  const tell = operation("Tell", message([element("In", { type: typeRef(1) })]));
  expect(markDirections(model(types, [tell])).types[0]!.direction).toEqual({ input: true, output: false });
});

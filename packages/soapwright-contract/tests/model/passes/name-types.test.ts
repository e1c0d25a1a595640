import { nameTypes } from "../../../src/model/passes/name-types";
import { complex, model } from "../nouns";

const named = (...types: Parameters<typeof model>[0]) => nameTypes(model(types)).types.map(({ name }) => name);

test("types of the source get their names first, in any order", () => {
  const element = complex(1, [], { naming: { after: "element", local: "Order" } });
  const type = complex(2, [], { naming: { after: "type", local: "Order" } });
  expect(named(element, type)).toEqual(["Order2", "Order"]);
});

test("anonymous types are named by their path, alternatives and groups after what they are of", () => {
  const type = complex(1, [], { naming: { after: "type", local: "animal" } });
  const part = complex(2, [], { naming: { after: "path", owner: 1, local: "Leg" } });
  const toe = complex(3, [], { naming: { after: "path", owner: 2, local: "Toe" } });
  const any = complex(4, [], { naming: { after: "alternatives", type: 1 } });
  const head = complex(5, [], { naming: { after: "head", local: "animal" } });
  expect(named(type, part, toe, any, head)).toEqual([
    "animal",
    "animal_Leg",
    "animal_Leg_Toe",
    "AnyAnimal",
    "AnimalElement",
  ]);
});

test("reserved names get a mark, equal ones a number", () => {
  const types = ["Date", "class", "Promise", "a-b", "a.b", "constructor", "__proto__", "Open"].map((local, at) =>
    complex(at, [], { naming: { after: "type", local } }),
  );
  expect(named(...types)).toEqual([
    "Date_",
    "class_",
    "Promise_",
    "a_b",
    "a_b2",
    "constructor_",
    "__proto___",
    "Open_",
  ]);
});

import { loosenChoices } from "../../../src/model/passes/loosen-choices";
import { complex, element, group, model, partsOf } from "../nouns";

const choice = (at: number) => group("choice", [element(`A${at}`), element(`B${at}`)]);
const choices = (count: number) => Array.from({ length: count }, (_, at) => choice(at));

test("choices stay as long as the compiler can name every combination", () => {
  expect(partsOf(loosenChoices(model([complex(1, choices(6))])))).toEqual(choices(6));
});

test("with more they are loose, those of a derived type when the base has used them up", () => {
  const loose = (count: number) => choices(count).map((each) => ({ ...each, loose: true }));
  expect(partsOf(loosenChoices(model([complex(1, choices(7))])))).toEqual(loose(7));
  const derived = [complex(1, choices(2), { base: 2 }), complex(2, choices(6))];
  expect(partsOf(loosenChoices(model(derived)))).toEqual(loose(2));
});

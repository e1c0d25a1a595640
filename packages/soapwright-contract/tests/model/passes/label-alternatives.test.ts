import type { AlternativeModel, PolymorphicModel } from "../../../src/model/model";
import { labelAlternatives } from "../../../src/model/passes/label-alternatives";
import type { ComplexType } from "../../../src/xsd/components";
import { int, model } from "../nouns";

function alternative(namespace: string, local: string): AlternativeModel {
  const name = { namespace, local };
  const component = { kind: "complexType", name } as unknown as ComplexType;
  return { label: "", declared: false, xsiType: name, type: int, wrapped: false, component };
}

test("alternatives are labelled with the local name, equal ones with a number", () => {
  const any: PolymorphicModel = {
    kind: "polymorphic",
    id: 1,
    name: "Any",
    naming: { after: "alternatives", type: 2 },
    position: { file: "", line: 1, column: 1 },
    direction: { input: true, output: true },
    alternatives: [alternative("urn:a", "Dog"), alternative("urn:b", "Dog"), alternative("urn:a", "Cat")],
    component: {} as ComplexType,
  };
  const [labelled] = labelAlternatives(model([any])).types;
  expect(labelled).toMatchObject({ alternatives: [{ label: "Dog" }, { label: "Dog2" }, { label: "Cat" }] });
});

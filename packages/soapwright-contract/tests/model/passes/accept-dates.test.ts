import { acceptDates } from "../../../src/model/passes/accept-dates";
import { complex, dateTime, element, model, partsOf } from "../nouns";

test("a dateTime of a request may be a Date, that of an answer is its text", () => {
  const parts = [element("At", { type: dateTime }), element("Id")];
  const accepted = acceptDates(model([complex(1, parts, { direction: { input: true, output: false } })]));
  expect(partsOf(accepted)).toEqual([element("At", { type: { of: "orDate", type: dateTime } }), element("Id")]);
  expect(partsOf(acceptDates(model([complex(1, parts)])))).toEqual(parts);
});

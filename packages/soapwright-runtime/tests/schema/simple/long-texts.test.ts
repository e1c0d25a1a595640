import { Mismatch } from "../../../src/schema/simple/mismatch";
import { builtInNames } from "../../properties/random-tables";
import { builtInType } from "../tables";

test("long texts of every type are decided quickly", () => {
  const scope = { resolvePrefix: () => undefined };
  for (const unit of ["9", "A", "a-", "\u{10400}", "P1D", "A0"]) {
    const text = unit.repeat(200_000 / unit.length);
    for (const name of builtInNames) {
      for (const ending of ["", "!"]) {
        try {
          builtInType(name).parse(text + ending, scope);
        } catch (error) {
          expect(error).toBeInstanceOf(Mismatch);
        }
      }
    }
  }
});

test("very long texts do not run out of stack", () => {
  const scope = { resolvePrefix: () => undefined };
  const length = 12_000_000;
  expect(builtInType("base64Binary").parse("AAAA".repeat(length / 4), scope)).toHaveLength(length * 0.75);
  expect(builtInType("hexBinary").parse("A0".repeat(length / 2), scope)).toHaveLength(length / 2);
  expect(builtInType("NCName").parse("\u{10400}".repeat(length / 2), scope)).toHaveLength(length);
  expect(builtInType("language").parse(`a${"-a".repeat(1_000_000)}`, scope)).toHaveLength(2_000_001);
});

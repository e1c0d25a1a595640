import { decimalText, scaled } from "../../src/xsd/decimals";

test.each([
  ["0", 0n, 0],
  ["12", 12n, 0],
  ["+3", 3n, 0],
  ["-3", -3n, 0],
  ["-1.50", -150n, 2],
  ["+0.10", 10n, 2],
  [".5", 5n, 1],
  ["-.25", -25n, 2],
  ["7.", 7n, 0],
  ["007.10", 710n, 2],
  ["123456789012345678901234567890.1", 1234567890123456789012345678901n, 1],
])("%s is %s of its last digit, with %s behind the point", (text, digits, scale) => {
  expect(scaled(text)).toEqual({ digits, scale });
});

test.each([
  [0n, 0, "0"],
  [0n, 2, "0.00"],
  [12n, 0, "12"],
  [-12n, 0, "-12"],
  [-150n, 2, "-1.50"],
  [5n, 1, "0.5"],
  [5n, 2, "0.05"],
  [-5n, 3, "-0.005"],
  [1000n, 3, "1.000"],
])("%s with %s digits behind the point is %s", (digits, scale, text) => {
  expect(decimalText(digits, scale)).toBe(text);
});

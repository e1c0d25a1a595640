import { array, call, lay, object, prefixed } from "../../src/emit/layout";

const long = "x".repeat(60);

test("a text that fits is on one line", () => {
  expect(lay(call("f", ["a", array(["1", "2"]), object({ a: "1" })]))).toBe("f(a, [1, 2], { a: 1 })");
  expect(lay(call("f", []))).toBe("f()");
  expect(lay(object({}))).toBe("{}");
});

test("what does not fit has a line for each item, the last argument of a call on the line of the call", () => {
  expect(lay(call("f", ["a", array([long, long])]))).toBe(`f(a, [\n  ${long},\n  ${long},\n])`);
  expect(lay(array([call("f", [long]), call("g", [long, long])]))).toBe(
    `[\n  f(${long}),\n  g(\n    ${long},\n    ${long},\n  ),\n]`,
  );
  expect(lay(object({ a: prefixed("b = ", array([long, long])) }))).toBe(
    `{\n  a: b = [\n    ${long},\n    ${long},\n  ],\n}`,
  );
});

test("a property is only a name where its value is the constant of that name", () => {
  expect(lay(object({ checkPolicy: "checkPolicy", '""': '""' }))).toBe('{ checkPolicy, "": "" }');
});

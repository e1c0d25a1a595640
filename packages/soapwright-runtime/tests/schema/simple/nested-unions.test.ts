/** XML Schema Part 2, 2.5.1.3: unions of unions, as many levels deep as a schema writes. */

import { decode, encode } from "soapwright-testing/schema/feed";
import type { SimpleNode } from "../../../src/schema/tables/nodes";
import { builtIn, element, restriction, unionOf, xs } from "../tables";

const date = builtIn("date");

/** A union in which each level has the next one as two members. */
function nested(levels: number, member: (below: SimpleNode, level: number) => SimpleNode): SimpleNode {
  let union = unionOf(xs.int, date);
  for (let level = 0; level < levels; level++) union = unionOf(union, member(union, level));
  return union;
}

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error("it did not fail");
}

test("30 levels of the same union are that union", () => {
  const twice = element(
    "E",
    nested(30, (below) => below),
  );
  const once = element("E", unionOf(xs.int, date));
  for (const value of [5, "2026-11-22"]) {
    expect(encode(twice, value)).toBe(encode(once, value));
    expect(decode(twice, encode(twice, value))).toEqual(value);
  }
  expect(messageOf(() => encode(twice, "no date"))).toBe(messageOf(() => encode(once, "no date")));
  const text = '<E xmlns="urn:example">no date</E>';
  expect(messageOf(() => decode(twice, text))).toBe(messageOf(() => decode(once, text)));
});

test("a member with facets is a member of its own, and messages stay short", () => {
  const longer = (below: SimpleNode, level: number) => restriction(below, { patterns: [`[0-9-]{${level},40}`] });
  const type = element("E", nested(30, longer));
  expect(decode(type, encode(type, 5))).toBe(5);
  const message = messageOf(() => encode(element("E", nested(12, longer)), "no date"));
  expect(message.length).toBeLessThan(500);
  expect(message).toMatch(/ or .* further types/);
});

test("the first member that reads a text gets it, at any level", () => {
  const type = element("E", unionOf(unionOf(xs.int, xs.string), unionOf(xs.boolean, xs.int)));
  expect(decode(type, '<E xmlns="urn:example">true</E>')).toBe("true");
  expect(decode(type, '<E xmlns="urn:example">7</E>')).toBe(7);
});

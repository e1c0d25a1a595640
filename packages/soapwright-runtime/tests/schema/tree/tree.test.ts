/**
 * Tests parts by themselves, `errors/response-error`, `schema/tables/table-values` and 4 more: no entry point shows
 * them whole.
 */
import { isResponseError } from "../../../src/errors/response-error";
import type { XmlElement } from "../../../src/schema/tables/table-values";
import { type MultiRefLimits, replayReferences } from "../../../src/schema/tree/references";
import { Replay } from "../../../src/schema/tree/replay";
import { TreeReader } from "../../../src/schema/tree/tree-reader";
import { XmlReader } from "../../../src/xml/reader";

const XSI = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const ENC = 'xmlns:enc="http://www.w3.org/2003/05/soap-encoding"';

function treeOf(xml: string): XmlElement {
  const tree: TreeReader = new TreeReader({ resolvePrefix: (prefix) => reader.resolvePrefix(prefix) });
  const reader = new XmlReader(tree);
  reader.write(xml);
  reader.end();
  return tree.element;
}

/** `name[attribute=value](children){prefixes}`, without empty groups. */
function shown(node: XmlElement | string): string {
  if (typeof node === "string") return `'${node}'`;
  const { name, attributes, children, prefixes } = node;
  const written = attributes.map((attribute) => `${attribute.name.local}=${attribute.value}`).join(" ");
  const bound = Object.entries(prefixes ?? {}).map(([prefix, namespace]) => `${prefix}:${namespace}`);
  return [
    name.local,
    written && `[${written}]`,
    children.length > 0 ? `(${children.map(shown).join(" ")})` : "",
    prefixes === undefined ? "" : `{${bound.join(" ")}}`,
  ].join("");
}

describe("a tree", () => {
  test("has names, attributes and joined texts", () => {
    expect(treeOf('<p:a xmlns:p="u" p:x="1" y="2">s<!-- -->t<b/>&lt;<c xmlns="v">u</c></p:a>')).toEqual({
      name: { namespace: "u", local: "a" },
      attributes: [
        { name: { namespace: "u", local: "x" }, value: "1" },
        { name: { namespace: "", local: "y" }, value: "2" },
      ],
      children: [
        "st",
        { name: { namespace: "", local: "b" }, attributes: [], children: [] },
        "<",
        { name: { namespace: "v", local: "c" }, attributes: [], children: ["u"] },
      ],
    });
  });

  test.each([
    ['<a xmlns:p="u" x="p:y"/>', "a[x=p:y]{p:u}"],
    ['<a xmlns:p="u">p:y</a>', "a('p:y'){p:u}"],
    ['<a xmlns:p="u" xmlns:q="v">/p:y[q:z]</a>', "a('/p:y[q:z]'){p:u q:v}"],
    ['<a xmlns:p="u">p:<!-- -->y</a>', "a('p:y'){p:u}"],
    ['<a xmlns:p="u" xmlns:q="u">p y, 12:30, q: y, xp:, -q:y</a>', "a('p y, 12:30, q: y, xp:, -q:y')"],
    ["<a>q:y</a>", "a('q:y')"],
    ['<a xmlns:p="u" x="p:y"><b x="p:y"/></a>', "a[x=p:y](b[x=p:y]){p:u}"],
    ['<a xmlns:p="u" x="p:y"><b xmlns:p="v" x="p:y"/></a>', "a[x=p:y](b[x=p:y]{p:v}){p:u}"],
    ['<a xmlns:p="u"><b x="p:y"/><c x="p:y"/></a>', "a(b[x=p:y]{p:u} c[x=p:y]{p:u})"],
    ['<a xmlns:__proto__="u" x="__proto__:y"/>', "a[x=__proto__:y]{__proto__:u}"],
    [`<a ${XSI} xmlns="d" xsi:type="T"/>`, "a[type=T]{:d}"],
    [`<a ${XSI} xsi:type="T"/>`, "a[type=T]{:}"],
    [`<a ${XSI} xmlns:p="u" xmlns="d" xsi:type="p:T"/>`, "a[type=p:T]{p:u}"],
    [`<a ${XSI} xmlns="d" xsi:nil="1" type="T"/>`, "a[nil=1 type=T]"],
    [`<a ${XSI} xmlns="d" xsi:type="T"><b xsi:type="T"/></a>`, "a[type=T](b[type=T]){:d}"],
    [`<a ${XSI} xmlns="d" xsi:type="T"><b xmlns="" xsi:type="T"/></a>`, "a[type=T](b[type=T]{:}){:d}"],
  ])("keeps the prefixes that values may use: %s", (xml, tree) => {
    expect(shown(treeOf(xml))).toBe(tree);
  });

  test("is not there before its end", () => {
    const tree = new TreeReader({ resolvePrefix: () => undefined });
    const name = { namespace: "", local: "a", raw: "a" };
    tree.startElement(name, []);
    expect(tree.done).toBe(false);
    expect(() => tree.element).toThrow("the element has not ended yet");
    tree.text("");
    tree.endElement();
    expect(tree.done).toBe(true);
    expect(tree.element.children).toEqual([]);
  });

  test("gives its events again, with its prefixes", () => {
    const xml = '<a xmlns:p="u" x="p:y">s<b xmlns:p="v" x="p:y">t</b><c>p:y</c></a>';
    const replay = new Replay();
    const again = new TreeReader(replay);
    replay.run(treeOf(xml), again);
    expect(again.element).toEqual(treeOf(xml));
    expect(replay.position()).toEqual({ line: 1, column: 1 });
    expect(replay.resolvePrefix("p")).toBeUndefined();
  });
});

/** The first child of the body, with its references resolved. */
function resolved(xml: string, limits: Partial<MultiRefLimits> = {}): string {
  const body = treeOf(xml);
  const options = { ...limits, position: { line: 3, column: 4 } };
  const root = body.children[0] as XmlElement;
  try {
    return shown(replayReferences(body, root, (scope) => new TreeReader(scope), options).element);
  } catch (error) {
    if (!isResponseError(error)) throw error;
    const { reason, message, path, line, column } = error;
    return `${reason} ${line}:${column} ${path}; ${message}`;
  }
}

test.each([
  ['<b><r href="#1"/><v id="1" x="y">t</v></b>', "r[x=y]('t')"],
  ['<b><r href="1"/><v id="1">t</v></b>', "r('t')"],
  [`<b ${ENC}><r enc:ref="1"/><v enc:id="1" enc:x="y">t</v></b>`, "r[x=y]('t')"],
  [`<b ${ENC}><r href="1"/><v enc:id="1">t</v></b>`, "r('t')"],
  [`<b ${ENC}><r enc:href="1" ref="1"/><v id="1"/></b>`, "r[href=1 ref=1]"],
  ['<b xmlns:o="urn:o"><r o:href="#1" o:id="2" o:ref="1"/><v id="1"/></b>', "r[href=#1 id=2 ref=1]"],
  ['<b xmlns:o="urn:o"><r href="#1"/><v o:id="1"/><w id="1">t</w></b>', "r('t')"],
  ['<b><r id="0" x="y"><s id="2"/></r></b>', "r[x=y](s)"],
  ['<b><r href="#1"/><s id="1" href="#2"/><v id="2">t</v></b>', "r('t')"],
  ['<b><r><s href="#1"/><s href="#1"/></r><v id="1"><w href="#2"/></v><x id="2">t</x></b>', "r(s(w('t')) s(w('t')))"],
])("references give what they refer to: %s", (xml, tree) => {
  expect(resolved(xml)).toBe(tree);
});

test.each([
  [
    '<b><r/><v id="1"/><w id="1"/></b>',
    {},
    "value 3:4 ; The response cannot be read at Body: two elements have the same id (line 3, column 4).",
  ],
  [
    '<b><r><s href="#1"/></r></b>',
    {},
    "value 3:4 r/s; The response cannot be read at r/s: a reference to an id that no element has (line 3, column 4).",
  ],
  [
    '<b><r href="#1">t</r><v id="1"/></b>',
    {},
    "value 3:4 r; The response cannot be read at r: a reference has content of its own (line 3, column 4).",
  ],
  [
    '<b><r href="#1"/><v id="1" href="#1"/></b>',
    {},
    "value 3:4 r; The response cannot be read at r: a reference to an element that contains it (line 3, column 4).",
  ],
  [
    '<b><r href="#1"/><v id="1"><s href="#1"/></v></b>',
    {},
    "value 3:4 r/s; The response cannot be read at r/s: a reference to an element that contains it (line 3, column 4).",
  ],
  ["<b><r><s/><s/></r></b>", { maxElements: 3 }, "r(s s)"],
  [
    "<b><r><s/><s/></r></b>",
    { maxElements: 2 },
    "limit 3:4 r; The response cannot be read at r: more than 2 elements (line 3, column 4).",
  ],
  ["<b><r><s><t/></s></r></b>", { maxDepth: 3 }, "r(s(t))"],
  ['<b><r><s href="#1"/><s href="#1"/></r><v id="1">text</v></b>', { maxAddedText: 1 }, "r(s('text') s('text'))"],
  [
    '<b><r><s href="#1"/><s href="#1"/></r><v id="1">text</v></b>',
    { maxAddedText: 0 },
    "limit 3:4 r/s; The response cannot be read at r/s: references add more than 0 characters to the text (line 3, column 4).",
  ],
  ["<b><r>some <s>text</s></r></b>", { maxAddedText: 0 }, "r('some ' s('text'))"],
  [
    "<b><r><s><t/></s></r></b>",
    { maxDepth: 2 },
    "limit 3:4 r/s; The response cannot be read at r/s: elements nested deeper than 2 (line 3, column 4).",
  ],
])("references end in an error: %s %j", (xml, limits, outcome) => {
  expect(resolved(xml, limits)).toBe(outcome);
});

test("references to a large text are given up, not followed", () => {
  const times = 2 ** 11;
  const large = "QUJD".repeat(2 ** 18);
  const body = treeOf(`<b><r>${'<s href="#1"/>'.repeat(times)}</r><v id="1">${large}</v></b>`);
  let given = 0;
  const counting = () => ({
    startElement() {},
    endElement() {},
    text(text: string) {
      given += text.length;
    },
  });
  expect(() => replayReferences(body, body.children[0] as XmlElement, counting)).toThrow(
    expect.objectContaining({ reason: "limit" }) as Error,
  );
  expect(given).toBeLessThan(10 * large.length);
});

test("references to a large attribute are given up as well", () => {
  const body = treeOf(`<b><r>${'<s href="#1"/>'.repeat(100)}</r><v id="1" a="${"x".repeat(2 ** 20)}"/></b>`);
  expect(() => replayReferences(body, body.children[0] as XmlElement, (scope) => new TreeReader(scope))).toThrow(
    /characters/,
  );
});

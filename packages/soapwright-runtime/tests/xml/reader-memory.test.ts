import { Recorder, read } from "soapwright-testing/xml/recorder";
import { XmlReader } from "../../src/xml/reader";
import { ReaderPlan } from "../../src/xml/xml-namespaces";

const children = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `<${prefix}${index}/>`).join("");
const limits = { maxNames: 100 };

test("one answer's names do not count for another that is read at the same time", () => {
  const plan = new ReaderPlan({ limits });
  const patient = new XmlReader(new Recorder(), plan);
  patient.write("<a>");
  // Each of these exceeds the limit by itself.
  for (const prefix of ["x", "y", "z"]) {
    expect(read(`<a>${children(prefix, 101)}</a>`, plan).error).toMatch(/^limit .*more different names than/);
  }
  patient.write(`${children("own", 99)}</a>`);
  expect(() => patient.end()).not.toThrow();
});

test("an answer's own names count, whatever others bring in the meantime", () => {
  const plan = new ReaderPlan({ limits });
  const reader = new XmlReader(new Recorder(), plan);
  reader.write(`<a>${children("own", 99)}`);
  read(`<a>${children("other", 90)}</a>`, plan);
  expect(() => reader.write("<one-more/>")).toThrow(/more different names than 100/);
});

test("what one document left behind changes nothing about the next", () => {
  const plan = new ReaderPlan();
  const texts = [
    "<a><b/><c/></a>",
    '<a xmlns="urn:a"><b/><c/></a>',
    '<a xmlns="urn:b"><b xmlns=""/><c/></a>',
    '<p:a xmlns:p="urn:a"><p:b/></p:a>',
    '<p:a xmlns:p="urn:b"><p:b x="1" p:x="2"/></p:a>',
    "<a><b></b><c></c><b></b></a>",
    "<a><b><c/></b></a>",
    '<q:a xmlns:q="urn:a" xmlns:p="urn:a"><p:b/><q:b/></q:a>',
    "<a><b></c></a>",
    "<p:a/>",
  ];
  for (const text of [...texts, ...texts.reverse(), ...texts]) {
    expect([text, read(text, plan)]).toEqual([text, read(text)]);
  }
});

test("a memory that has grown is emptied for the next document, not for those that are being read", () => {
  const plan = new ReaderPlan();
  const recorder = new Recorder();
  const reader = new XmlReader(recorder, plan);
  reader.write("<a><b/>");
  for (let round = 0; round < 4; round++) read(`<a>${children(`n${round}-`, 1_000)}</a>`, plan);
  reader.write("<b/></a>");
  reader.end();
  expect(recorder.said).toEqual(["<}a", "<}b", "/}b", "<}b", "/}b", "/}a"]);
});

describe("a memory that is full", () => {
  /** Elements with their own namespaces, more than any memory can hold; they add `distinct` names. */
  const filler = (distinct: number) =>
    Array.from(
      { length: 12_000 },
      (_, index) => `<f${index % distinct} xmlns="urn:filler:${index % distinct === 0 ? 0 : 1}" xmlns:p="${index}"/>`,
    ).join("");

  test.each([
    '<p:a xmlns:p="urn:a"><p:b/><p:b/></p:a>',
    '<a xmlns="urn:b"><b xmlns=""/><c/><b xmlns=""/></a>',
    '<p:a xmlns:p="urn:b"><p:b x="1" p:x="2"/><p:b x="1" p:x="2"/></p:a>',
    '<a xmlns:p="urn:a" xmlns:q="urn:a"><p:b p:x="" q:x=""/></a>',
    `<a xmlns:p="urn:a" xmlns:q="urn:a"><p:b ${"bcdefghij".replace(/./g, "$&='' ")}p:x="" q:x=""/></a>`,
    `<a ${"bcdefghij".replace(/./g, "$&='' ")}c=""/>`,
    '<a b="" b=""/>',
    "<a><b></c></a>",
    "<p:a/>",
    '<a><n xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/><n i:nil="true"/></a>',
  ])("changes nothing about what is read: %s", (text) => {
    const alone = read(`<r><g/>${text}${text}</r>`);
    const full = read(`<r><g/>${filler(2)}${text}${text}</r>`);
    expect(full.said.filter((said) => !said.includes("urn:filler"))).toEqual(alone.said);
    const message = (error: string | undefined) => error?.replace(/\d+:\d+ /, "").replace(/\(line.*/, "");
    expect(message(full.error)).toBe(message(alone.error));
  });

  test("counts names as one that has room does", () => {
    const limits = { maxNames: 500 };
    // r, 100 of the filler, one of them in its own namespace, and 399 children.
    const text = (count: number) => `<r>${filler(100)}${children("n", count)}${children("n", count)}</r>`;
    expect(read(text(399), { limits }).error).toBeUndefined();
    expect(read(text(400), { limits }).error).toMatch(/^limit .*more different names than/);
  });
});

describe("a start tag with attributes that was read before", () => {
  const plan = new ReaderPlan();

  test.each([
    ['<a x="1" y="2"><b x="1"/></a>', "in the same place"],
    ['<p:a xmlns:p="u"><p:b p:x="1">t</p:b></p:a>', "with a prefix"],
    ['<p:a xmlns:p="v"><p:b p:x="1">t</p:b></p:a>', "with the prefix of another namespace"],
    ['<a xmlns="u"><a xmlns="u"><a xmlns=""/></a></a>', "with declarations inside others"],
    ['<a x="1>2"><b x="&gt;" y=\'"\'/></a>', "with marks in its values"],
    ['<a x="1"><a x="1"/><a x="1" /></a>', "empty and not"],
    ['<a x="1"\ny="2"></a>', "over two lines"],
    [
      '<a xmlns:i="http://www.w3.org/2001/XMLSchema-instance"><b i:nil="true"/><b i:nil="true"></b></a>',
      "with xsi:nil",
    ],
    ['<a xmlns:i="urn:other"><b i:nil="true"/><b i:nil="true"></b></a>', "with a nil of something else"],
  ])("means the same: %s, %s", (text) => {
    const cold = read(text);
    expect([read(text, plan), read(text, plan)]).toEqual([cold, cold]);
  });

  test("is refused where a new one is", () => {
    for (const text of ['<a><b x="1"/></a>', '<b x="1"/><b x="1"/>', '<a><b x="1">']) {
      const cold = read(text);
      expect([read(text, plan), read(text, plan)]).toEqual([cold, cold]);
    }
    expect(read('<b x="1"/><b x="1"/>', plan).error).toContain("second root");
  });
});

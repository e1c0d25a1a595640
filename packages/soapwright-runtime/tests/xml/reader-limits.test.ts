import { FOR_EVER_MS, processorMs } from "soapwright-testing/stage/time";
import { pieces, read, readChunks } from "soapwright-testing/xml/recorder";
import { XmlReader } from "../../src/xml/reader";

const repeat = (text: string, times: number) => text.repeat(times);
const attributes = (count: number) => Array.from({ length: count }, (_, index) => ` a${index}="1"`).join("");
const nested = (depth: number) => `${repeat("<a>", depth)}${repeat("</a>", depth)}`;
const children = (count: number) => `<a>${Array.from({ length: count }, (_, index) => `<b${index}/>`).join("")}</a>`;

/** A text at the limit, one beyond it, the position, and the message with the option. */
const LIMITS: readonly [string, string, string, string, string, string][] = [
  [
    "64 elements inside one another",
    nested(64),
    nested(65),
    "1:193",
    "The response has elements nested deeper than 64",
    "maxDepth",
  ],
  [
    "an empty element at the depth",
    `${repeat("<a>", 63)}<b/>${repeat("</a>", 63)}`,
    `${repeat("<a>", 64)}<b/>`,
    "1:193",
    "The response has elements nested deeper than 64",
    "maxDepth",
  ],
  [
    "64 attributes",
    `<a${attributes(64)}/>`,
    `<a${attributes(65)}/>`,
    "1:506",
    "<a> has more attributes than 64",
    "maxAttributes",
  ],
  [
    "declarations and attributes together",
    `<a xmlns="u" xmlns:p="v"${attributes(62)}/>`,
    `<a xmlns="u" xmlns:p="v"${attributes(63)}/>`,
    "1:512",
    "<a> has more attributes than 64",
    "maxAttributes",
  ],
  [
    "a text",
    `<a>${repeat("x", 1000)}</a>`,
    `<a>${repeat("x", 1001)}</a>`,
    "1:1004",
    "A text is longer than 1,000",
    "maxTextLength",
  ],
  [
    "a text of references, CDATA and pieces around comments",
    `<a>${repeat("&amp;", 500)}<!-- --><![CDATA[${repeat("y", 499)}]]>z</a>`,
    `<a>${repeat("&amp;", 500)}<!-- --><![CDATA[${repeat("y", 499)}]]>zz</a>`,
    "1:3024",
    "A text is longer than 1,000",
    "maxTextLength",
  ],
  [
    "an attribute value",
    `<a b="${repeat("x", 1000)}"/>`,
    `<a b="${repeat("x", 1001)}"/>`,
    "1:1007",
    'The value of the attribute "b" is longer than 1,000',
    "maxTextLength",
  ],
  [
    "references in a value",
    `<a b="${repeat("&lt;", 1000)}"/>`,
    `<a b="${repeat("&lt;", 1001)}"/>`,
    "1:4007",
    'The value of the attribute "b" is longer than 1,000',
    "maxTextLength",
  ],
  [
    "an element name",
    `<${repeat("n", 100)}/>`,
    `<${repeat("n", 101)}/>`,
    "1:1",
    "The name of an element is longer than 100",
    "maxNameLength",
  ],
  [
    "an attribute name",
    `<a ${repeat("n", 100)}=""/>`,
    `<a ${repeat("n", 101)}=""/>`,
    "1:4",
    "The name of an attribute is longer than 100",
    "maxNameLength",
  ],
  [
    "a namespace name",
    `<a xmlns:p="${repeat("n", 100)}"/>`,
    `<a xmlns:p="${repeat("n", 101)}"/>`,
    "1:4",
    'The namespace in the attribute "xmlns:p" is longer than 100',
    "maxNameLength",
  ],
  [
    "a reference",
    `<a>&#${repeat("0", 96)}65;</a>`,
    `<a>&#${repeat("0", 97)}65;</a>`,
    "1:4",
    "A reference is longer than 100",
    "maxNameLength",
  ],
  [
    "different names",
    children(499),
    children(500),
    "1:3387",
    "The response has more different names than 500",
    "maxNames",
  ],
];

/** The remedy for a client: some limits are no options, because no service needs more. */
function remedyFor(option: string): string {
  const isOption = option === "maxDepth" || option === "maxTextLength";
  return isOption ? `Raise ${option} to accept it.` : "Tell the owner of the service.";
}

const SMALL = { limits: { maxTextLength: 1000, maxNameLength: 100, maxNames: 500 } };

describe("the reader's limits", () => {
  test.each(LIMITS)("%s: read at the limit, refused one over it", (_name, at, over, place, words, option) => {
    expect(read(at, SMALL).error).toBeUndefined();
    const { error } = read(over, SMALL);
    expect(error).toContain(`limit ${place} ${words} (line ${place.replace(":", ", column ")}). ${remedyFor(option)}`);
    for (const size of [1, 7, 100]) {
      expect(readChunks(pieces(at, size), SMALL).error).toBeUndefined();
      expect(readChunks(pieces(over, size), SMALL).error).toBe(error);
    }
  });

  test("count each text and each attribute value for itself", () => {
    const text = repeat("x", 1000);
    expect(read(`<a b="${text}" c="${text}">${text}<b/>${text}<c>${text}</c>${text}</a>`, SMALL).error).toBeUndefined();
  });

  test("are these when nothing is said", () => {
    const name = repeat("n", 1024);
    expect(read(`<${name}/>`).error).toBeUndefined();
    expect(read(`<${name}n/>`).error).toMatch(/than 1,024 \(line .*\)\. Tell the owner of/);
    expect(read(children(4999)).error).toBeUndefined();
    expect(read(children(5000)).error).toMatch(/than 5,000 \(line .*\)\. Tell the owner of/);
  });

  test("can be set", () => {
    const options = { limits: { maxDepth: 2, maxAttributes: 1, maxNameLength: 3 } };
    expect(read('<abc x="1"><d/></abc>', options).error).toBeUndefined();
    expect(read("<a><a><a/></a></a>", options).error).toMatch(/than 2 \(line .*\)\. Raise maxDepth/);
    expect(read('<a x="1" y="2"/>', options).error).toMatch(/than 1 \(line .*\)\. Tell the owner of/);
    expect(read("<abcd/>", options).error).toMatch(/than 3 \(line .*\)\. Tell the owner of/);
  });

  test("stop a declaration that is too long or does not end", () => {
    const declaration = (length: number) => `<?xml version="1.0"${repeat(" ", length - 19)}?><a/>`;
    const message = "limit 1:1 The XML declaration is longer than 100 (line";
    expect(read(declaration(100), SMALL).error).toBeUndefined();
    expect(read(declaration(101), SMALL).error).toContain(message);
    expect(readChunks(pieces(declaration(101), 10), SMALL).error).toContain(message);
    expect(readChunks([`<?xml ${repeat(" ", 94)}`], SMALL).error).toContain("ends inside markup");
    expect(readChunks([`<?xml ${repeat(" ", 95)}`], SMALL).error).toContain(message);
  });

  test("stop the name of a processing instruction that does not end", () => {
    const message = "limit 1:4 The name of a processing instruction is longer than 100 (line";
    expect(read(`<a><?${repeat("x", 98)}?></a>`, SMALL).error).toContain("which SOAP forbids");
    expect(read(`<a><?${repeat("x", 99)}`, SMALL).error).toContain(message);
  });

  test("count a name once, in however many scopes it is met", () => {
    const scopes = Array.from({ length: 20 }, (_, index) => `<b xmlns:p${index}="u"><c p${index}:d="1"/></b>`).join("");
    expect(read(`<a>${scopes}</a>`, { limits: { maxNames: 4 } }).error).toBeUndefined();
    expect(read(`<a>${scopes}</a>`, { limits: { maxNames: 3 } }).error).toMatch(/more different names than 3/);
  });

  test.each([
    [999, "999"],
    [12_345, "12,345"],
    [1_234_567, "1,234,567"],
  ])("are shown in groups of three digits: %i", (maxTextLength, shown) => {
    const { error } = read(`<a>${repeat("x", maxTextLength + 1)}</a>`, { limits: { maxTextLength } });
    expect(error).toContain(`A text is longer than ${shown} (line`);
  });
});

const MEBI = 1024 * 1024;

/** Feeds `unit` repeatedly until it is refused or `total` units were read. Returns the number of units read. */
function flood(start: string, unit: string, chunkLength: number, total: number): { read: number; error: unknown } {
  const listener = { startElement() {}, endElement() {}, text() {} };
  const reader = new XmlReader(listener, { limits: { maxTextLength: MEBI } });
  const chunk = repeat(unit, Math.ceil(chunkLength / unit.length));
  let count = 0;
  try {
    reader.write(start);
    while (count < total) {
      reader.write(chunk);
      count += chunk.length;
    }
  } catch (error) {
    return { read: count, error };
  }
  return { read: count, error: undefined };
}

describe("floods", () => {
  const STOPPED: readonly [string, string, string, number, RegExp][] = [
    ["<", "<a>", "<", MEBI, /followed by a name/],
    ["open elements", "", "<a>", MEBI, /maxDepth/],
    ["one name", "<", "n", MEBI, /longer than 1,024/],
    ["one attribute name", "<a ", "n", MEBI, /longer than 1,024/],
    ["one prefix", "<", "p:", MEBI, /longer than 1,024/],
    ["one reference", "<a>&", "x", MEBI, /longer than 1,024/],
    ["one character reference", "<a>&#", "0", MEBI, /longer than 1,024/],
    ["one processing instruction", "<?", "x", MEBI, /longer than 1,024/],
    ["attributes", "<a", ' x="1"', MEBI, /more attributes than 64/],
    ["one attribute value", '<a b="', "v", 2 * MEBI, /maxTextLength/],
    ["references in one value", '<a b="', "&amp;", 6 * MEBI, /maxTextLength/],
    ["one text", "<a>", "t", 2 * MEBI, /maxTextLength/],
    ["brackets", "<a>", "]", 2 * MEBI, /maxTextLength/],
    ["one CDATA section", "<a><![CDATA[", "]] ", 2 * MEBI, /maxTextLength/],
    ["CDATA sections", "<a>", "<![CDATA[x]]>", 14 * MEBI, /maxTextLength/],
  ];
  test.each(STOPPED)("of %s end in an error, early", (_name, start, unit, most, message) => {
    const whole = flood(start, unit, 65_536, most + MEBI);
    expect(String(whole.error)).toMatch(message);
    expect(whole.read).toBeLessThanOrEqual(most);
    const inDrops = flood(start, unit, 64, MEBI / 2);
    if (inDrops.error !== undefined) expect(String(inDrops.error)).toMatch(message);
  });

  const PASSING: readonly [string, string, string][] = [
    ["blanks before the root", "", " "],
    ["comments before the root", "", "<!-- x -->"],
    ["one comment", "<!--", " - x"],
    ["blanks in a start tag", "<a", "\n"],
    ["blanks around an equals sign", "<a b", "\t"],
    ["blanks before a quote", "<a b=", " "],
    ["blanks in an end tag", "<a></a", " "],
    ["blanks after the root", "<a/>", " \r\n"],
    ["comments after the root", "<a/>", "<!---->"],
    ["comments in an element", "<a>", "<!-- - -->"],
    ["empty CDATA sections", "<a>", "<![CDATA[]]>"],
    ["empty elements", "<a>", "<b/>"],
    ["small elements", "<a>", "<b>x</b>"],
    ["elements with a namespace of their own", "<a>", '<p:b xmlns:p="u" p:c="1"></p:b>'],
  ];
  test.each(PASSING)("of %s cost time that grows with them", async (_name, start, unit) => {
    const took = await processorMs(() => {
      const { read, error } = flood(start, unit, 65_536, 2 * MEBI);
      expect(error).toBeUndefined();
      expect(read).toBeGreaterThanOrEqual(2 * MEBI);
      expect(flood(start, unit, 16, MEBI / 8).error).toBeUndefined();
    });
    // Anything quadratic takes minutes.
    expect(took).toBeLessThan(FOR_EVER_MS);
  });

  test("of children that all have other names end at the limit", () => {
    const { error } = read(children(20_000));
    expect(error).toMatch(/^limit .*more different names than/);
  });

  test("of prefixes on nested elements end at the depth", () => {
    const text = Array.from({ length: 100 }, (_, index) => `<a${index} xmlns:p${index}="u${index}">`).join("");
    expect(read(text).error).toMatch(/maxDepth/);
  });
});

/** Hostile JSON for `fromJson` and its reader of texts: a value, or a problem with its place, in bounded time and memory. */

import type { RecordType } from "soapwright-runtime/codecs";
import { isArgumentError } from "soapwright-runtime/errors";
import { fromJson, parseJsonText } from "soapwright-runtime/json";
import { complexType, namespace, sequence, xs } from "soapwright-runtime/tables";
import { isSlow } from "soapwright-testing/stage/slow";

const tns = namespace("urn:attacks");
const record: RecordType = complexType<RecordType>(tns("Record"), [
  sequence([
    tns.optional("Id", xs.long),
    tns.optional("Count", xs.int),
    tns.optional("Rate", xs.double),
    tns.optional("Name", xs.string),
    tns.list("Item", xs.int),
    tns.optional("Inner", () => record),
  ]),
]);

/** Returns the value as JSON text, or the problem. */
function outcome(text: string): string {
  const parsed = parseJsonText(text);
  if ("problem" in parsed) return `no JSON: ${parsed.problem}`;
  try {
    const value = fromJson(record, parsed.value, { name: "args" });
    return JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? `${each}n` : each));
  } catch (error) {
    if (!isArgumentError(error)) throw error;
    return error.message;
  }
}

const deep = (count: number) => `${'{"Inner":'.repeat(count)}{}${"}".repeat(count)}`;

describe("a value, or a sentence", () => {
  test.each<[string, string, string | RegExp]>([
    ["the last of equal keys counts", '{"Count":1,"Count":2}', '{"Count":2}'],
    ["an equal key cannot hide a wrong value", '{"Count":1,"Count":"x"}', /args\.Count takes/],
    ["__proto__", '{"__proto__":{"Count":1}}', /args has the unknown property __proto__/],
    ["__proto__ written with an escape", '{"\\u005f_proto__":{"Count":1}}', /the unknown property __proto__/],
    ["constructor", '{"constructor":{"prototype":{"polluted":1}}}', /the unknown property constructor/],
    ["an inner prototype", '{"Inner":{"__proto__":null}}', /args\.Inner has the unknown property __proto__/],
    ["hasOwnProperty", '{"hasOwnProperty":1,"Count":1}', /the unknown property hasOwnProperty/],
    ["257 levels", deep(257), /at most 256 levels/],
    ["10,000 levels of objects", deep(9_999), /at most 256 levels/],
    ["10,001 levels of objects", deep(10_001), /nested deeper than 10000 levels \(line 1, column \d+\)/],
    ["10,001 levels of arrays", "[".repeat(10_001), /nested deeper than 10000 levels \(line 1, column 10001\)/],
    ["brackets in a string are none", JSON.stringify({ Name: "[".repeat(20_000) }), /^\{"Name":"\[/],
    ["a number beyond a double", '{"Rate":1e999}', /args\.Rate/],
    ["a number that a long rounds", '{"Id":9007199254740993}', /args\.Id takes/],
    ["a long number as text", '{"Id":"9007199254740993"}', '{"Id":"9007199254740993n"}'],
    ["a long beyond its range", '{"Id":"9223372036854775808"}', /args\.Id/],
    ["an int beyond its range", '{"Count":4294967296}', /args\.Count/],
    ["a fraction for an int", '{"Count":1.5}', /args\.Count/],
    ["a number of a million digits", `{"Id":${"9".repeat(1_000_000)}}`, /args\.Id takes/],
    ["a text of a million digits", `{"Id":"${"9".repeat(1_000_000)}"}`, /args\.Id takes/],
    ["half of a surrogate pair", '{"Name":"\\ud800"}', /args\.Name/],
    ["NUL in a string", '{"Name":"\\u0000"}', /args\.Name/],
    ["a byte order mark is skipped", '\ufeff{"Count":1}', '{"Count":1}'],
    ["nothing", "", "no JSON: the text is empty"],
    ["white space", " \n\t", "no JSON: the text is empty"],
    ["XML", '<a b="c"/>', 'no JSON: "<" is where a value is expected (line 1, column 1)'],
    ["JavaScript", "{Count: 1}", 'no JSON: "C" is where a name in quotes is expected (line 1, column 2)'],
    ["single quotes", "{'Count': 1}", 'no JSON: "\'" is where a name in quotes is expected (line 1, column 2)'],
    [
      "a comment",
      '{\n  // none\n  "Count": 1}',
      'no JSON: "/" is where a name in quotes is expected (line 2, column 3)',
    ],
    ["a trailing comma", '{"Item": [1,\n2,]}', 'no JSON: "]" is where a value is expected (line 2, column 3)'],
    ["two values", '{"Count": 1}\n{"Count": 2}', 'no JSON: "{" is where the end is expected (line 2, column 1)'],
    ["a leading zero", '{"Count": 01}', 'no JSON: "0" is where a value is expected (line 1, column 11)'],
    ["NaN", '{"Rate": NaN}', 'no JSON: "N" is where a value is expected (line 1, column 10)'],
    ["a string without its end", '{"Name": "a', "no JSON: the text ends too early (line 1, column 12)"],
    ["a line break in a string", '{"Name": "a\nb"}', 'no JSON: "\\n" is not expected (line 1, column 12)'],
    ["an unknown escape", '{"Name": "\\x41"}', 'no JSON: "\\\\" is not expected (line 1, column 11)'],
    ["half an escape at the end", '{"Name": "\\', "no JSON: the text ends too early (line 1, column 12)"],
    [
      "a space that is not of JSON",
      '{\u00a0"Count": 1}',
      'no JSON: "\u00a0" is where a name in quotes is expected (line 1, column 2)',
    ],
    ["a character of two units", "💥", 'no JSON: "💥" is where a value is expected (line 1, column 1)'],
    ["an object for an array", '{"Item":{"length":1e9}}', /args\.Item takes/],
    ["an array for an object", "[[]]", /args takes/],
    ["null", "null", /args takes/],
  ])("%s", (_what, text, wanted) => {
    const result = outcome(text);
    if (typeof wanted === "string") expect(result).toBe(wanted);
    else expect(result).toMatch(wanted);
    expect(result.length).toBeLessThan(30_000);
    expect({}).not.toHaveProperty("polluted");
  });

  test("a line and a column are those of the mistake, as JSON.parse sees it", () => {
    const good = '{"Name":"a\\u0041\\n","Item":[1,-2,3e5],"Inner":{"Rate":-0.5e-3,"Inner":{}}}';
    expect(outcome(good)).toMatch(/^\{/);
    for (let at = 0; at <= good.length; at++) {
      for (const text of [good.slice(0, at), `${good.slice(0, at)}!${good.slice(at)}`]) {
        const isJson = (() => {
          try {
            JSON.parse(text);
            return true;
          } catch {
            return false;
          }
        })();
        const parsed = parseJsonText(text);
        expect([text, "value" in parsed]).toEqual([text, isJson]);
        if ("problem" in parsed && text.trim() !== "") expect(parsed.problem).toMatch(/\(line 1, column \d+\)$/);
      }
    }
  });
});

/**
 * 100 MB in one process may cost some seconds and 100 MB more than the text and its value. `make test` has a tenth of
 * it, in a tenth of the time: what needs more than a time in proportion to the text fails there too.
 */
describe(isSlow ? "100 MB" : "10 MB", () => {
  const size = isSlow ? 100_000_000 : 10_000_000;
  const mostSeconds = isSlow ? 20 : 4;
  test.each<[string, () => string, RegExp]>([
    ["of open brackets", () => "[".repeat(size), /deeper than 10000 levels/],
    ["of nested arrays", () => "[".repeat(size / 2) + "]".repeat(size / 2), /deeper than 10000 levels/],
    ["of a string without its end", () => `{"Name":"${"a".repeat(size)}`, /ends too early/],
    [
      "of escapes, the last one wrong",
      () => `"${"\\u0041".repeat(Math.floor(size / 6))}\\x"`,
      /^no JSON: "\\\\" is not expected/,
    ],
    ["of line breaks", () => `${"\n".repeat(size)}x`, new RegExp(`\\(line ${size + 1}, column 1\\)`)],
    ["of digits", () => `{"Id":${"1".repeat(size)}}`, /args\.Id takes/],
    ["of an enormous key", () => `{"${"k".repeat(size)}":1}`, /^args has an unknown property/],
  ])(
    "%s is refused in seconds",
    (_what, make, wanted) => {
      const text = make();
      const before = process.cpuUsage();
      const result = outcome(text);
      const { user, system } = process.cpuUsage(before);
      expect(result).toMatch(wanted);
      expect(result.length).toBeLessThan(30_000);
      expect((user + system) / 1e6).toBeLessThan(mostSeconds);
    },
    120_000,
  );
});

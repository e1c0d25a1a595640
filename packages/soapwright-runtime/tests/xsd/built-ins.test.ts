import { Mismatch } from "../../src/schema/simple/mismatch";
import type { BuiltInName } from "../../src/schema/tables/nodes";
import { builtInOf, builtIns } from "../../src/xsd/built-in-table";
import { normalize } from "../../src/xsd/built-ins";
import { builtInType } from "../schema/tables";

const TEXTS: readonly string[] = [
  ...[
    "",
    " ",
    "a",
    "a b",
    "a:b",
    "a:b:c",
    ":a",
    "1a",
    "-a",
    "é",
    "\u{10400}",
    "a-b.c_1",
    "en",
    "nl-NL",
    "toolongpart1-x",
  ],
  ...["0", "1", "-1", "+1", "00", "127", "128", "1.50", ".5", "5.", ".", "1e5", "1E-5", "INF", "-INF", "+INF", "NaN"],
  ...["true", "false", "TRUE", "2026-11-21", "2026-02-29", "2024-02-29Z", "2026-13-01", "0000-01-01", "12026-01-01"],
  ...["2026-11-21T08:30:00", "2026-11-21T24:00:00Z", "2026-11-21T24:00:01Z", "08:30:00.5+14:00", "08:30:00+14:01"],
  ...[
    "08:30",
    "2026",
    "2026-11",
    "--11",
    "--11--",
    "--11-31",
    "--02-29",
    "---21",
    "---32",
    "P1D",
    "P",
    "PT",
    "-P1Y2M3DT4H5M6.7S",
  ],
  ...["AA==", "AB==", "AAA=", "AAAA", "A A A A", "AAA", "00FF", "00ff", "0", "0g", "http://a/%zz", "a\tb"],
];
const scope = { resolvePrefix: () => "u" };

/** Whether the decoders' type reads `text`. */
function reads(name: BuiltInName, text: string): boolean {
  try {
    builtInType(name).parse(text, scope);
    return true;
  } catch (error) {
    if (error instanceof Mismatch) return false;
    throw error;
  }
}

test.each([...builtIns.keys()] as BuiltInName[])(
  "%s: the form is what its values are read from, bounds aside",
  (name) => {
    const { hasForm, whiteSpace, min, max } = builtInOf(name);
    for (const text of TEXTS) {
      const value = normalize(text, whiteSpace);
      const isWithin =
        (min === undefined || Number(value) >= Number(min)) && (max === undefined || Number(value) <= Number(max));
      const isRead = reads(name, value);
      expect([name, text, isRead]).toEqual([name, text, hasForm(value) && isWithin]);
    }
  },
);

test("lists have at least one item", () => {
  for (const name of ["NMTOKENS", "IDREFS", "ENTITIES"]) expect(builtInOf(name).hasForm("")).toBe(false);
  expect(builtInOf("NMTOKENS").hasForm("1 a-b :")).toBe(true);
  expect(builtInOf("IDREFS").hasForm("a 1")).toBe(false);
});

test("a name that no built-in type has is that of a string", () => {
  expect(builtInOf("nonsense")).toBe(builtInOf("string"));
  expect(builtInOf("__proto__")).toBe(builtInOf("string"));
});

test("every base is a built-in type, and the lines end at a primitive", () => {
  for (const [name, { base, primitive }] of builtIns) {
    if (base !== undefined) expect([name, builtInOf(base).primitive]).toEqual([name, primitive]);
    expect([name, base === undefined || builtIns.has(base)]).toEqual([name, true]);
  }
});

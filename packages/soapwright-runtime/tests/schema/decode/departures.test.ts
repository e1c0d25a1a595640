/**
 * What each level of validation does with each kind of departure from the schema. The table of docs/values.md is made
 * of these cases: UPDATE_PAGES=1 writes it.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { decoderFor } from "soapwright-testing/schema/feed";
import { isResponseError } from "../../../src/errors/response-error";
import { ResponseNotes, type Validation } from "../../../src/schema/codec";
import type { PartNode } from "../../../src/schema/tables/nodes";
import { attribute, builtIn, complex, element, group, many, optional, qname, restriction, xs } from "../tables";

interface Case {
  readonly kind: string;
  /** The content model of the element, whose property `A` the table shows. */
  readonly parts: readonly PartNode[];
  readonly content: string;
  readonly attributes?: string;
}

const CONTRACT = "A: int, required";
const a = element("A", xs.int);
const b = optional("B", xs.string);
const letter = (closed: boolean): PartNode =>
  element("A", restriction(xs.string, { enumeration: ["X", "Y"], ...(closed && { closed }) }));

const CASES: readonly (Case & { readonly contract?: string })[] = [
  { kind: "unknown element", parts: [a], content: "<A>1</A><X>2</X>" },
  { kind: "unknown attribute", parts: [a], content: "<A>1</A>", attributes: ' x="2"' },
  { kind: "missing required element", parts: [a, b], content: "<B>b</B>" },
  {
    kind: "missing required attribute",
    contract: "attribute A: int, required",
    parts: [attribute("A", xs.int, { required: true })],
    content: "",
  },
  { kind: "wrong order", contract: "A, then B", parts: [a, b], content: "<B>b</B><A>1</A>" },
  { kind: "wrong namespace", parts: [a], content: '<A xmlns="urn:other">1</A>' },
  { kind: "", contract: "A: int, optional", parts: [optional("A", xs.int)], content: '<A xmlns="">1</A>' },
  { kind: "wrong case", parts: [a], content: "<a>1</a>" },
  {
    kind: "a name like several",
    contract: "A of two namespaces, optional",
    parts: [optional("A", xs.int), optional("B", xs.int, { name: qname("A", "urn:b") })],
    content: '<A xmlns="">1</A>',
  },
  { kind: "text between elements", parts: [a], content: "x<A>1</A>" },
  { kind: "wrong lexical form with one meaning", parts: [a], content: "<A>1.0</A>" },
  { kind: "", contract: "A: boolean", parts: [element("A", xs.boolean)], content: "<A>True</A>" },
  { kind: "", contract: "A: decimal", parts: [element("A", xs.decimal)], content: "<A>1,234.50</A>" },
  {
    kind: "",
    contract: "A: dateTime",
    parts: [element("A", builtIn("dateTime"))],
    content: "<A>2017-08-01 12:12:12</A>",
  },
  { kind: "", contract: "A: date", parts: [element("A", builtIn("date"))], content: "<A>2017-08-01T00:00:00</A>" },
  { kind: "any other lexical form", parts: [a], content: "<A>1,234</A>" },
  { kind: "", contract: "A: date", parts: [element("A", builtIn("date"))], content: "<A>0000-00-00</A>" },
  { kind: "empty where a value is due", contract: "A: int, optional", parts: [optional("A", xs.int)], content: "<A/>" },
  { kind: "", parts: [a], content: "<A/>" },
  {
    kind: "nil where it is not allowed",
    contract: "A: int, optional",
    parts: [optional("A", xs.int)],
    content: '<A xsi:nil="true"/>',
  },
  { kind: "", parts: [a], content: '<A xsi:nil="true"/>' },
  { kind: "value outside an enumeration", contract: "A: X or Y", parts: [letter(false)], content: "<A>Z</A>" },
  { kind: "", contract: "A: X or Y, `--closed-enums`", parts: [letter(true)], content: "<A>Z</A>" },
  {
    kind: "a facet that fails",
    contract: "A: at most 5",
    parts: [element("A", restriction(xs.int, { maxInclusive: "5" }))],
    content: "<A>9</A>",
  },
  {
    kind: "too many",
    contract: "A: int, at most twice",
    parts: [many("A", xs.int, { max: 2 })],
    content: "<A>1</A><A>2</A><A>3</A>",
  },
  { kind: "", parts: [a], content: "<A>1</A><A>2</A>" },
  { kind: "", contract: "A or B", parts: [group("choice", a, element("B", xs.string))], content: "<A>1</A><B>b</B>" },
  {
    kind: "wrapper missing",
    contract: "A with C: int in it",
    parts: [element("A", complex(element("C", xs.int)))],
    content: "<C>1</C>",
  },
  { kind: "`xsi:type` unknown", parts: [a], content: '<A xsi:type="Other">1</A>' },
  {
    kind: "",
    contract: "A with C: int in it",
    parts: [element("A", complex(element("C", xs.int)))],
    content: '<A xsi:type="Other"><C>1</C></A>',
  },
];

type Outcome = { readonly message: string } | { readonly value: unknown; readonly isNoted: boolean };

function outcomeOf({ parts, content, attributes = "" }: Case, validation: Validation): Outcome {
  const notes = new ResponseNotes();
  const xml = `<R xmlns="urn:example" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"${attributes}>${content}</R>`;
  try {
    const { value } = decoderFor(element("R", complex(...parts)), xml, { validation, notes });
    return { value: (value as { A: unknown }).A, isNoted: notes.list.length > 0 };
  } catch (error) {
    if (!isResponseError(error)) throw error;
    return { message: error.message };
  }
}

function cellOf(outcome: Outcome): string {
  if ("message" in outcome) return "refused";
  return `\`${JSON.stringify(outcome.value) ?? "undefined"}\`${outcome.isNoted ? ", noted" : ""}`;
}

const LEVELS = ["strict", "standard", "lenient"] as const;

function tableOf(cases: typeof CASES): string {
  const rows = cases.map(({ contract = CONTRACT, ...each }) => {
    const sent = each.attributes === undefined ? each.content : `<R${each.attributes}>`;
    const what = `${each.kind === "" ? "" : `**${each.kind}:** `}${contract}; came ${sent === "" ? "nothing" : `\`${sent}\``}`;
    return `| ${[what, ...LEVELS.map((level) => cellOf(outcomeOf(each, level)))].join(" | ")} |`;
  });
  return ["| departure | strict | standard | lenient |", "|---|---|---|---|", ...rows, ""].join("\n");
}

test("docs/values.md has the table of these cases", () => {
  const path = "docs/values.md";
  const page = readFileSync(path, "utf8");
  const table = /^\| departure \|.*\n(?:\|.*\n)*/m;
  if (process.env.UPDATE_PAGES !== undefined)
    writeFileSync(
      path,
      page.replace(table, () => tableOf(CASES)),
    );
  expect(table.exec(readFileSync(path, "utf8"))?.[0]).toBe(tableOf(CASES));
});

test.each(CASES.map((each) => [`${each.kind} ${each.content}`, each] as const))(
  "%s: a message names lenient where lenient reads it, and only there",
  (_, each) => {
    const isRead = !("message" in outcomeOf(each, "lenient"));
    for (const level of ["strict", "standard"] as const) {
      const outcome = outcomeOf(each, level);
      if (!("message" in outcome)) continue;
      if (isRead) expect(outcome.message).toMatch(/Lenient validation gives .+ Set validation: "lenient" to accept it/);
      else expect(outcome.message).not.toMatch(/lenient/i);
    }
  },
);

test("what the default reads, lenient reads as well", () => {
  for (const each of CASES) {
    const standard = outcomeOf(each, "standard");
    if ("value" in standard) expect(outcomeOf(each, "lenient")).toHaveProperty("value");
  }
});

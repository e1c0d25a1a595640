/**
 * The shared list of cases, where it exists: all of its cases are here, and each required outcome is one that it
 * allows.
 */
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { corpusFolder } from "soapwright-testing/corpus/corpus-folder";
import { REQUESTS, RESPONSES } from "./all-cases";

const LIST = resolve(corpusFolder, "../attacks/cases.tsv");

const ours = [
  ...RESPONSES.flatMap(({ name: group, attacks }) => attacks.map((attack) => ({ side: "response", group, ...attack }))),
  ...REQUESTS.flatMap(({ name: group, attacks }) => attacks.map((attack) => ({ side: "request", group, ...attack }))),
].map(({ side, group, name, outcome }) => ({ key: `${side} ${group} ${name}`, outcome }));

/** Returns our outcomes for a text such as `ResponseError(xml: DTD) / HttpError(3xx)`. */
const allowed = (mustBe: string) =>
  mustBe.split(" / ").map((one) => one.replace(/\((\w[\w-]*): .*\)/, "($1)").replace("HttpError(3xx)", "HttpError"));

/**
 * Cases that the client has learned to read since the list was written: a response with attachments (XOP 1.0, MTOM).
 */
const READ_SINCE: Readonly<Record<string, string>> = { "response http http-200-multipart-mtom": "value" };

test("no case is here twice", () => {
  expect(new Set(ours.map(({ key }) => key)).size).toBe(ours.length);
});

if (existsSync(LIST)) {
  const listed = readFileSync(LIST, "utf8")
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((row) => row.split("\t"))
    .map(([side, group, name, mustBe]) => ({ key: `${side} ${group} ${name}`, mustBe: mustBe! }));

  test(`all ${listed.length} cases of the list are here`, () => {
    const known = new Set(ours.map(({ key }) => key));
    expect(listed.filter(({ key }) => !known.has(key))).toEqual([]);
    const wanted = new Set(listed.map(({ key }) => key));
    expect(ours.filter(({ key }) => !wanted.has(key))).toEqual([]);
  });

  test("each ends as the list allows", () => {
    const outcomes = new Map(ours.map(({ key, outcome }) => [key, outcome]));
    const others = listed.filter(
      ({ key, mustBe }) => !allowed(READ_SINCE[key] ?? mustBe).includes(outcomes.get(key) ?? ""),
    );
    expect(others).toEqual([]);
  });
} else {
  test(`skipped: list absent at ${LIST}`, () => {
    console.log(`skipped: list absent at ${LIST}`);
  });
}

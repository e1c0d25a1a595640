/** What a wrong request of the longest body gets back. */
import { type Stage, startStage } from "./parcels";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.close());

const MEBIBYTE = 1_048_576;
const filled = (start: string, item: (number: number) => string, end: string): string => {
  const items: string[] = [];
  let length = start.length + end.length;
  for (let number = 0; ; number++) {
    const next = item(number);
    length += next.length + 1;
    if (length > MEBIBYTE) return `${start}${items.join()}${end}`;
    items.push(next);
  }
};

test.each([
  ["numbers where texts belong", "getParcel", filled('{"Id":1,"Size":[', () => "1", "]}")],
  ["empty records", "bookParcel", filled('{"Parcel":{"Id":1,"Weight":"1"},"Line":[', () => "{}", "]}")],
  ["unknown names", "bookParcel", filled("{", (number) => `"a${number}":1`, "}")],
  ["unknown names of a record", "bookParcel", filled('{"Parcel":{', (number) => `"a${number}":1`, "}}")],
  ["a long name", "bookParcel", `{"${"a".repeat(1_000_000)}":1}`],
  ["long names", "bookParcel", filled("{", (number) => `"${"a".repeat(10_000)}${number}":1`, "}")],
  ["a long name of letters outside ASCII", "bookParcel", `{"${"ü".repeat(300_000)}":1}`],
  ["a long name of controls", "bookParcel", `{"${"\\u202e".repeat(100_000)}":1}`],
  ["a long text where a number belongs", "getParcel", `{"Id":"${"1".repeat(1_000_000)}x"}`],
  ["a text outside the enumeration", "getParcel", `{"Id":1,"Size":["${"a".repeat(1_000_000)}"]}`],
  ["levels", "bookParcel", `{"Parcel":${'{"Parcel":'.repeat(5_000)}1${"}".repeat(5_000)}}`],
  ["no JSON", "bookParcel", `{"Parcel":"${"a".repeat(1_000_000)}`],
  ["lists for a record", "bookParcel", filled('{"Parcel":[', () => "[]", "]}")],
])("%s: a short response", async (_name, method, body) => {
  const { status, text, json } = await stage.post(method, body);
  expect(status).toBe(400);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(65_536);
  expect((json as { readonly errors?: readonly object[] }).errors?.length ?? 0).toBeLessThanOrEqual(21);
});

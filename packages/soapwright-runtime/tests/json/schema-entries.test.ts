/** Tests a part by itself, `json/schema-entries`: no entry point shows the names of definitions without their tables. */
import { slowTest } from "soapwright-testing/stage/slow";
import { expectLinear } from "soapwright-testing/stage/time";
import { SchemaEntries } from "../../src/json/schema-entries";

test("equal names are numbered, past the names that are there", () => {
  const entries = new SchemaEntries();
  const names = ["Item", "Item_2", "Item", "Item", "Item_2", "Item_2_2"];
  expect(names.map((name) => entries.reserve(name))).toEqual([
    "Item",
    "Item_2",
    "Item_3",
    "Item_4",
    "Item_2_2",
    "Item_2_2_2",
  ]);
});

slowTest("a name that many definitions have costs no product of them", async () => {
  await expectLinear((count) => {
    const entries = new SchemaEntries();
    for (let number = 1; number < count; number++) entries.reserve("Item");
    expect(entries.reserve("Item")).toBe(`Item_${count}`);
  }, 100_000);
});

/** The columns of the tables of `cost-centers` and `addresses`. */
import type { Column } from "./table";

/** A cell by the names that lead to it; absent where anything on the way is. */
function column(title: string, path: readonly string[], right = false): Column<unknown> {
  return {
    title,
    right,
    cell: (record) => path.reduce<unknown>(propertyOf, record) as ReturnType<Column<unknown>["cell"]>,
  };
}

function propertyOf(record: unknown, name: string): unknown {
  return typeof record === "object" && record !== null ? Reflect.get(record, name) : undefined;
}

/** Of `cost-centers`. */
export const costCenterColumns: readonly Column<unknown>[] = [
  column("Id", ["Id"], true),
  column("CostCenter", ["CostCenter", "Code"]),
  column("Description", ["CostCenter", "Description"]),
  column("Kostensoort", ["Kostensoort", "Code"]),
  column("Description", ["Kostensoort", "Description"]),
  column("Percentage", ["Percentage"], true),
  column("Default", ["Default"]),
];

/** Of `addresses`. */
export const addressColumns: readonly Column<unknown>[] = [
  column("Id", ["Id"], true),
  column("Type", ["Type"]),
  column("Default", ["Default"]),
  column("Street", ["Street"]),
  column("HouseNumber", ["HouseNumber"], true),
  column("Addition", ["HouseNumberAddition"]),
  column("PostalCode", ["PostalCode"]),
  column("City", ["City"]),
  column("StateProvince", ["StateProvince"]),
  column("Country", ["CountryISOCode"]),
];

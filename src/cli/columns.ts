/** The columns of the tables of `cost-centers` and `addresses`. CSV has all columns of the type. */
import type { Column } from "./formats/cell";
import { titled } from "./formats/columns-of-data";

export const costCenterColumns: readonly Column[] = titled([
  { path: ["Id"], right: true },
  { path: ["CostCenter", "Code"] },
  { path: ["CostCenter", "Description"] },
  { path: ["Kostensoort", "Code"] },
  { path: ["Kostensoort", "Description"] },
  { path: ["Percentage"], right: true },
  { path: ["Default"] },
]);

export const addressColumns: readonly Column[] = [
  { title: "Id", path: ["Id"], right: true },
  { title: "Type", path: ["Type"] },
  { title: "Default", path: ["Default"] },
  { title: "Street", path: ["Street"] },
  { title: "HouseNumber", path: ["HouseNumber"], right: true },
  { title: "Addition", path: ["HouseNumberAddition"] },
  { title: "PostalCode", path: ["PostalCode"] },
  { title: "City", path: ["City"] },
  { title: "StateProvince", path: ["StateProvince"] },
  { title: "Country", path: ["CountryISOCode"] },
];

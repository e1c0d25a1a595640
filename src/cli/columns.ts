/** The columns of the two tables. */
import type { EmployeeAddress, EmployeeCostCenter } from "../index";
import type { Column } from "./table";

/** Of `cost-centers`. */
export const costCenterColumns: readonly Column<EmployeeCostCenter>[] = [
  { title: "Id", cell: ({ Id }) => Id, right: true },
  { title: "CostCenter", cell: ({ CostCenter }) => CostCenter?.Code },
  { title: "Description", cell: ({ CostCenter }) => CostCenter?.Description },
  { title: "Kostensoort", cell: ({ Kostensoort }) => Kostensoort?.Code },
  { title: "Description", cell: ({ Kostensoort }) => Kostensoort?.Description },
  { title: "Percentage", cell: ({ Percentage }) => Percentage, right: true },
  { title: "Default", cell: ({ Default }) => Default },
];

/** Of `addresses`. */
export const addressColumns: readonly Column<EmployeeAddress>[] = [
  { title: "Id", cell: ({ Id }) => Id, right: true },
  { title: "Type", cell: ({ Type }) => Type },
  { title: "Default", cell: ({ Default }) => Default },
  { title: "Street", cell: ({ Street }) => Street },
  { title: "HouseNumber", cell: ({ HouseNumber }) => HouseNumber, right: true },
  { title: "Addition", cell: ({ HouseNumberAddition }) => HouseNumberAddition },
  { title: "PostalCode", cell: ({ PostalCode }) => PostalCode },
  { title: "City", cell: ({ City }) => City },
  { title: "StateProvince", cell: ({ StateProvince }) => StateProvince },
  { title: "Country", cell: ({ CountryISOCode }) => CountryISOCode },
];

/** Employee 1006 of the sandbox, whom foreign clients read and foreign servers return. */
import data from "../../src/sandbox/employees.json";

type Value = string | number | boolean | null | { readonly [name: string]: Value } | readonly Value[];

interface Employee {
  readonly id: number;
  readonly costCenters: readonly Value[];
  readonly addresses: readonly { readonly address: Value }[];
}

const { employees } = data as { readonly employees: readonly Employee[] };
const employee = employees.find(({ id }) => id === 1006)!;

/** The records, with unchanged line breaks. */
export const records: Readonly<Record<"v2.1" | "v3", readonly Value[]>> = {
  "v2.1": employee.costCenters,
  v3: employee.addresses.map(({ address }) => address),
};

/**
 * Returns records as text, without absent and nil values, so that stacks with other types can be compared: some read a
 * decimal as a number, some an absent element as null, some an empty one too. With `trims`, strings are trimmed.
 */
export function comparable(value: unknown, trims = false): unknown {
  if (Array.isArray(value)) return value.map((item) => comparable(item, trims));
  if (typeof value !== "object" || value === null) return trims ? String(value).trim() : String(value);
  const entries = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined && inner !== "");
  return Object.fromEntries(entries.map(([name, inner]) => [name, comparable(inner, trims)]));
}

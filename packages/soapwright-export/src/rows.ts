/** The rows of an input: its own columns first, then those of the item. */
import { type Column, inputColumn } from "./columns";
import type { InputResult } from "./contracts";

/** The columns of an export. */
export interface RowColumns {
  /** Those of the input. */
  readonly input: readonly Column[];
  /** Those of an item of the result. */
  readonly item: readonly Column[];
}

/** What stands beside the items when nothing else is said: the name of the input. */
const KEY: readonly Column[] = [inputColumn("input", undefined)];

/** The columns as they are in the output: one of the input that an item has as well is called `input.<name>`. */
export function rowColumns(item: readonly Column[], input: readonly Column[] = KEY): RowColumns {
  const taken = new Set(item.map(({ name }) => name));
  const free = (name: string): string => (taken.has(name) ? free(`input.${name}`) : name);
  return { input: input.map((column) => ({ ...column, name: free(column.name) })), item };
}

/** What the columns of an input are read from. */
export function inputValues({ input }: InputResult): Readonly<{ [column: string]: unknown }> {
  return input.columns ?? { input: input.key };
}

/** The values of all columns, for each item. */
export function rowsOf(columns: RowColumns, result: InputResult): unknown[][] {
  const values = inputValues(result);
  const beside = columns.input.map(({ of }) => of(values));
  return result.items.map((item) => [...beside, ...columns.item.map(({ of }) => of(item))]);
}

/** The columns as a text that differs where they do. */
export function shapeOf({ input, item }: RowColumns): string {
  return [...input, ...item].map(({ name, type }) => `${name} ${type}`).join(", ");
}

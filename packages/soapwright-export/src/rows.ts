/** The rows of an input: its own columns first, then the item's. */
import { type Column, inputColumn } from "./columns";
import type { InputResult } from "./contracts";

/** The columns of an export. */
export interface RowColumns {
  /** Columns of the input. */
  readonly input: readonly Column[];
  /** Columns of an item of the result. */
  readonly item: readonly Column[];
}

/** Default columns of the input: its key. */
const KEY: readonly Column[] = [inputColumn("input", undefined)];

/** The columns of the output. A column of the input whose name an item has too is renamed to `input.<name>`. */
export function rowColumns(item: readonly Column[], input: readonly Column[] = KEY): RowColumns {
  const taken = new Set(item.map(({ name }) => name));
  const free = (name: string): string => (taken.has(name) ? free(`input.${name}`) : name);
  return { input: input.map((column) => ({ ...column, name: free(column.name) })), item };
}

/** The values of the input's columns. */
export function inputValues({ input }: InputResult): Readonly<{ [column: string]: unknown }> {
  return input.columns ?? { input: input.key };
}

/** The values of all columns, for each item. */
export function rowsOf(columns: RowColumns, result: InputResult): unknown[][] {
  const values = inputValues(result);
  const beside = columns.input.map(({ of }) => of(values));
  return result.items.map((item) => [...beside, ...columns.item.map(({ of }) => of(item))]);
}

/** A text that differs whenever the columns differ. */
export function shapeOf({ input, item }: RowColumns): string {
  return [...input, ...item].map(({ name, type }) => `${name} ${type}`).join(", ");
}

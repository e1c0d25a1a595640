/** The rows of an input: the columns of the input first, then those of the item. */
import { type Column, inputColumn } from "./columns";
import type { InputResult } from "./contracts";

export interface RowColumns {
  readonly input: readonly Column[];
  readonly item: readonly Column[];
}

const KEY: readonly Column[] = [inputColumn("input", undefined)];

/** A column of the input with the name of an item's column is renamed to `input.<name>`. */
export function rowColumns(item: readonly Column[], input: readonly Column[] = KEY): RowColumns {
  const taken = new Set(item.map(({ name }) => name));
  const free = (name: string): string => (taken.has(name) ? free(`input.${name}`) : name);
  return { input: input.map((column) => ({ ...column, name: free(column.name) })), item };
}

export function inputValues({ input }: InputResult): Readonly<{ [column: string]: unknown }> {
  return input.columns ?? { input: input.key };
}

export function rowsOf(columns: RowColumns, result: InputResult): unknown[][] {
  const values = inputValues(result);
  const beside = columns.input.map(({ of }) => of(values));
  return result.items.map((item) => [...beside, ...columns.item.map(({ of }) => of(item))]);
}

export function shapeOf({ input, item }: RowColumns): string {
  return [...input, ...item].map(({ name, type }) => `${name} ${type}`).join(", ");
}

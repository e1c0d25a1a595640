import type { Column } from "../columns";
import type { Sink } from "../contracts";
import { jsonText } from "../export-values";
import { inputValues, rowColumns } from "../rows";
import { FileSink } from "./file-sink";

/** The path and columns of a file of JSON lines. */
export interface NdjsonSinkOptions {
  readonly path: string;
  /**
   * The columns of the result, from `columnsOf`. A column of the input with the same name is renamed to `input.<name>`.
   */
  readonly columns?: readonly Column[];
  /** The columns of the input, which precede the properties of the item. Default: the key of the input, as `input`. */
  readonly inputColumns?: readonly Column[];
}

/**
 * Returns a sink that writes one line of JSON for each item: the columns of the input, then the properties of the item.
 */
export function ndjsonSink({ path, columns = [], inputColumns }: NdjsonSinkOptions): Sink {
  const { input } = rowColumns(columns, inputColumns);
  return new FileSink(path, {
    shape: `NDJSON of ${input.map(({ name }) => name).join(", ")} and the item`,
    head: "",
    lines(result) {
      if (result.items.length === 0) return "";
      const values = inputValues(result);
      const beside = input.map(({ name, of }) => `${JSON.stringify(name)}:${jsonText(of(values) ?? null)}`).join(",");
      return result.items
        .map((item) => `{${[beside, membersOf(item)].filter((part) => part !== "").join(",")}}\n`)
        .join("");
    },
  });
}

/** Values other than records become the property `value`. The outer braces are left out. */
function membersOf(item: unknown): string {
  const isRecord = typeof item === "object" && item !== null && !Array.isArray(item) && !(item instanceof Uint8Array);
  return jsonText(isRecord ? item : { value: item ?? null }).slice(1, -1);
}

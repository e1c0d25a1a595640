/**
 * Checks that decoded values fit the generated types: each as a literal of the type, and again with a field that no
 * schema has.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** The result type of an operation, in the client that a system has generated. */
export interface GeneratedType {
  /** The module, relative to the file that imports it, and the name of the client's type. */
  readonly module: string;
  readonly client: string;
  /** Returns the type of the value of the operation with this number. `Client` is the client. */
  readonly typeOf: (operation: number) => string;
}

export interface TypedValue {
  readonly operation: number;
  /** The value in TypeScript. */
  readonly literal: string;
}

/** Writes a file with three lines for each value. A compiler's error in them is a failure of the type. */
export function writeTypesFile(path: string, type: GeneratedType, values: readonly (TypedValue | undefined)[]): void {
  const lines = values.flatMap((value, at) => {
    if (value === undefined) return ["", "", ""];
    const typed = type.typeOf(value.operation);
    const checked = `export const v${at}: ${typed} = ${value.literal};`;
    if (!/^\{ "/.test(value.literal)) return [checked, "", ""];
    // The second line detects a type that allows everything, because that allows a field that no schema has.
    return [checked, "// @ts-expect-error", `export const m${at}: ${typed} = { ...${value.literal}, "no field": 1 };`];
  });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, [`import type { ${type.client} as Client } from "${type.module}";`, ...lines].join("\n"));
}

/** Returns the number of the value in a line of the file. */
export function valueAt(line: number): number {
  return Math.floor((line - 2) / 3);
}

/** Returns a JavaScript value as TypeScript source. */
export function literalOf(value: unknown): string {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "number")
    return Object.is(value, -0)
      ? "-0"
      : String(value)
          .replace(/^(-?)Infinity$/, "$1Number.POSITIVE_INFINITY")
          .replace("NaN", "Number.NaN");
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (value instanceof Uint8Array) return "new Uint8Array()";
  if (Array.isArray(value)) return `[${value.map(literalOf).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const fields = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{ ${fields.map(([key, each]) => `${JSON.stringify(key)}: ${literalOf(each)}`).join(", ")} }`;
}

/** The result of an operation that has neither data nor a handler. */
import type { OtherOperation } from "../service-options";
import { madeResult } from "./made-values";

/** A result generated from the tables: the same for the same arguments. */
export function madeResponse({ operation, request, rename }: OtherOperation): unknown {
  const seed = `1 ${seedOf(request.args)}`;
  const { output } = operation;
  if (output === undefined || output.unwrap.length > 0) return madeResult(operation, seed, rename);
  // The message is not unwrapped: one value for each element of the Body, and for each part beside it.
  const values = [...output.body, ...(output.attachments ?? [])].map((element) => {
    const alone = { ...operation, output: { ...output, body: [element], unwrap: [element.key] } };
    return [element.key, madeResult(alone, seed, rename)] as const;
  });
  return values.length === 0 ? undefined : Object.fromEntries(values);
}

/** Arguments as a seed: equal for equal arguments. */
export function seedOf(args: unknown): string {
  return JSON.stringify(args, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)) ?? "";
}

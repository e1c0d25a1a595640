/** The result of an operation that has neither data nor a handler. */
import type { OtherOperation } from "../service-options";
import { generateResult } from "./made-values";

export function generateResponse({ operation, request, rename }: OtherOperation): unknown {
  const seed = `1 ${seedOf(request.args)}`;
  const { output } = operation;
  if (output === undefined || output.unwrap.length > 0) return generateResult(operation, seed, rename);
  // A message that is not unwrapped has one value for each element of the Body and for each part beside it.
  const values = [...output.body, ...(output.attachments ?? [])].map((element) => {
    const alone = { ...operation, output: { ...output, body: [element], unwrap: [element.key] } };
    return [element.key, generateResult(alone, seed, rename)] as const;
  });
  return values.length === 0 ? undefined : Object.fromEntries(values);
}

export function seedOf(args: unknown): string {
  return JSON.stringify(args, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)) ?? "";
}

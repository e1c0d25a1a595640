/** Sections 3.2.6 and 3.3.6, a Value Constraint Valid: whether a default or fixed value is one of the type. */
import { whyRefused } from "../element-graph/accepts";
import type { TypeDefinition } from "./components";

/** Characters. JavaScript's engine fails on expressions over millions; nobody writes such a value by hand. */
const longestExamined = 100_000;

/** Returns the problem of a default or fixed value, as text; undefined if none was found. */
export function wrongValue(type: TypeDefinition, lexical: string): string | undefined {
  const simple = type.kind === "simpleType" ? type : type.content.kind === "simple" ? type.content.type : undefined;
  return simple === undefined || lexical.length > longestExamined ? undefined : whyRefused(simple, lexical);
}

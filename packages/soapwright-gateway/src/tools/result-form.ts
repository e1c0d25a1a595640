/** What an assistant gets of results of one operation: pages of a list, parts of a record, or the whole. */
import type { JsonSchema } from "soapwright-runtime/json";
import {
  cutTextSchema,
  freeName,
  hasList,
  holding,
  type ObjectSchema,
  pageSchema,
  withoutLeast,
  withProperty,
} from "./tool-schemas";

/** An argument that is the tool's own. */
export interface OwnArgument {
  readonly name: string;
  readonly schema: JsonSchema;
}

export interface ResultForm {
  readonly kind: "list" | "record" | "whole";
  /** Whether the result is a property of its own, because it is no object or may be absent. */
  readonly isHeld: boolean;
  /** The argument for the next page or part, which results have by the same name. Undefined for a result that is whole. */
  readonly next: OwnArgument | undefined;
  /** The property that says what is left out. */
  readonly cut: string;
  readonly schema: ObjectSchema;
}

/**
 * Returns the form of results with the schema. An operation that is not safe is not to be called again for more.
 *
 * @param args Names of arguments of the operation.
 */
export function resultForm(
  result: JsonSchema,
  {
    isAlwaysThere,
    isSafe,
    args,
  }: { readonly isAlwaysThere: boolean; readonly isSafe: boolean; readonly args: readonly string[] },
): ResultForm {
  const loose = withoutLeast(result);
  const page = pageSchema(loose);
  const isHeld = !(loose.type === "object" && isAlwaysThere);
  const root = page ?? (isHeld ? holding("result", loose, false) : (loose as ObjectSchema));
  const names = Object.keys(root.properties ?? {});
  const next = freeName("next", [...args, ...names]);
  if (page !== undefined) {
    if (!isSafe) return { kind: "list", isHeld, next: undefined, cut: "cut", schema: page };
    const property = {
      type: "integer",
      minimum: 1,
      description: `Absent on the last page. Pass it as the argument ${next}.`,
    };
    const schema = { type: "integer", minimum: 1, description: describe(next, "page") };
    return {
      kind: "list",
      isHeld,
      next: { name: next, schema },
      cut: "cut",
      schema: withProperty(page, next, property),
    };
  }
  const cut = freeName("cut", names);
  const cuttable = withProperty(root, cut, cutTextSchema());
  if (!isSafe || !hasList(root)) return { kind: "whole", isHeld, next: undefined, cut, schema: cuttable };
  const property = { type: "string", description: `Where the next part begins. Pass it as the argument ${next}.` };
  return {
    kind: "record",
    isHeld,
    next: { name: next, schema: { type: "string", description: describe(next, "part") } },
    cut,
    schema: withProperty(cuttable, next, property),
  };
}

function describe(next: string, what: string): string {
  return `The value of ${next} in the result before. Leave it out for the first ${what}.`;
}

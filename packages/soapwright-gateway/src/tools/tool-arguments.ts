/** The arguments of a tool: their schema, and how they become arguments of its operation. */

import { fromJson, type JsonSchema } from "soapwright-runtime/json";
import { isArgumentError } from "soapwright-runtime";
import { Secrets } from "soapwright-runtime/extend";
import { contentOf, type TypedProperty, typedPropertiesOf } from "soapwright-runtime/nodes";
import type { OperationNode } from "soapwright-runtime/tables";
import { credentialPaths, namesCredential } from "./credential-names";
import { ToolProblem } from "./tool-error";
import {
  holding,
  isObject,
  type ObjectSchema,
  withoutProperty,
  withoutRootReference,
  withProperty,
} from "./tool-schemas";

type Members = Readonly<Record<string, unknown>>;

const SKIP = {
  type: "integer",
  minimum: 1,
  description: "The value of next in the result before. Leave it out for the first page.",
};
const NEXT = "next";

/** Why an operation is no tool. */
export class NoTool extends Error {
  override readonly name = "NoTool";
}

interface Fixed {
  readonly path: readonly string[];
  readonly value: unknown;
}

export class ToolArguments {
  readonly schema: ObjectSchema;
  /** The paths of `fix` that this tool uses. */
  readonly fixed: readonly string[];
  /** The argument of how many items to skip; undefined where the result is no list. */
  readonly skip: string | undefined;
  readonly #fixed: readonly Fixed[];
  /** Fixed credentials, which a fault may quote. Those of the client it masks itself. */
  readonly #secrets = new Secrets();
  /** The argument that holds the whole value, where it is no plain object. */
  readonly #holder: string | undefined;

  /**
   * @param fix Values of arguments by path, which no assistant chooses.
   * @throws NoTool for an operation with a credential among its arguments.
   * @throws ToolProblem for a fixed argument of another type.
   */
  constructor(
    private readonly operation: OperationNode,
    args: JsonSchema,
    fix: Members,
    isPaged: boolean,
  ) {
    const content = contentOf(operation.input);
    const root = withoutRootReference(args);
    this.#holder = isObject(root) ? undefined : content.key || "value";
    const whole = this.#holder === undefined ? content : heldBy(this.#holder, content);
    let schema = this.#holder === undefined ? (root as ObjectSchema) : holding(this.#holder, root, content.required);
    this.#fixed = Object.entries(fix).flatMap(([place, value]) => {
      const path = place.split(".");
      const property = propertyAt(whole, path);
      const without = property && withoutProperty(schema, path);
      if (without === undefined) return [];
      schema = without;
      return [{ path, value: fixedValue(property!, value, place) }];
    });
    for (const { path, value } of this.#fixed) if (namesCredential(path.at(-1)!)) this.#secrets.addValue(value, "");
    this.fixed = this.#fixed.map(({ path }) => path.join("."));
    const open = credentialPaths(whole.type).filter(
      (path) => !this.fixed.some((each) => `${path}.`.startsWith(`${each}.`)),
    );
    if (open.length > 0)
      throw new NoTool(`its arguments name a credential, which no assistant may choose. Fix ${open.join(" and ")}`);
    this.skip = isPaged ? freeName(schema) : undefined;
    this.schema = this.skip === undefined ? schema : withProperty(schema, this.skip, SKIP);
  }

  /** Replaces fixed credentials in a text. */
  mask(text: string): string {
    return this.#secrets.mask(text);
  }

  /** Throws `ToolProblem` and `ArgumentError`. */
  read(given: unknown = {}): { readonly args: unknown; readonly skip: number } {
    if (typeof given !== "object" || given === null || Array.isArray(given))
      throw new ToolProblem("The arguments are not an object.");
    let json: Members = given as Members;
    let skip = 0;
    if (this.skip !== undefined && Object.hasOwn(json, this.skip)) {
      const { [this.skip]: value, ...others } = json;
      if (!Number.isSafeInteger(value) || (value as number) < 0)
        throw new ToolProblem(`${this.skip} is no whole number of at least 0. Take it from the result before.`);
      skip = value as number;
      json = others;
    }
    for (const { path, value } of this.#fixed) json = withFixed(json, path, value, path.join("."));
    const { input, name } = this.operation;
    if (this.#holder === undefined) return { args: fromJson(input, json, { name }), skip };
    const strange = Object.keys(json).find((key) => key !== this.#holder);
    if (strange !== undefined) throw new ToolProblem(`The only argument is ${this.#holder}.`);
    const { [this.#holder]: value } = json;
    return { args: value === undefined && !contentOf(input).required ? value : fromJson(input, value, { name }), skip };
  }
}

function freeName({ properties = {} }: ObjectSchema): string {
  let name = NEXT;
  for (let number = 2; Object.hasOwn(properties, name); number++) name = `${NEXT}_${number}`;
  return name;
}

/** A property of an object whose only property is `content`. */
function heldBy(key: string, content: TypedProperty): TypedProperty {
  const element = { kind: "element", key, name: { namespace: "", local: key }, type: content.type } as const;
  const type = { kind: "complex", parts: [{ ...element, min: 1, max: 1, array: content.list }] } as const;
  return { key: "", type, required: true, list: false, owner: undefined };
}

/** The property at a path through objects that are no lists. */
function propertyAt(content: TypedProperty, path: readonly string[]): TypedProperty | undefined {
  let place: TypedProperty | undefined = content;
  for (const key of path) {
    if (place === undefined || place.list) return undefined;
    place = typedPropertiesOf(place.type).find((property) => property.key === key);
  }
  return place;
}

/** A text that does not fit the type is read as JSON. Throws `ToolProblem`. */
function fixedValue(property: TypedProperty, value: unknown, place: string): unknown {
  const type = property.element ?? property.type;
  const fits = (json: unknown): boolean => {
    try {
      fromJson(type, json, { name: place });
      return true;
    } catch (error) {
      if (isArgumentError(error)) return false;
      throw error;
    }
  };
  if (fits(value)) return value;
  const parsed = typeof value === "string" ? parsedJson(value) : undefined;
  if (parsed !== undefined && fits(parsed)) return parsed;
  throw new ToolProblem(`The fixed argument ${place} has a value of another type.`, "configuration");
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the arguments with the fixed one. Throws `ToolProblem` if they have it already. */
function withFixed(json: Members, [key, ...rest]: readonly string[], value: unknown, place: string): Members {
  const has = Object.hasOwn(json, key!);
  const entries = Object.entries(json).filter(([name]) => name !== key);
  if (rest.length === 0) {
    if (has) throw new ToolProblem(`The argument ${place} is fixed. Leave it out.`);
    return Object.fromEntries([...entries, [key, value]]);
  }
  const inner = has ? json[key!] : {};
  // What is no object, the check of the arguments refuses.
  if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return json;
  return Object.fromEntries([...entries, [key, withFixed(inner as Members, rest, value, place)]]);
}

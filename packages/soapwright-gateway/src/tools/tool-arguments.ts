/** The arguments of a tool: their schema, and how they become arguments of its operation. */

import {
  complexTypeOf,
  contentOf,
  madeElement,
  membersOf,
  recordOf,
  type TypedProperty,
  typedPropertiesOf,
} from "soapwright-runtime/codecs";
import { isArgumentError } from "soapwright-runtime/errors";
import { Secrets } from "soapwright-runtime/extend";
import { fromJson, type JsonSchema } from "soapwright-runtime/json";
import type { OperationNode } from "soapwright-runtime/tables";
import { choiceSentences } from "./choice-text";
import { credentialPaths, namesCredential } from "./credential-names";
import type { OwnArgument } from "./result-form";
import { ToolProblem } from "./tool-error";
import {
  holding,
  isObject,
  type ObjectSchema,
  withoutChoices,
  withoutProperty,
  withoutRootReference,
  withProperty,
} from "./tool-schemas";

type Members = Readonly<Record<string, unknown>>;

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
  /** Sentences about arguments that exclude each other. */
  readonly choices: readonly string[];
  readonly #next: string | undefined;
  readonly #fixed: readonly Fixed[];
  /** Fixed credentials, which a fault may quote. Those of the client it masks itself. */
  readonly #secrets = new Secrets();
  /** The argument that holds the whole value, where it is no plain object. */
  readonly #holder: string | undefined;

  /**
   * @param fix Values of arguments by path, which no assistant chooses.
   * @param next The argument for the next part of a result.
   * @throws NoTool for an operation with a credential among its arguments.
   * @throws ToolProblem for a fixed argument of another type.
   */
  constructor(
    private readonly operation: OperationNode,
    args: JsonSchema,
    fix: Members,
    next: OwnArgument | undefined,
  ) {
    const content = contentOf(operation.input);
    const root = withoutRootReference(args);
    this.#holder = holderOf(operation, root);
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
    const open = credentialPaths(whole.type, this.fixed);
    if (open.length > 0)
      throw new NoTool(`its arguments name a credential, which no assistant may choose. Fix ${open.join(" and ")}`);
    const type = this.#holder === undefined ? complexTypeOf(content.type) : undefined;
    this.choices = type === undefined ? [] : choiceSentences(membersOf(type), this.fixed).filter(Boolean);
    this.#next = next?.name;
    this.schema = withoutChoices(
      next === undefined ? schema : withProperty(schema, next.name, next.schema),
      this.choices,
    );
  }

  /** Replaces fixed credentials in a text. */
  mask(text: string): string {
    return this.#secrets.mask(text);
  }

  /** Throws `ToolProblem` and `ArgumentError`. */
  read(given: unknown = {}): { readonly args: unknown; readonly next: unknown } {
    if (typeof given !== "object" || given === null || Array.isArray(given))
      throw new ToolProblem("The arguments are not an object.");
    let json: Members = given as Members;
    let next: unknown;
    if (this.#next !== undefined && Object.hasOwn(json, this.#next)) {
      const { [this.#next]: value, ...others } = json;
      next = value;
      json = others;
    }
    for (const { path, value } of this.#fixed) json = withFixed(json, path, value, path.join("."));
    const { input, name } = this.operation;
    if (this.#holder === undefined) return { args: fromJson(input, json, { name }), next };
    const strange = Object.keys(json).find((key) => key !== this.#holder);
    if (strange !== undefined) throw new ToolProblem(`The only argument is ${this.#holder}.`);
    const { [this.#holder]: value } = json;
    return { args: value === undefined && !contentOf(input).required ? value : fromJson(input, value, { name }), next };
  }
}

/** Returns the name of the argument that holds the whole value, where it is no plain object. */
function holderOf({ input }: OperationNode, root: JsonSchema): string | undefined {
  return isObject(root) ? undefined : contentOf(input).key || "value";
}

/** Returns the names of the arguments of an operation, by their schema. */
export function argumentNames(operation: OperationNode, args: JsonSchema): readonly string[] {
  const root = withoutRootReference(args);
  const holder = holderOf(operation, root);
  return holder === undefined ? Object.keys((root as ObjectSchema).properties ?? {}) : [holder];
}

/** A property of an object whose only property is `content`. */
function heldBy(key: string, content: TypedProperty): TypedProperty {
  const type = recordOf([madeElement({ namespace: "", local: key }, content.type, { array: content.list })]);
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

import { complexTypeOf, contentOf, type NodeRef, propertiesOf } from "soapwright-runtime/codecs";
import { type JsonSchema, jsonSchemaOfType, parseJsonText } from "soapwright-runtime/json";
import type { OperationNode } from "soapwright-runtime/tables";
import { nearName } from "soapwright-runtime/xsd";
import { pointer, Refusal } from "./problems";

/** One argument. A list is the parameter several times. */
export interface QueryParameter {
  readonly key: string;
  readonly type: NodeRef;
  readonly required: boolean;
  readonly list: boolean;
  readonly form: "text" | "number" | "boolean";
}

/** Returns the arguments of an operation as parameters; undefined if one of them is not simple. */
export function queryParametersOf({ input }: OperationNode): QueryParameter[] | undefined {
  const content = contentOf(input);
  if (complexTypeOf(content.type) === undefined || input.list) return undefined;
  const parameters: QueryParameter[] = [];
  for (const { key, type: ref, required, list } of propertiesOf(content.type)) {
    // Any elements and attributes, and mixed content, are XML text.
    if (ref === undefined) return undefined;
    const schema = jsonSchemaOfType(ref);
    const form = formOf(schema, schema.$defs);
    if (form === undefined) return undefined;
    parameters.push({ key, type: ref, required, list, form });
  }
  return parameters;
}

function formOf(schema: JsonSchema, defs: unknown): QueryParameter["form"] | undefined {
  const { $ref, anyOf, type } = schema;
  if (typeof $ref === "string") {
    const name = decodeURIComponent($ref.slice("#/$defs/".length)).replaceAll("~1", "/").replaceAll("~0", "~");
    const found: unknown = Reflect.get(Object(defs), name);
    return formOf(found as JsonSchema, defs);
  }
  if (Array.isArray(anyOf)) {
    // A query has no null; the numbers that JSON lacks are strings.
    const others = (anyOf as readonly JsonSchema[]).filter(
      (each) => each.type !== "null" && (each.type !== undefined || each.enum === undefined),
    );
    return others.length === 1 ? formOf(others[0]!, defs) : undefined;
  }
  // Octets are base64 in JSON, which a query would have to escape.
  if (type === "string") return "contentEncoding" in schema || "contentMediaType" in schema ? undefined : "text";
  if (type === "integer" || type === "number") return "number";
  return type === "boolean" ? "boolean" : undefined;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Returns the JSON of a query, without its question mark.
 *
 * @throws Refusal for an unknown parameter, one that is there twice, and percent-encoding that is not UTF-8.
 */
export function jsonOfQuery(query: string, parameters: readonly QueryParameter[]): Readonly<Record<string, unknown>> {
  const found = new Map<string, string[]>();
  for (const pair of query.split("&")) {
    if (pair === "") continue;
    const at = pair.indexOf("=");
    const key = decoded(at < 0 ? pair : pair.slice(0, at));
    const before = found.get(key);
    const value = at < 0 ? "" : decoded(pair.slice(at + 1));
    if (before === undefined) found.set(key, [value]);
    else before.push(value);
  }
  const json: [string, unknown][] = [];
  for (const [key, texts] of found) {
    const parameter = parameters.find((each) => each.key === key);
    if (parameter === undefined) throw refusal(unknownText(key, parameters), "");
    if (!parameter.list && texts.length > 1)
      throw refusal(`The parameter ${key} is there ${texts.length} times, and takes one value.`, pointer([key]));
    const values = texts.map((text) => jsonOfText(text, parameter.form));
    json.push([key, parameter.list ? values : values[0]]);
  }
  return Object.fromEntries(json);
}

function refusal(detail: string, place: string): Refusal {
  return new Refusal("ARGUMENT", detail, {}, [{ pointer: place, detail }]);
}

/**
 * Another text stays, so that the reader of JSON says what the argument takes. A number is judged by its text, as in a
 * body.
 */
function jsonOfText(text: string, form: QueryParameter["form"]): unknown {
  const parsed = form === "number" && NUMBER.test(text) ? parseJsonText(text) : undefined;
  if (parsed !== undefined && "value" in parsed) return parsed.value;
  if (form === "boolean" && (text === "true" || text === "false")) return text === "true";
  return text;
}

function unknownText(key: string, parameters: readonly QueryParameter[]): string {
  const names = parameters.map((each) => each.key);
  const near = nearName(key, names);
  const known = names.length === 0 ? "It has none." : `It has ${names.join(", ")}.`;
  const shown = /^[\w$.-]{1,64}$/.test(key) ? `parameter ${key}` : "parameter of that name";
  return `The operation has no ${shown}. ${near === undefined ? known : `Did you mean ${near}?`}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    throw new Refusal("ARGUMENT", "The query has percent-encoding that is not UTF-8.");
  }
}

import type { ValidationMode } from "../client/option-types";
import type { BuiltInName, SimpleNode, SimpleRef } from "../schema/tables/nodes";
import { builtInOf as kindOfBuiltIn, nodeOf } from "../schema/tables/view";
import { valueOfText } from "../schema/value-of-text";
import { builtInOf } from "../xsd/built-in-table";
import { explainedType } from "./explained-types";
import { boundsOf, enumOf, facetTexts, lengthsOf, type OwnFacets, ownFacets, patternsOf, type Said } from "./facets";
import { jsonKindOf, SPECIAL_NUMBERS, varietyOf } from "./json-simple";
import { momentPatterns } from "./moment-patterns";
import type { JsonSchema } from "./schema-types";

/** What the schemas of simple types need of the document that they are in. */
export interface SimpleTerms {
  /** The validation of the responses that the values may come from; `strict` is exact. */
  readonly level: ValidationMode;
  /** Whether decimals and large integers may be numbers too, where `level` is not `strict`. */
  readonly numbers?: boolean | undefined;
  /** Returns a reference to the definition of a type. */
  refer(node: SimpleNode): JsonSchema;
}

const XSD = "http://www.w3.org/2001/XMLSchema";

/** Whether a type is a definition of its own: a type with a name in the WSDL, or a built-in one with a long pattern. */
export function isDefined({ name, facets }: SimpleNode): boolean {
  if (name === undefined) return false;
  return name.namespace !== XSD || (facets === undefined && Object.hasOwn(momentPatterns, name.local));
}

/** The name of the definition of a type: `xs.date` is built-in. */
export function definitionName({ name }: SimpleNode): string {
  return name!.namespace === XSD ? `xs.${name!.local}` : name!.local;
}

/** Returns the schema at a place that has the type. */
export function simpleSchema(ref: SimpleRef, terms: SimpleTerms): JsonSchema {
  const node = nodeOf(ref);
  return isDefined(node) ? terms.refer(node) : simpleDefinition(node, terms);
}

/** Returns the schema of the type itself, which refers to its base and to the types in it. */
export function simpleDefinition(node: SimpleNode, terms: SimpleTerms): JsonSchema {
  const { name } = node;
  if (name?.namespace === XSD && isDefined(node)) return explainedSchema(node, name.local, terms);
  const own = ownFacets(node, isDefined);
  const plain = own.base === undefined ? plainSchema(node, terms) : terms.refer(own.base);
  return terms.level === "strict" ? exactSchema(node, own, plain) : openSchema(node, own, plain, terms.level);
}

/** A built-in type whose values are texts of a form. */
function explainedSchema(node: SimpleNode, local: string, { level, numbers }: SimpleTerms): JsonSchema {
  const { pattern, description, examples } = explainedType(local)!;
  const fitting = examples.filter((example) => "value" in valueOfText(node, example, "all"));
  return {
    type: numbers && !Object.hasOwn(momentPatterns, local) ? ["string", "number"] : "string",
    ...(level === "lenient" ? {} : { pattern }),
    description,
    ...(fitting.length === 0 ? {} : { examples: fitting }),
    ...(level === "lenient" ? {} : { $comment: `fromJson also checks the form of xs:${local}.` }),
  };
}

/** A type without its facets. */
function plainSchema(node: SimpleNode, terms: SimpleTerms): JsonSchema {
  const variety = varietyOf(node);
  const isLenient = terms.level === "lenient";
  switch (variety.of) {
    case "list":
      return { type: "array", items: simpleSchema(variety.item, terms) };
    case "union": {
      const members = variety.members.map((member) => memberSchema(member, terms));
      return { anyOf: distinct(isLenient ? [...members, TEXT] : members) };
    }
    case "atomic":
      return jsonKindOf(variety.builtIn) === "digits"
        ? explainedSchema(node, localOf(variety.builtIn), terms)
        : atomicSchema(variety.builtIn, isLenient);
  }
}

/** In a union, octets are the lexical of their type. */
function memberSchema(ref: SimpleRef, terms: SimpleTerms): JsonSchema {
  const builtIn = kindOfBuiltIn(ref);
  return builtIn !== undefined && jsonKindOf(builtIn) === "octets" ? TEXT : simpleSchema(ref, terms);
}

function distinct(schemas: readonly JsonSchema[]): readonly JsonSchema[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}

const TEXT: JsonSchema = { type: "string" };

export const NAME: JsonSchema = {
  type: "object",
  properties: { namespace: TEXT, local: TEXT },
  required: ["namespace", "local"],
  additionalProperties: false,
};

/** Octets that the service did not write as octets: a string would be base64. */
const OCTETS_TEXT: JsonSchema = {
  type: "object",
  properties: { text: TEXT },
  required: ["text"],
  additionalProperties: false,
};

function atomicSchema(builtIn: BuiltInName, isLenient: boolean): JsonSchema {
  const orText = (schema: JsonSchema): JsonSchema => (isLenient ? { anyOf: [schema, TEXT] } : schema);
  switch (jsonKindOf(builtIn)) {
    case "text":
    case "digits":
      return TEXT;
    case "number": {
      const { min, max } = builtInOf(builtIn);
      return orText({ type: "integer", minimum: Number(min), maximum: Number(max) });
    }
    case "float": {
      const special = [...SPECIAL_NUMBERS.keys()];
      return { anyOf: [{ type: "number" }, isLenient ? TEXT : { enum: special }] };
    }
    case "boolean":
      return orText({ type: "boolean" });
    case "octets": {
      const octets = { type: "string", contentEncoding: "base64" };
      return isLenient ? { anyOf: [octets, OCTETS_TEXT] } : octets;
    }
    case "name":
      return orText(NAME);
    case "names":
      return { type: "array", items: TEXT, ...(isLenient ? {} : { minItems: 1 }) };
  }
}

/** The keywords that say the facets, with the type that they are for. */
function keywordsOf(node: SimpleNode, own: OwnFacets): { readonly keywords: JsonSchema; readonly said: Said[] } {
  const variety = varietyOf(node);
  if (variety.of === "list") return { keywords: { type: "array", ...lengthsOf(own, "Items") }, said: ["length"] };
  if (variety.of === "union") return { keywords: {}, said: [] };
  switch (jsonKindOf(variety.builtIn)) {
    case "text":
    case "digits": {
      const [pattern, ...others] = [...formOf(variety.builtIn, own), ...patternsOf(own)];
      const more = others.map((each) => ({ type: "string", pattern: each }));
      const patterns = { ...(pattern && { pattern }), ...(more.length > 0 && { allOf: more }) };
      if (!isText(node)) return { keywords: { type: "string", ...patterns }, said: ["pattern"] };
      const values = enumOf(node, own);
      return {
        keywords: { type: "string", ...(values && { enum: values }), ...lengthsOf(own, "Length"), ...patterns },
        said: ["length", "pattern", "enumeration"],
      };
    }
    case "number": {
      const values = enumOf(node, own);
      return {
        keywords: { type: "integer", ...boundsOf(own), ...(values && { enum: values }) },
        said: ["bounds", "enumeration"],
      };
    }
    case "float": {
      const bounds = boundsOf(own);
      const special = { enum: [...SPECIAL_NUMBERS.keys()] };
      const isBounded = Object.keys(bounds).length > 0;
      return { keywords: isBounded ? { anyOf: [{ type: "number", ...bounds }, special] } : {}, said: ["bounds"] };
    }
    case "names":
      return { keywords: { type: "array", ...lengthsOf(own, "Items") }, said: ["length"] };
    default:
      return { keywords: {}, said: [] };
  }
}

/** `decimalNumber` is a decimal as a number of the program. */
function localOf(builtIn: BuiltInName): string {
  return builtIn === "decimalNumber" ? "decimal" : builtIn;
}

/** Patterns of a type replace that of its built-in type, unless that is among them. */
function formOf(builtIn: BuiltInName, own: OwnFacets): readonly string[] {
  return own.base === undefined && jsonKindOf(builtIn) === "digits" ? [explainedType(localOf(builtIn))!.pattern] : [];
}

function isText(node: SimpleNode): boolean {
  const builtIn = kindOfBuiltIn(node);
  if (builtIn === undefined || jsonKindOf(builtIn) !== "text") return false;
  const { primitive } = builtInOf(builtIn);
  return primitive === "string" || primitive === "anyURI";
}

/** A derived type has the facets of its base by a reference. The values of an enumeration are values of the base. */
function exactSchema(node: SimpleNode, own: OwnFacets, plain: JsonSchema): JsonSchema {
  const { keywords, said } = keywordsOf(node, own);
  const comment = commentOn([...formTexts(node, own), ...facetTexts(own, said)]);
  if (own.base === undefined) return { ...plain, ...keywords, ...comment };
  if ("enum" in keywords) return { ...keywords, ...comment };
  if (Object.keys(keywords).every((keyword) => keyword === "type")) return { ...plain, ...comment };
  const { allOf = [], ...others } = keywords as { readonly allOf?: readonly JsonSchema[] };
  return { ...others, allOf: [...allOf, plain], ...comment };
}

/** Facets are checked in no response, apart from closed enumerations: they are texts, and an enumeration is open. */
function openSchema(node: SimpleNode, own: OwnFacets, plain: JsonSchema, level: ValidationMode): JsonSchema {
  const { keywords } = keywordsOf(node, own);
  const { type, enum: values } = keywords;
  const isClosed = values !== undefined && own.facets.closed === true && level !== "lenient";
  const facets = facetTexts(own, values === undefined ? [] : ["enumeration"]);
  const sentences = [
    ...(facets.length === 0 ? [] : [`The contract says: ${facets.join("; ")}.`]),
    ...(isClosed || (values === undefined && facets.length === 0) ? [] : ["Responses may have other values."]),
  ];
  const { description, ...others } = plain;
  const all = [...(typeof description === "string" ? [description] : []), ...sentences];
  return {
    ...(values === undefined ? others : isClosed ? { type, enum: values } : { anyOf: [{ type, enum: values }, plain] }),
    ...(all.length === 0 ? {} : { description: all.join(" ") }),
    ...(level === "lenient" ? {} : commentOn(formTexts(node, own))),
  };
}

/** The lexical form that the schema lacks. */
function formTexts(node: SimpleNode, { base }: OwnFacets): string[] {
  const builtIn = kindOfBuiltIn(node);
  if (base !== undefined || builtIn === undefined) return [];
  const kind = jsonKindOf(builtIn);
  const hasForm = kind === "digits" || (kind === "text" && builtInOf(builtIn).base !== undefined);
  return hasForm ? [`the form of xs:${localOf(builtIn)}`] : [];
}

function commentOn(texts: readonly string[]): { readonly $comment?: string } {
  return texts.length === 0 ? {} : { $comment: `fromJson also checks ${texts.join("; ")}.` };
}

/** What `lenient` reads for a text that is not of its declared type. */
import { normalize, trim } from "../../xsd/built-ins";
import type { ContentErrorSink } from "../content/content-checks";
import type { ElementPlan } from "../plans/plans";
import type { PrefixScope } from "../scope";
import { Mismatch } from "../simple/mismatch";
import type { SimpleTypeCodec } from "../simple/simple-type";

/** An element or attribute. Without the optional members, it always has a value. */
export type Declaration = Pick<ElementPlan, "default" | "fixed"> &
  Partial<Pick<ElementPlan, "min" | "array" | "within" | "position">> & { readonly attribute?: string };

interface Judge extends ContentErrorSink {
  readonly scope: PrefixScope;
  readonly encoded: boolean;
  readonly isNoted: boolean;
}

interface Reading {
  readonly value: unknown;
  readonly gives: string;
  readonly read?: string | undefined;
}

/**
 * Reads a text without doubt about its value as that value, an empty text as no value, and gives any other text as it
 * came. Reports the departure; throws the decoder's error when no level reads the text.
 */
export function readDeparture(
  decoder: Judge,
  declaration: Declaration,
  type: SimpleTypeCodec,
  text: string,
  { expected, isFinal, response: reason }: Mismatch,
): unknown {
  const message = `expected ${expected}`;
  const reading = isFinal ? undefined : readingOf(decoder, declaration, type, text);
  if (reading === undefined) decoder.fail(message, reason);
  const isRead = decoder.encoded && reading.read !== undefined && isWrittenNumber(type, text);
  const { attribute } = declaration;
  decoder.depart({ message, came: text, gives: reading.gives, read: reading.read, attribute, isRead });
  return reading.value;
}

function readingOf(decoder: Judge, declaration: Declaration, type: SimpleTypeCodec, text: string): Reading | undefined {
  const { scope } = decoder;
  const meant = readMeant(type, text, scope);
  if (meant !== undefined && (decoder.isNoted || isBinaryDecimal(type, text))) return meant;
  // A text with this character is a token for octets outside of the XML.
  if (!decoder.isNoted || text.includes("\0")) return undefined;
  const exact = readText(type, text, scope);
  if (exact !== undefined) return { ...exact, gives: "the value as it came" };
  if (normalize(text, "collapse") === "") {
    const { min = 1, array, within, position } = declaration;
    if (min === 0 && array !== true && within === undefined) return { value: undefined, gives: "undefined" };
    if (position?.nillable === true) return { value: null, gives: "null" };
  }
  const { item } = type;
  if (item !== undefined) {
    const items = normalize(text, "collapse").split(" ").filter(Boolean);
    const value = items.map((token) => (readText(item, token, scope) ?? readMeant(item, token, scope))?.value ?? token);
    return { value, gives: "a list with the text of each wrong item as it came" };
  }
  return { value: text, gives: "the text as it came" };
}

/** Whether it is a decimal with an exponent: without notes it is the only departure that is read, as `.asmx` stacks do. */
function isBinaryDecimal({ builtIns }: SimpleTypeCodec, text: string): boolean {
  return builtIns.includes("decimal") && !builtIns.includes("integer") && /\de/i.test(text);
}

const NUMBER = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf|infinity|nan)$/i;

/**
 * Whether the text is a number as programming languages print one. Stacks of the SOAP encoding print their variables
 * whatever the declared type (Java `1E-7`, PHP `NAN`, Perl `1e+15`), and their own clients read that.
 */
function isWrittenNumber({ builtIns }: SimpleTypeCodec, text: string): boolean {
  const isNumber = builtIns.includes("decimal") || builtIns.includes("double") || builtIns.includes("float");
  return isNumber && NUMBER.test(trim(text));
}

/** Returns undefined for a text that is of the type, or has not one meaning. */
function readMeant(type: SimpleTypeCodec, text: string, scope: PrefixScope): Reading | undefined {
  const written = normalize(text, type.whiteSpace);
  const lexical = type.forgive?.(written);
  const meant = lexical === undefined || lexical === written ? undefined : readText(type, lexical, scope);
  return meant && { ...meant, gives: "the value that it means", read: lexical };
}

/** Returns undefined for a text that is not of the type, apart from facets. */
function readText(type: SimpleTypeCodec, text: string, scope: PrefixScope): { readonly value: unknown } | undefined {
  try {
    return { value: type.parse(normalize(text, type.whiteSpace), scope) };
  } catch (error) {
    if (error instanceof Mismatch && !error.isFinal) return undefined;
    throw error;
  }
}

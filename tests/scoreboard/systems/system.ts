import type { Contract, DocumentOutcome, Failure, Outcome } from "../board";
import { type GeneratedType, literalOf, type TypedValue, writeTypesFile } from "../types-check";

/** A system that is measured. */
export interface System {
  readonly name: string;
  /** What is measured, in a few words: the setting that checks most. */
  readonly setting: string;
  /** Undefined where it is not installed. */
  version(): string | undefined;
  /** The command that reads contracts from the file that follows it and prints an outcome a line. */
  readonly command: readonly string[];
  /** Its compiler is not part of the command: the runner compiles what it has generated strictly, as TypeScript. */
  readonly isTypeScript?: boolean;

  /** Its command compiles what it generates, and says when that fails. */
  readonly isCompiled?: boolean;
  /** It shows no values: what it reads is judged by what it writes alone. */
  readonly isOpaque?: boolean;
  /** It takes lines of words instead of JSON: see run-system.ts. */
  readonly readsLines?: boolean;
  /** The suites that it is put to, when the others would take too long. */
  readonly suites?: readonly string[];
  /** How long it may be silent. */
  readonly patienceMs?: number;
}

/** A contract as a system of JavaScript has opened it. */
export interface Opened {
  decode(text: string, root: string): unknown;
  /** The element, or an envelope with it. */
  encode(value: unknown, root: string): string | Promise<string>;
  /** Where the file of values that have to fit the generated types is written, and what it imports. */
  readonly types?: GeneratedType & { readonly path: string };
}

/** What was generated does not compile. */
export class CompileError extends Error {}

/** Names of errors that are mistakes in a program, not reasons given to its user. */
const mistakes = /^(?:TypeError|ReferenceError|RangeError|SyntaxError|InternalError)$/;

export function failureOf(error: unknown): Failure {
  const name = error instanceof Error ? error.name : "";
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, 300);
  return { reason: reason || name || "no reason", isCrash: mistakes.test(name) || reason === "" };
}

/** Runs the contracts of a file through a system of JavaScript, and prints the outcomes. */
export async function runSide(
  contracts: readonly Contract[],
  open: (contract: Contract) => Promise<Opened> | Opened,
  print: (outcome: Outcome) => void,
): Promise<void> {
  for (const contract of contracts) {
    let opened: Opened;
    try {
      opened = await open(contract);
    } catch (error) {
      print({ name: contract.name, generateFailure: failureOf(error), documents: [] });
      continue;
    }
    const documents: DocumentOutcome[] = [];
    const values: (TypedValue | undefined)[] = [];
    try {
      for (const { text, root } of contract.documents) {
        const { outcome, value } = await takeDocument(opened, text, root);
        documents.push(outcome);
        const isTyped = value !== undefined && value !== null;
        values.push(isTyped ? { operation: contract.elements.indexOf(root), literal: literalOf(value) } : undefined);
      }
      if (opened.types) writeTypesFile(opened.types.path, opened.types, values);
      print({ name: contract.name, documents });
    } catch (error) {
      print({ name: contract.name, compileFailure: failureOf(error), documents: [] });
    }
  }
}

async function takeDocument(
  opened: Opened,
  text: string,
  root: string,
): Promise<{ outcome: DocumentOutcome; value?: unknown }> {
  let value: unknown;
  try {
    value = await opened.decode(text, root);
  } catch (error) {
    if (error instanceof CompileError) throw error;
    return { outcome: { decodeFailure: failureOf(error) } };
  }
  const json = shownValue(value);
  // Encoding may change the value.
  const kept = structuredClone(value);
  try {
    return { outcome: { value: json, encoded: await opened.encode(value, root) }, value: kept };
  } catch (error) {
    return { outcome: { value: json, encodeFailure: failureOf(error) }, value: kept };
  }
}

/** A SOAP 1.1 message around the element. */
export function envelope(element: string): string {
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${element}</s:Body></s:Envelope>`;
}

/** A JavaScript value as the comparer takes it. */
export function shownValue(value: unknown): unknown {
  if (typeof value === "number" || typeof value === "bigint")
    return { $number: Object.is(value, -0) ? "-0" : String(value) };
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? { $invalid: "Date" } : { $date: value.toISOString() };
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString("base64") };
  if (Array.isArray(value)) return value.map(shownValue);
  if (typeof value !== "object" || value === null) return value;
  const { namespace, local, localName } = value as { namespace?: unknown; local?: unknown; localName?: unknown };
  if (typeof namespace === "string" && typeof (local ?? localName) === "string" && Object.keys(value).length <= 3)
    return { $name: `{${namespace}}${local ?? localName}` };
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shownValue(each)]));
}

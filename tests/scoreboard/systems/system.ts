import type { Contract, DocumentOutcome, Failure, Outcome } from "../board";
import { type GeneratedType, literalOf, type TypedValue, writeTypesFile } from "../types-check";

/** A system that is measured. */
export interface System {
  readonly name: string;
  /** A short description of the settings, which check as much as the system can. */
  readonly setting: string;
  /** Returns its version; undefined if it is not installed. */
  version(): string | undefined;
  /** The command. It reads contracts from the file in its last argument, and prints one outcome per line. */
  readonly command: readonly string[];
  /** Set if the runner compiles its output, strictly, as TypeScript. */
  readonly isTypeScript?: boolean;

  /** Set if its command compiles its output, and reports failures. */
  readonly isCompiled?: boolean;
  /** Set if it shows no values. What it reads is then judged by what it writes. */
  readonly isOpaque?: boolean;
  /** Set if it reads lines of words instead of JSON: see run-system.ts. */
  readonly readsLines?: boolean;
  /** The suites that it runs, if the others would take too long. */
  readonly suites?: readonly string[];
  /** The longest time without output, in milliseconds. */
  readonly patienceMs?: number;
}

/** A contract that a JavaScript system has opened. */
export interface Opened {
  decode(text: string, root: string): unknown;
  /** Returns the element, or an envelope with it. */
  encode(value: unknown, root: string): string | Promise<string>;
  /** The generated types, and the path of the file of values that must fit them. */
  readonly types?: GeneratedType & { readonly path: string };
}

/** The error of generated code that does not compile. */
export class CompileError extends Error {}

/** The names of errors that are bugs of a program, not reasons for its user. */
const mistakes = /^(?:TypeError|ReferenceError|RangeError|SyntaxError|InternalError)$/;

export function failureOf(error: unknown): Failure {
  const name = error instanceof Error ? error.name : "";
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, 300);
  return { reason: reason || name || "no reason", isCrash: mistakes.test(name) || reason === "" };
}

/** Runs the contracts of a file through a JavaScript system, and prints the outcomes. */
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

/** Returns a SOAP 1.1 message around the element. */
export function envelope(element: string): string {
  return `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${element}</s:Body></s:Envelope>`;
}

/** Returns a JavaScript value in the form that the comparer reads. */
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

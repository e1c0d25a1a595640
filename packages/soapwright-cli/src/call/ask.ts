/** Asks for arguments in a terminal. */

import { enumerationOf, isNillable, simpleTypeOf, valueOfText } from "soapwright-runtime/codecs";
import { printable } from "soapwright-runtime/xsd";
import type { Ask } from "../terminal/terminal";
import { type Place, typeWord } from "./places";

/** The prompts are loaded by whoever is asked. */
export const askInTerminal: Ask = async (place, text) => {
  const { input, select } = await import("../bundled");
  const { type } = place;
  const message = questionFor(place, text);
  const values = enumerationOf(type) ?? (typeWord(type) === "boolean" ? ["true", "false"] : undefined);
  if (values !== undefined) return select({ message, choices: values.map((value) => ({ value })) });
  return input({ message, validate: (answer) => problemOf(place, answer) ?? true });
};

/** The text is of the WSDL, and a terminal would obey its control characters. */
export function questionFor({ key, type }: Place, text: string | undefined): string {
  return printable(`${key} (${typeWord(type)})${text === undefined ? "" : `: ${text}`}`);
}

function problemOf({ type }: Place, answer: string): string | undefined {
  const simple = simpleTypeOf(type);
  if (simple !== undefined) {
    const found = valueOfText(simple, answer, "all");
    return "value" in found ? undefined : `It takes ${found.expected}.`;
  }
  try {
    JSON.parse(answer);
    return undefined;
  } catch {
    return `It takes JSON${isNillable(type) ? ", or null" : ""}.`;
  }
}

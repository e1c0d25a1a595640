/** HTML templates that escape every value except markup. */
import { printable } from "./printable";

export class Markup {
  constructor(readonly html: string) {}
}

type Value = Markup | string | number | undefined | false | readonly (Markup | string)[];

const REFERENCES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A template: `html\`<p>${text}</p>\``. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(parts.reduce((before, part, at) => before + textOf(values[at - 1], isForm(before)) + part));
}

/** Returns text as the content of an element: characters that reorder what a reader sees are shown as escapes. */
export function htmlText(text: string): string {
  return references(text.replace(/[^\t\n\r]+/g, (piece) => printable(piece)));
}

function references(text: string): string {
  return text.replace(/[&<>"']/g, (character) => REFERENCES[character]!);
}

/** Whether what follows is a value of an attribute, or one that a form sends: it stays exact. */
function isForm(before: string): boolean {
  return /"$|<(?:textarea|option)\b[^<>]*>$/.test(before.slice(-500));
}

function textOf(value: Value, isExact: boolean): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Markup) return value.html;
  if (Array.isArray(value)) return value.map((one: Markup | string) => textOf(one, isExact)).join("");
  return isExact ? references(String(value)) : htmlText(String(value));
}

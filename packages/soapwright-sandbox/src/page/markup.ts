/** HTML templates that escape every value except markup. */

export class Markup {
  constructor(readonly html: string) {}
}

type Value = Markup | string | number | undefined | false | readonly (Markup | string)[];

const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A template: `html\`<p>${text}</p>\``. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(parts.reduce((before, part, index) => before + textOf(values[index - 1]) + part));
}

export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => references[character]!);
}

function textOf(value: Value): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Markup) return value.html;
  if (Array.isArray(value)) return value.map((one: Markup | string) => textOf(one)).join("");
  return escaped(String(value));
}

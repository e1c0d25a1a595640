/** Where the values of a JSON text stand: for messages about a file that a person edits. */

/** The line, from 1, of the value at `path` (keys and indexes); of the nearest one around it when there is none. */
export function lineOfJson(text: string, path: readonly (string | number)[]): number {
  let at = skipBlanks(text, 0);
  let best = at;
  for (const step of path) {
    const found = typeof step === "number" ? itemAt(text, at, step) : memberAt(text, at, step);
    if (found === undefined) break;
    at = found;
    best = found;
  }
  return lineAt(text, best);
}

/** The line, from 1, of an index of the text. */
function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

/** The line at which a text stops being JSON, out of the parser's message. */
export function lineOfSyntaxError(text: string, error: unknown): number {
  const message = error instanceof Error ? error.message : "";
  const position = /position (\d+)/.exec(message)?.[1];
  return position === undefined ? lineAt(text, text.trimEnd().length) : lineAt(text, Number(position));
}

/** `orders[0].id` as steps. */
export function stepsOf(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, key]) =>
    index === undefined ? key! : Number(index),
  );
}

function itemAt(text: string, at: number, index: number): number | undefined {
  if (text[at] !== "[") return undefined;
  let value = skipBlanks(text, at + 1);
  for (let i = 0; i < index; i++) {
    const comma = skipBlanks(text, endOfValue(text, value));
    if (text[comma] !== ",") return undefined;
    value = skipBlanks(text, comma + 1);
  }
  return text[value] === "]" ? undefined : value;
}

function memberAt(text: string, at: number, key: string): number | undefined {
  if (text[at] !== "{") return undefined;
  let name = skipBlanks(text, at + 1);
  let found: number | undefined;
  while (text[name] === '"') {
    const end = endOfString(text, name);
    const value = skipBlanks(text, skipBlanks(text, end) + 1);
    // Of two members of one name the last counts.
    if (JSON.parse(text.slice(name, end)) === key) found = value;
    const comma = skipBlanks(text, endOfValue(text, value));
    if (text[comma] !== ",") break;
    name = skipBlanks(text, comma + 1);
  }
  return found;
}

function endOfValue(text: string, at: number): number {
  let depth = 0;
  for (let i = at; i < text.length; ) {
    const character = text[i];
    if (character === '"') i = endOfString(text, i);
    else {
      if (character === "{" || character === "[") depth++;
      if (character === "}" || character === "]") depth--;
      if (depth < 0) return i;
      if (depth === 0 && character === ",") return i;
      i++;
    }
  }
  return text.length;
}

function endOfString(text: string, at: number): number {
  let i = at + 1;
  while (i < text.length && text[i] !== '"') i += text[i] === "\\" ? 2 : 1;
  return i + 1;
}

function skipBlanks(text: string, at: number): number {
  let i = at;
  while (/\s/.test(text[i] ?? "")) i++;
  return i;
}

/** Where the values of a JSON text stand: for messages about a file that a person edits. */

/** Strings, signs, and the words between them. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}:,]|[^\s"[\]{}:,]+/g;

/** The line, from 1, of the value at `path` (keys and indexes); of the nearest one around it when there is none. */
export function lineOfJson(text: string, path: readonly (string | number)[]): number {
  let nearest = 0;
  /** Keys and indexes of the value that is read; null before a key is known. */
  const place: (string | number | null)[] = [];
  let name = "";
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (token === ":") place[place.length - 1] = name;
    else if (token === ",") {
      const last = place.at(-1);
      place[place.length - 1] = typeof last === "number" ? last + 1 : null;
    } else if (token === "}" || token === "]") place.pop();
    else {
      // Of two members of one name the last counts.
      if (place.every((step, at) => step === path[at])) nearest = index;
      if (token === "[") place.push(0);
      else if (token === "{") place.push(null);
      else if (token.startsWith('"')) name = JSON.parse(token) as string;
    }
  }
  return lineAt(text, nearest);
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

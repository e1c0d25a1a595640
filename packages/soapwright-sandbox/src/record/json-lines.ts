/** Positions of the values in a JSON text, for messages about a file that a person edits. */

/** The tokens of JSON: strings, punctuation, and the literals between them. */
const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}:,]|[^\s"[\]{}:,]+/g;

/** Returns the line, from 1, of the value at `path`; of its nearest ancestor if the value is absent. */
export function lineOfJson(text: string, path: readonly (string | number)[]): number {
  let nearest = 0;
  /** The last key is null until it is read. */
  const place: (string | number | null)[] = [];
  let name = "";
  for (const { 0: token, index } of text.matchAll(TOKENS)) {
    if (token === ":") place[place.length - 1] = name;
    else if (token === ",") {
      const last = place.at(-1);
      place[place.length - 1] = typeof last === "number" ? last + 1 : null;
    } else if (token === "}" || token === "]") place.pop();
    else {
      // If two members have the same name, the last one counts.
      if (place.every((step, at) => step === path[at])) nearest = index;
      if (token === "[") place.push(0);
      else if (token === "{") place.push(null);
      else if (token.startsWith('"')) name = JSON.parse(token) as string;
    }
  }
  return lineAt(text, nearest);
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split("\n").length;
}

export function lineOfSyntaxError(text: string, error: unknown): number {
  const message = error instanceof Error ? error.message : "";
  const position = /position (\d+)/.exec(message)?.[1];
  return position === undefined ? lineAt(text, text.trimEnd().length) : lineAt(text, Number(position));
}

/** A path is written as `orders[0].id`. */
export function stepsOf(path: string): (string | number)[] {
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, index, key]) =>
    index === undefined ? key! : Number(index),
  );
}

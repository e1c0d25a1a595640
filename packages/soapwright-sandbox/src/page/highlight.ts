/** XML for people: indented, with colored names and values. Other text is shown unchanged. */
import { indented } from "../sample-envelope";
import { escaped, Markup } from "./markup";

/** Characters that are shown in colors; longer texts are not. */
const longest = 50_000;

export function highlighted(text: string): Markup {
  if (text.length > longest || !/^\s*</.test(text)) return new Markup(escaped(text));
  const pieces = indented(text).match(/<[^<>]*>|[^<>]+|[<>]/g) ?? [];
  return new Markup(
    pieces
      .map((piece) => (piece.startsWith("<") && piece.endsWith(">") ? tag(piece) : `<b>${escaped(piece)}</b>`))
      .join(""),
  );
}

function tag(piece: string): string {
  const [, start = "", name = "", rest = ""] = /^(<[/?!]?)([^\s/>?]*)([\s\S]*)$/.exec(piece) ?? [];
  const attributes = rest.replace(
    /([^\s=]+)(=)("[^"]*"|'[^']*')|[^\s]/g,
    (all, attribute?: string, sign?: string, value?: string) =>
      attribute === undefined ? escaped(all) : `<i>${escaped(attribute)}</i>${sign}<em>${escaped(value ?? "")}</em>`,
  );
  return `${escaped(start)}<span>${escaped(name)}</span>${attributes}`;
}

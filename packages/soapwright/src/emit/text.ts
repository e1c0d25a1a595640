/** Text of the source document as TypeScript, escaped so that it cannot end a literal or a comment. */
import { isIdentifier } from "soapwright-contract";

const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu;

/** Texts without anything to escape or to lay out. Most texts match, which saves the slower replacements. */
const plainLiteral = /^[ !#-[\]-~]*$/;
const plainComment = /^[ -)+-?A-_a-~]*$/;

/** Returns a string literal in double quotes, with invisible characters escaped. */
export function quoted(text: string): string {
  if (plainLiteral.test(text)) return `"${text}"`;
  return JSON.stringify(text).replace(hidden, (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

export function propertyName(key: string): string {
  return isIdentifier(key) && key !== "__proto__" ? key : quoted(key);
}

/**
 * Returns documentation as lines of a JSDoc comment: it cannot end the comment, start a tag or reorder displayed text.
 */
export function commentText(documentation: string): string {
  if (plainComment.test(documentation)) return documentation.trim();
  return documentation
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
    .split("\n")
    .map((line) =>
      line
        .trim()
        .replace(hidden, (character) => (character === "\t" ? " " : `\\u{${character.codePointAt(0)?.toString(16)}}`))
        .replace(/\*\//g, "*\\/")
        .replace(/`/g, "'")
        .replace(/@(?=\w)/g, "\\@"),
    )
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Returns text of generated tables for a comment, which it cannot end. */
export function ownComment(text: string): string {
  return text.replace(/\*\//g, "*\\/");
}

/** Longer labels are cut, because a pattern may have any length. */
const longestLabel = 100;

/**
 * Returns the documentation and, with `typeComments`, the label: `documentation — label`, or the label on its own line
 * after several lines. Either may be empty.
 */
export function described(
  documentation: string | undefined,
  label: string,
  { typeComments = false }: { readonly typeComments?: boolean } = {},
): string {
  const text = documentation === undefined ? "" : commentText(documentation);
  const suffix = typeComments ? shortLabel(commentText(label)) : "";
  if (text === "" || suffix === "") return text + suffix;
  return text.includes("\n") ? `${text}\n\n${suffix}` : `${text} — ${suffix}`;
}

function shortLabel(label: string): string {
  const line = label.replaceAll("\n", " ");
  const characters = line.length > longestLabel ? [...line] : [];
  return characters.length > longestLabel ? `${characters.slice(0, longestLabel).join("")}…` : line;
}

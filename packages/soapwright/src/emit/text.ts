/** Pieces of TypeScript text that the source document has a say in, so written that it cannot break out of them. */
import { isIdentifier } from "soapwright-contract";

/** Controls, line separators, bidirectional marks, other invisible characters, private use, lone surrogates. */
const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu;

/** Texts without anything to escape or to lay out, as nearly all are: telling them apart saves looking at each closely. */
const plainLiteral = /^[ !#-[\]-~]*$/;
const plainComment = /^[ -)+-?A-_a-~]*$/;

/** A string literal in double quotes, every character that does not show escaped. */
export function quoted(text: string): string {
  if (plainLiteral.test(text)) return `"${text}"`;
  return JSON.stringify(text).replace(hidden, (character) =>
    [...Array(character.length).keys()]
      .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

/** A property name, in quotes where it must be. */
export function propertyName(key: string): string {
  return isIdentifier(key) && key !== "__proto__" ? key : quoted(key);
}

/** Documentation as the lines of a JSDoc comment: nothing in it ends the comment, starts a tag or reorders what is shown. */
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

/** Words of our own tables as part of a comment: nothing ends it. */
export function ownComment(text: string): string {
  return text.replace(/\*\//g, "*\\/");
}

/** Longer words about the WSDL are cut: a pattern may be as long as it likes. */
const longestLabel = 100;

/**
 * The documentation and, with `typeComments`, what the WSDL calls it: `documentation — label`, the label on a line of its
 * own after several; or the one of them that there is.
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

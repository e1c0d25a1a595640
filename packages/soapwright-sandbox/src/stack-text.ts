/** Text as the writer of an `.asmx` stack writes it into XML: quotes raw, control characters as references. */

const special = new RegExp(`[${["&<>\0-\x08", "\x0b-\x1f", "\ufffe\uffff\\ud800-\\udfff"].join("")}]`, "gu");
const references: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/**
 * `text` as character data. A control character becomes a reference that no XML reader accepts, as on the stack. A
 * carriage return becomes one that every reader accepts: the stack writes it raw, and readers get a line feed.
 */
export function stackText(text: string): string {
  return text.replace(special, (character) => references[character] ?? referenceTo(character));
}

function referenceTo(character: string): string {
  const code = character.charCodeAt(0);
  // The stack fails at a lone surrogate; texts that nobody chose are sent without it.
  if (code >= 0xd800 && code <= 0xdfff) return "\ufffd";
  return `&#x${code.toString(16).toUpperCase()};`;
}

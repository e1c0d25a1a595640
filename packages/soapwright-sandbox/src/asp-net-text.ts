/** Text as the writer of ASP.NET writes it into XML: quotes raw, control characters as references. */

const special = new RegExp(`[${["&<>\0-\x08", "\x0b-\x1f", "\ufffe\uffff\\ud800-\\udfff"].join("")}]`, "gu");
const references: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/**
 * Escapes `text` as character data. A control character becomes a reference that XML readers reject, as in ASP.NET. A
 * carriage return becomes a reference that XML readers accept: ASP.NET writes it raw, and readers get a line feed.
 */
export function aspNetText(text: string): string {
  return text.replace(special, (character) => references[character] ?? referenceTo(character));
}

function referenceTo(character: string): string {
  const code = character.charCodeAt(0);
  // ASP.NET fails at a lone surrogate. Texts that the sandbox derives from a request must not fail, so it is
  // replaced.
  if (code >= 0xd800 && code <= 0xdfff) return "\ufffd";
  return `&#x${code.toString(16).toUpperCase()};`;
}

/** Texts from elsewhere, fit for a terminal. */

/** Moves the cursor, turns the direction of text, or is no character at all. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\p{Cs}]/gu;

/** What could move the cursor, or turn the direction of text, is shown as an escape. */
export function printable(text: string): string {
  return text.replace(unsafe, (character) =>
    character === "\n" ? "\\n" : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

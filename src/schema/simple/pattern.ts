/** XML Schema Part 2, F: its regular expressions as those of JavaScript with the flag `u`. */
import { parseCharacterClass, parseEscape } from "./pattern-class";

const QUANTIFIER = /^(?:[?*+]|\{[0-9]+(?:,[0-9]*)?\})/;
/** Characters that mean something to JavaScript; `^`, `$` and `/` mean nothing to XML Schema. */
const SYNTAX = /[\^$\\.*+?()[\]{}|/]/;

/**
 * The expression that matches what `pattern` describes: the whole text, from its start to its end.
 *
 * @throws SyntaxError when `pattern` is not an expression of XML Schema.
 */
export function translatePattern(pattern: string): RegExp {
  let source = "";
  let at = 0;
  while (at < pattern.length) {
    const character = String.fromCodePoint(pattern.codePointAt(at)!);
    if (character === "[") {
      const parsed = parseCharacterClass(pattern, at);
      source += parsed.source;
      at = parsed.end;
    } else if (character === "\\") {
      const parsed = parseEscape(pattern, at);
      source += parsed.source;
      at = parsed.end;
    } else {
      const quantifier = QUANTIFIER.exec(pattern.slice(at))?.[0];
      source += quantifier ?? translateCharacter(character);
      at += quantifier?.length ?? character.length;
    }
  }
  return new RegExp(`^(?:${source})$`, "u");
}

function translateCharacter(character: string): string {
  // A group captures nothing, and `.` is any character but line feed and carriage return (F.1.2).
  if (character === "(") return "(?:";
  if (character === ")" || character === "|") return character;
  if (character === ".") return "[^\\n\\r]";
  return SYNTAX.test(character) ? `\\${character}` : character;
}

import { type PatternNode, parsePattern } from "../xsd/pattern-syntax";

/** Returns undefined for a pattern that JavaScript can express only with another flag. */
export function jsonPattern(pattern: string): string | undefined {
  const source = sourceOf(parsePattern(pattern));
  return source === undefined ? undefined : `^(?:${source})$`;
}

function sourceOf(node: PatternNode): string | undefined {
  switch (node.kind) {
    case "character":
      return characterClass(node.source);
    case "sequence":
      return joined(node.parts, "");
    case "choice": {
      const branches = joined(node.branches, "|");
      return branches === undefined || node.branches.length === 1 ? branches : `(?:${branches})`;
    }
    case "repeat": {
      const part = sourceOf(node.part);
      if (part === undefined) return undefined;
      const isOne = node.part.kind === "character" || /^\(\?:[^()]*\)$/.test(part);
      return (isOne ? part : `(?:${part})`) + times(node.min, node.max);
    }
  }
}

function joined(nodes: readonly PatternNode[], separator: string): string | undefined {
  const sources = nodes.map(sourceOf);
  return sources.includes(undefined) ? undefined : sources.join(separator);
}

function times(min: number, max: number): string {
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? "*" : min === 1 ? "+" : `{${min},}`;
  if (min === 0 && max === 1) return "?";
  return min === max ? `{${min}}` : `{${min},${max}}`;
}

/** A class within a class, and a subtraction, need the flag `v`. */
function characterClass(source: string): string | undefined {
  if (!/^\[\^?[^[\]]*\]$/.test(source)) return undefined;
  const readable = source.replace(/\\u\{([0-9a-f]+)\}/g, (escaped, digits: string) => {
    const character = String.fromCodePoint(Number.parseInt(digits, 16));
    return /[A-Za-z0-9_ ,:;@#%&=<>~'"!]/.test(character) ? character : escaped;
  });
  const [, only] = /^\[(.|\\u\{[0-9a-f]+\}|\\p\{\w+\})\]$/u.exec(readable) ?? [];
  return only ?? readable;
}

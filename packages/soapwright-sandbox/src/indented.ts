/** XML with each element on a line of its own. */
export function indented(xml: string, depth = 0): string {
  const lines: string[] = [];
  let level = depth;
  for (const [piece] of xml.matchAll(
    /<[^/?!<>](?:[^<>]*[^/<>])?>[^<>]*<\/[^<>]*>(?:…)?|<\/[^<>]*>(?:…)?|<[^<>]*>|[^<>]+/g,
  )) {
    const isEnd = piece.startsWith("</");
    const isStart = /^<[^/?!][^<>]*[^/]>$|^<[^/?!]>$/.test(piece);
    if (isEnd) level--;
    if (piece.trim() !== "") lines.push(`${"  ".repeat(Math.max(0, level))}${piece.trim()}`);
    if (isStart) level++;
  }
  return lines.join("\n");
}

/**
 * XML 1.0 section 2.8: whether a document type declaration can be passed over. It can when it has no subset, or an internal one of
 * nothing but comments and entities of plain text: no external identifier, no parameter entity, no attribute defaults,
 * no entity made of others. References to its entities stay errors, so nothing of it is ever expanded.
 */
export function isInertDoctype(doctype: string): boolean {
  if (/^\s*[^\s["'<>[\]]+\s*$/.test(doctype)) return true;
  const subset = /^\s*[^\s["'<>]+\s*\[([\s\S]*)\]\s*$/.exec(doctype)?.[1];
  if (subset === undefined) return false;
  let at = 0;
  for (;;) {
    inert.lastIndex = at;
    const match = inert.exec(subset);
    if (match === null) return at === subset.length;
    at = inert.lastIndex;
  }
}

/** White space, a comment, or `<!ENTITY name "text">` whose text holds no reference. */
const inert = /\s+|<!--(?:(?!--)[\s\S])*-->|<!ENTITY\s+[^\s%"'<>&]+\s+(?:"[^"&%]*"|'[^'&%]*')\s*>/y;

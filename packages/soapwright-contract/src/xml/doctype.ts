export interface ParameterReference {
  /** `%name;`. */
  readonly text: string;
  /** Offset in the declaration. */
  readonly offset: number;
}

const mark = /<!--|<\?|<!ENTITY|["'%>]/g;
const reference = /%[^\s\d%&;"'<>[\].-][^\s%&;"'<>[\]]*;/y;

/**
 * Returns the first parameter entity reference outside of comments, processing instructions and literals that are not
 * entity values. A document type declaration is otherwise ignored (XML 1.0 section 2.8): no external subset is read,
 * and its entities and attribute defaults are not used. `%name;` cannot be ignored, because it is replaced by unknown
 * markup.
 */
export function parameterReference(declaration: string): ParameterReference | undefined {
  let isEntity = false;
  mark.lastIndex = 0;
  for (let match = mark.exec(declaration); match !== null; match = mark.exec(declaration)) {
    const [found] = match;
    let end = mark.lastIndex;
    if (found === "<!ENTITY") isEntity = true;
    else if (found === ">") isEntity = false;
    else if (found === "%") {
      const name = referenceAt(declaration, match.index);
      if (name !== undefined) return { text: name, offset: match.index };
    } else {
      const close = found === "<!--" ? "-->" : found === "<?" ? "?>" : found;
      const at = declaration.indexOf(close, end);
      if (at < 0) return undefined;
      const inText = isEntity && close === found ? percentIn(declaration, end, at) : undefined;
      if (inText !== undefined) return inText;
      end = at + close.length;
    }
    mark.lastIndex = end;
  }
  return undefined;
}

function percentIn(declaration: string, from: number, to: number): ParameterReference | undefined {
  const text = declaration.slice(from, to);
  for (let at = text.indexOf("%"); at >= 0; at = text.indexOf("%", at + 1)) {
    const found = referenceAt(text, at);
    if (found !== undefined) return { text: found, offset: from + at };
  }
  return undefined;
}

function referenceAt(declaration: string, offset: number): string | undefined {
  reference.lastIndex = offset;
  return reference.exec(declaration)?.[0];
}

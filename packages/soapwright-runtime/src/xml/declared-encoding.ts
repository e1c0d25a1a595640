const DECLARATION = /^<\?xml[ \t\r\n][^>]*?[ \t\r\n]encoding[ \t\r\n]*=[ \t\r\n]*["']([^"'>]*)["']/;

/** Returns the encoding that the XML declaration at the start of `text` names (XML 1.0, 4.3.3); undefined without one. */
export function declaredEncoding(text: string): string | undefined {
  return DECLARATION.exec(text)?.[1];
}

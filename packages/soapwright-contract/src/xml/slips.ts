const xmlSchema = "http://www.w3.org/2001/XMLSchema";
const slip = /^https?:\/\/(?:www\.)?w3c?\.(?:org|com)\/(?:1999|2000\/10|2001)\/xml-?schema[#/]?$/i;

/**
 * Returns the XML Schema namespace if `written` misspells it: `www.w3c.org`, `https:`, case, ending, a draft's year.
 */
export function meantNamespace(written: string): string | undefined {
  return written !== xmlSchema && slip.test(written.trim()) ? xmlSchema : undefined;
}

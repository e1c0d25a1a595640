const xmlSchema = "http://www.w3.org/2001/XMLSchema";
const slip = /^https?:\/\/(?:www\.)?w3c?\.(?:org|com)\/(?:1999|2000\/10|2001)\/xml-?schema[#/]?$/i;

/** What a namespace was meant to be that is that of XML Schema but for a slip: `www.w3c.org`, `https:`, letter case, an end, the year of a draft. */
export function meantNamespace(written: string): string | undefined {
  return written !== xmlSchema && slip.test(written.trim()) ? xmlSchema : undefined;
}

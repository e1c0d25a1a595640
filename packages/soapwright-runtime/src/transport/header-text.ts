/** What HTTP can carry as a header (RFC 9110, 5.1 and 5.5). A line break in a value would start another header. */

/** Whether a text can be the name of a header, or another token. */
export function isHeaderName(text: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text);
}

/** Whether a text can be the value of a header. */
export function isHeaderValue(text: string): boolean {
  return !/[^\t\x20-\x7e\x80-\xff]/.test(text);
}

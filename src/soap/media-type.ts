/** A content type (RFC 9110, 8.3.1), as far as it decides how an answer is read. */
export interface MediaType {
  /** In lower case; empty when the header is missing. */
  readonly type: string;
  readonly charset: string | undefined;
}

let last: { readonly value: string; readonly media: MediaType } | undefined;

/** Reads a `Content-Type` header. */
export function readMediaType(value: string | undefined): MediaType {
  if (value === undefined) return { type: "", charset: undefined };
  // A service says the same every time.
  if (last?.value === value) return last.media;
  const [type = "", ...parameters] = value.split(";");
  let charset: string | undefined;
  for (const parameter of parameters) {
    const [, quoted, plain] = /^\s*charset\s*=\s*(?:"([^"]*)"|([^\s"]+))\s*$/i.exec(parameter) ?? [];
    charset ??= quoted ?? plain;
  }
  const media = { type: type.trim().toLowerCase(), charset };
  last = { value, media };
  return media;
}

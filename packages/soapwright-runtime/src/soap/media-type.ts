/** The parts of a content type (RFC 9110, 8.3.1) that reading a response depends on. */
export interface MediaType {
  /** The type is in lower case; empty when the header is missing. Two headers that differ are joined by a comma. */
  readonly type: string;
  readonly charset: string | undefined;
  /** Whether the response has the header more than once, each time with the same type. */
  readonly isRepeated?: boolean;
}

const CHARSET = /;\s*charset\s*=\s*(?:"([^"]*)"|([^\s";]+))\s*(?:;|$)/i;

/** Reads the value of `Content-Type`: the media type in lower case, and the charset as it is written. */
export function readMediaType(value = ""): MediaType {
  if (value.includes(",") && !/^\s*multipart\//i.test(value)) return readRepeated(value);
  return readOne(value);
}

function readOne(value: string): MediaType {
  const end = value.indexOf(";");
  if (end === -1) return { type: value.trim().toLowerCase(), charset: undefined };
  const [, quoted, plain] = CHARSET.exec(value) ?? [];
  return { type: value.slice(0, end).trim().toLowerCase(), charset: quoted ?? plain };
}

/** Several headers of one name are joined by commas (RFC 9110, 5.3). A comma in quotes is part of a parameter. */
function readRepeated(value: string): MediaType {
  const all = (value.match(/(?:[^,"]|"[^"]*"?)+/g) ?? []).map(readOne);
  const [first = readOne(value)] = all;
  if (all.length === 1) return first;
  const charsets = new Set(all.flatMap(({ charset = [] }) => charset).map((each) => each.toLowerCase()));
  const [charset] = charsets;
  const isSame = charsets.size < 2 && all.every(({ type }) => type === first.type);
  const type = isSame ? first.type : all.map((each) => each.type).join(", ");
  return { type, charset, isRepeated: isSame };
}

/**
 * Texts that services send in place of the lexical forms of XML Schema Part 2, where they have only one meaning. Each
 * function returns the lexical form, or the text unchanged.
 */

/** Longer texts are not rewritten. */
const MAX_LENGTH = 1000;

const BOOLEANS: { readonly [text: string]: string } = {
  true: "true",
  false: "false",
  yes: "true",
  no: "false",
  y: "true",
  n: "false",
  t: "true",
  f: "false",
  on: "true",
  off: "false",
};

/** .NET writes `True`, databases `Y`. */
export function meantBoolean(text: string): string {
  const word = text.length > 5 ? "" : text.toLowerCase();
  return Object.hasOwn(BOOLEANS, word) ? BOOLEANS[word]! : text;
}

/**
 * `1,234.50`, `1.234,50` and `1 234,50` have one meaning, as have `1,234,567` and `0,5`. `1,234` has two, and stays.
 * The marks of groups are a comma, a point, a blank or an apostrophe.
 */
const GROUPED: readonly { readonly form: RegExp; readonly group: RegExp; readonly comma: boolean }[] = [
  { form: /^[0-9]{1,3}(?:,[0-9]{3})+\.[0-9]*$/, group: /,/g, comma: false },
  { form: /^[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]*$/, group: /\./g, comma: true },
  { form: /^[1-9][0-9]{0,2}(?:,[0-9]{3}){2,}$/, group: /,/g, comma: false },
  { form: /^[1-9][0-9]{0,2}(?:\.[0-9]{3}){2,}$/, group: /\./g, comma: false },
  { form: /^[0-9]{1,3}(?:[ \u00a0\u202f'][0-9]{3})+(?:[.,][0-9]*)?$/, group: /[ \u00a0\u202f']/g, comma: true },
  { form: /^(?:[0-9]*,(?:[0-9]{1,2}|[0-9]{4,})|(?:0|[0-9]{4,})?,[0-9]{3})$/, group: /(?!)/g, comma: true },
];

/** Marks of groups, a decimal comma, and the sign that SAP writes behind the digits. */
function plainNumber(text: string): string {
  const [, before = "", digits = "", behind = ""] = /^([+-]?) ?([0-9.,\u00a0\u202f' ]+?)(-?)$/.exec(text) ?? [];
  if (digits === "" || (before !== "" && behind !== "")) return text;
  const grouped = GROUPED.find(({ form }) => form.test(digits));
  if (grouped === undefined) return behind === "" ? text : `-${digits}`;
  const plain = digits.replace(grouped.group, "");
  return `${before}${behind}${grouped.comma ? plain.replace(",", ".") : plain}`;
}

/** A short exponent must not expand without bound. */
const MAX_PLAIN_DIGITS = 1000;
const WITH_EXPONENT = /^([+-]?)(\d*)(?:\.(\d*))?[eE]([+-]?\d{1,4})$/;

/** Java and Python write exponents (`1E-7`). */
function withoutExponent(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = ""] = WITH_EXPONENT.exec(text) ?? [];
  const digits = whole + fraction;
  if (digits === "") return text;
  const point = whole.length + Number(exponent);
  const all = digits.padEnd(point, "0").padStart(digits.length - point, "0");
  const at = Math.max(point, 0);
  const before = all.slice(0, at).replace(/^0+(?=\d)/, "") || "0";
  const after = all.slice(at);
  if (before.length + after.length > MAX_PLAIN_DIGITS) return text;
  return `${sign}${before}${after === "" ? "" : `.${after}`}`;
}

export function meantDecimal(text: string): string {
  if (text.length > MAX_LENGTH) return text;
  const plain = withoutExponent(text);
  return plain === text ? plainNumber(text) : plain;
}

/** Databases and spreadsheets write `5.0`. */
export function meantInteger(text: string): string {
  const decimal = meantDecimal(text);
  const [, integer] = /^([+-]?[0-9]+)\.0*$/.exec(decimal) ?? [];
  return integer ?? decimal;
}

/** Java writes `Infinity`, C `inf` and `nan`. */
export function meantFloat(text: string): string {
  const [, sign = "", name = ""] = /^([+-]?)(inf|infinity|nan)$/i.exec(text.slice(0, 10)) ?? [];
  if (name === "") return text.length > MAX_LENGTH ? text : plainNumber(text);
  if (/^nan$/i.test(name)) return "NaN";
  return sign === "-" ? "-INF" : "INF";
}

const DATE = "([0-9]{4})(?:-([0-9]{2})-|/([0-9]{2})/)([0-9]{2})";
const CLOCK = "([0-9]{2}:[0-9]{2})(:[0-9]{2})?(?:[.,]([0-9]+))?";
const ZONE = " ?(Z|UTC|GMT|[+-][0-9]{2}(?::?[0-9]{2})?)?";
const MOMENT = /* @__PURE__ */ new RegExp(
  `^(?:${DATE}|([0-9]{4})([0-9]{2})([0-9]{2}))?(?:[T ]?${CLOCK})?${ZONE}$`,
  "i",
);
const MIDNIGHT = /^00:00:00(?:\.0*)?$/;

/**
 * Dates and times of databases and older libraries: a blank in place of the `T`, `+0200`, no seconds, `2017/08/01` and
 * `20170801`; a date in place of a dateTime, which is midnight, and a dateTime at midnight in place of a date.
 */
export function meantMoment(name: "dateTime" | "date" | "time", text: string): string {
  const groups = text.length > 60 ? null : MOMENT.exec(text);
  if (groups === null) return text;
  const [, year = groups[5], dash = groups[3] ?? groups[6], , day = groups[7], , , , clock, seconds, fraction, offset] =
    groups;
  const date = year === undefined ? undefined : `${year}-${dash}-${day}`;
  const time = clock && `${clock}${seconds ?? ":00"}${fraction === undefined ? "" : `.${fraction}`}`;
  const zone = zoneOf(offset);
  if (name === "time") return date === undefined && time !== undefined ? `${time}${zone}` : text;
  if (date === undefined) return text;
  if (name === "dateTime") return `${date}T${time ?? "00:00:00"}${zone}`;
  return time === undefined || MIDNIGHT.test(time) ? `${date}${zone}` : text;
}

function zoneOf(offset: string | undefined): string {
  if (offset === undefined) return "";
  if (/^[a-z]/i.test(offset)) return "Z";
  const minutes = offset.replace(":", "").slice(3);
  return `${offset.slice(0, 3)}:${minutes === "" ? "00" : minutes}`;
}

/** Libraries leave out the padding, and write the alphabet of URLs (RFC 4648, section 5). */
export function meantBase64(text: string): string {
  const digits = text.replaceAll("-", "+").replaceAll("_", "/");
  return /^[^= ]*$/.test(digits) ? digits.padEnd(Math.ceil(digits.length / 4) * 4, "=") : text;
}

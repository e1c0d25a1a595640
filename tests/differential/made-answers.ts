/** Made responses to `Address_GetList`: valid ones, and ones that are broken at every kind of place. */

export interface MadeAnswer {
  readonly name: string;
  readonly soapVersion: "1.1" | "1.2";
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
  /** The lengths of the pieces that the body is sent in. */
  readonly pieces: readonly number[];
}

const NAMESPACE = "https://service.example/soap/v3/EmployeeService";
const ENVELOPES = {
  "1.1": "http://schemas.xmlsoap.org/soap/envelope/",
  "1.2": "http://www.w3.org/2003/05/soap-envelope",
} as const;
const XSI = "http://www.w3.org/2001/XMLSchema-instance";

/** A small generator with a seed, so that every run makes the same responses (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The places at which a response is broken, each with what may be there. */
const BREAKS: readonly ((text: string, next: () => number) => string)[] = [
  (text, next) => text.slice(0, at(text, next)),
  (text, next) => splice(text, at(text, next), 1, ""),
  (text, next) => splice(text, at(text, next), 0, pick(PIECES, next)),
  (text, next) => splice(text, at(text, next), 1, pick(PIECES, next)),
  (text, next) => afterTag(text, next, pick(PIECES, next)),
  (text, next) => afterTag(text, next, `<Odd a="1">${pick(PIECES, next)}</Odd>`),
  (text, next) => inStartTag(text, next, pick(ATTRIBUTES, next)),
  (text, next) => renamed(text, next),
  (text, next) => value(text, next, pick(VALUES, next)),
  (text, next) => without(text, next),
  (text, next) => twice(text, next),
  (text, next) => swapped(text, next),
  (text, next) => text.replace(pick([NAMESPACE, ENVELOPES["1.1"], ENVELOPES["1.2"], XSI], next), "urn:other"),
  (text, next) => pick(PROLOGS, next) + text.replace(/^<\?xml.*?\?>/, ""),
  (text, next) => text + pick(PIECES, next),
];

const PIECES: readonly string[] = [
  "<",
  ">",
  "&",
  "&amp;",
  "&#1;",
  "&#x41;",
  "&nope;",
  "]]>",
  "<![CDATA[x]]>",
  "<!-- c -->",
  "<!--",
  "<?pi x?>",
  "</",
  "/>",
  "<!DOCTYPE a>",
  "\u0000",
  "\u0001",
  "\ud800",
  " ",
  "\n",
  "\r\n",
  "text",
  "é",
  "<a>",
  "</a>",
  "<a/>",
  "<a:b/>",
  '"',
  "'",
  "=",
];
const ATTRIBUTES: readonly string[] = [
  ' a="1"',
  " a",
  ' a="1" a="2"',
  ' xsi:nil="true"',
  ' xsi:nil="false"',
  ' xsi:nil="maybe"',
  ' xsi:type="Odd"',
  ' xmlns=""',
  ' xmlns:s="urn:s"',
  ' odd:a="1"',
  " a='<'",
  ' a="&amp;"',
  ' a="&nope;"',
  ' xmlns:xml="urn:x"',
  ' xml:lang="nl"',
  " /",
];
const VALUES: readonly string[] = [
  "",
  " ",
  "x",
  "-1",
  "2147483648",
  "1.5",
  "true",
  "0",
  "1e3",
  "NaN",
  "&#48;",
  "<![CDATA[5]]>",
  "é".repeat(50),
  "HomeAddress",
  "Moon",
];
const PROLOGS: readonly string[] = [
  "",
  " ",
  "\ufeff",
  '<?xml version="1.1"?>',
  '<?xml version="1.0" encoding="iso-8859-1"?>',
  '<?xml version="1.0" encoding="utf-16"?>',
  '<?xml version="1.0" encoding="nope"?>',
  '<?xml version="1.0" standalone="maybe"?>',
  "<!-- before -->",
  "<?xml?>",
  "x",
];

function pick<T>(list: readonly T[], next: () => number): T {
  return list[Math.floor(next() * list.length)]!;
}

function at(text: string, next: () => number): number {
  return Math.floor(next() * (text.length + 1));
}

function splice(text: string, from: number, count: number, piece: string): string {
  return text.slice(0, from) + piece + text.slice(from + count);
}

/** Returns one of the matches of `pattern`. */
function one(text: string, pattern: RegExp, next: () => number): RegExpMatchArray {
  return pick([...text.matchAll(pattern)], next);
}

function afterTag(text: string, next: () => number, piece: string): string {
  const { 0: tag, index } = one(text, /<[^>]+>/g, next);
  return splice(text, index! + tag.length, 0, piece);
}

function inStartTag(text: string, next: () => number, attribute: string): string {
  const { 0: tag, index } = one(text, /<[\w:]+/g, next);
  return splice(text, index! + tag.length, 0, attribute);
}

function renamed(text: string, next: () => number): string {
  const { 0: tag, index } = one(text, /<\/?[\w:]+/g, next);
  return splice(text, index!, tag.length, `${tag}x`);
}

function value(text: string, next: () => number, lexical: string): string {
  const { 0: whole, 1: content, index } = one(text, />([^<>]*)<\//g, next);
  return splice(text, index! + 1, whole.length - 3, content === lexical ? "other" : lexical);
}

const LEAF = /<([\w:-]+)>[^<>]*<\/\1>/g;

function without(text: string, next: () => number): string {
  const { 0: leaf, index } = one(text, LEAF, next);
  return splice(text, index!, leaf.length, "");
}

function twice(text: string, next: () => number): string {
  const { 0: leaf, index } = one(text, LEAF, next);
  return splice(text, index!, 0, leaf);
}

function swapped(text: string, next: () => number): string {
  const { 0: leaf, index } = one(text, LEAF, next);
  const rest = splice(text, index!, leaf.length, "");
  return afterTag(rest, next, leaf);
}

function entry(next: () => number): string {
  const id = Math.floor(next() * 1e5);
  const optional = [
    `<Street>${pick(["Laan &amp; Weg", "", "Rue de l'Église"], next)}</Street>`,
    `<HouseNumber>${id % 400}</HouseNumber>`,
    pick(["<HouseNumberAddition />", "<HouseNumberAddition>bis</HouseNumberAddition>"], next),
    "<PostalCode>3000 KK</PostalCode>",
    "<City>Ee</City>",
    "<StateProvince>Utrecht</StateProvince>",
  ].filter(() => next() > 0.2);
  return `<EmployeeAddress><Id>${id}</Id><Default>${pick(["true", "false", "1"], next)}</Default>${optional.join("")}<CountryISOCode>NL</CountryISOCode><Type>${pick(["HomeAddress", "WorkAddress"], next)}</Type></EmployeeAddress>`;
}

function fault(soapVersion: "1.1" | "1.2", prefix: string): string {
  return soapVersion === "1.1"
    ? `<${prefix}:Fault><faultcode>${prefix}:Server</faultcode><faultstring>Nothing works</faultstring><detail><Odd xmlns="urn:odd">5</Odd></detail></${prefix}:Fault>`
    : `<${prefix}:Fault><${prefix}:Code><${prefix}:Value>${prefix}:Sender</${prefix}:Value></${prefix}:Code><${prefix}:Reason><${prefix}:Text xml:lang="en">Nothing works</${prefix}:Text></${prefix}:Reason></${prefix}:Fault>`;
}

function valid(next: () => number, soapVersion: "1.1" | "1.2", isFault: boolean): string {
  const prefix = pick(["soap", "s", "SOAP-ENV"], next);
  const gap = pick(["", "", "\n  "], next);
  const count = pick([0, 1, 2, 3, 8], next);
  const entries = Array.from({ length: count }, () => entry(next)).join(gap);
  const result = `<Address_GetListResponse xmlns="${NAMESPACE}">${gap}<Address_GetListResult>${entries}</Address_GetListResult></Address_GetListResponse>`;
  const header = next() > 0.8 ? `<${prefix}:Header><Trace xmlns="urn:t">1</Trace></${prefix}:Header>` : "";
  const body = isFault ? fault(soapVersion, prefix) : result;
  const prolog = pick(['<?xml version="1.0" encoding="utf-8"?>', "", '<?xml version="1.0"?>'], next);
  return `${prolog}<${prefix}:Envelope xmlns:${prefix}="${ENVELOPES[soapVersion]}" xmlns:xsi="${XSI}">${header}${gap}<${prefix}:Body>${body}</${prefix}:Body></${prefix}:Envelope>`;
}

/** Returns `count` responses, the same ones for the same seed. One in five is valid. */
export function madeAnswers(count: number, seed = 1): MadeAnswer[] {
  const next = random(seed);
  return Array.from({ length: count }, (_, index) => {
    const soapVersion = pick(["1.1", "1.2"] as const, next);
    const isFault = next() < 0.15;
    const text = valid(next, soapVersion, isFault);
    const kind = index % 5 === 0 ? -1 : Math.floor(next() * BREAKS.length);
    const body = Buffer.from(kind < 0 ? text : BREAKS[kind]!(text, next), "utf8");
    const usual = soapVersion === "1.1" ? "text/xml; charset=utf-8" : "application/soap+xml; charset=utf-8";
    const contentType =
      next() < 0.9 ? usual : pick(["text/xml", "text/html", "text/xml; charset=iso-8859-1", ""], next);
    const status = isFault ? pick([500, 400, 200], next) : next() < 0.95 ? 200 : pick([202, 404, 500, 503], next);
    const cut = Math.floor(next() * body.length);
    const pieces = next() < 0.6 ? [body.length] : [cut, body.length - cut];
    return {
      name: `made ${index} (${kind < 0 ? "valid" : `break ${kind}`})`,
      soapVersion,
      status,
      contentType,
      body,
      pieces,
    };
  });
}

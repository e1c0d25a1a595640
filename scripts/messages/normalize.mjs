// Replaces in a message what differs from call to call, so that the same message is the same text.

const BUILT_IN =
  /\bxs:(?:string|normalizedString|token|language|Name|NCName|NMTOKENS?|ID|IDREFS?|ENTIT(?:Y|IES)|anyURI|QName|NOTATION|boolean|float|double|decimal|dateTime|date|time|duration|g[A-Z]\w+|hexBinary|base64Binary|(?:non)?(?:[pP]ositive|[nN]egative)?[iI]nteger|(?:unsigned)?[lL]ong|(?:unsigned)?[iI]nt|(?:unsigned)?[sS]hort|(?:unsigned)?[bB]yte|any\w+)\b/g;

/** In this order: an earlier rule may leave a mark that a later one must not take for a name. */
const rules = [
  // What the service says.
  [/(?<=\bfault)(?: \([^)]*\))?: (?!without a reason).*?(?=$| This was the client's first call)/, " (CODE): REASON"],
  [/(?<= content type )[\w.+-]+\/[\w.+-]+/, "TYPE"],
  [/(?<= (?:It|The response) begins: ).*$/, "EXCERPT"],
  // A name of the fixture.
  [/(?<=Did you mean )\S+(?=\?)/, "NAME"],
  [/\b(?:utf-?(?:8|16)(?:le|be)?|iso-8859-\d+|us-ascii|windows-\d+)\b/gi, "ENCODING"],
  // What a program or a document says, in quotes.
  [/"(?:[^"\\]|\\.)*"/g, '"…"'],
  [/'[^']*'/g, "'…'"],
  // Addresses and namespaces.
  [/\b(?:https?|urn|file|socks5?):[^\s,;)}]*[^\s,;)}.:?]/g, "ADDRESS"],
  [/\{(?:ADDRESS|…|[\w:/.-]*)\}[^\s,;)("]*[^\s,;)(".:?]/g, "NAME"],
  // Files, relative or absolute.
  [/(?:\.{0,2}\/)?(?:[\w.@+-]+\/)*[\w@+-]+\.(?:wsdl|xsd|json|tsv|xml|ts|pem)\b/g, "FILE"],
  [/(?<![\w<&])\/(?:[\w.@+-]+\/)*[\w.@+-]*[\w@+-]/g, "FILE"],
  // Markup and characters of a document.
  [/<\/?(?!\?)[^\s<>=&;()"]+ ?…?\/?>/gu, "<NAME>"],
  [/<\?[^\s<>]+ …\?>/gu, "<?NAME …?>"],
  [/&#x?[0-9A-Fa-f]+;/g, "&#N;"],
  [/&(?!amp;|lt;|gt;|quot;|apos;)[\w.:-]+;/g, "&NAME;"],
  [/U\+[0-9A-F]{4,6}\b/g, "U+N"],
  // Where in an argument, in a response, in a text.
  [/(match the schema at |be read at )(?:[^\s:]|:(?! ))*(?=: )/g, "$1PATH"],
  // Names of a schema.
  [BUILT_IN, "xs:TYPE"],
  [/(?<=expected xs:TYPE).*(?=, received)/g, (rest) => rest.replace(/, for example \S+/, ", for example VALUE")],
  [/(?<=unknown property )[^\s,.]+/g, "NAME"],
  [/(?<=expected (?:only )?one of ).*(?=, received)/g, "NAMES"],
  [/(?<=expected only )(?!one of).*(?=, received)/g, "NAMES"],
  [/(?<=received properties ).*(?=\.$)/g, "NAMES"],
  [/(?<=a value for )(?!any element).*?(?=, received)/g, "NAME"],
  [/(?<= by the pattern ).*?(?=, received| \(line)/g, "PATTERN"],
  [/(?<= as one of ).*?(?=, received| \(line)/g, "VALUES"],
  [/(?<=PATH: )\S+(?= (?:is not allowed here|appears N? ?))/g, "NAME"],
  [/(?<=(?:does not know|inside text): )[^\s{]+/g, "NAME"],
  [/(?<=the fixed value ).*?(?=, received| \(line)/g, "VALUE"],
  [/\b\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME"],
  // Numbers, with groups and signs; those of specifications stay.
  [/(?<![\w.+-]|XML |SOAP )-?\d+(?:[.,_]\d+)*(?!\w)/g, "N"],
];

/** The message with names, numbers and addresses replaced. */
export function normalize(text) {
  return rules.reduce((shown, [pattern, by]) => shown.replace(pattern, by), text.replace(/\s+/g, " ").trim());
}

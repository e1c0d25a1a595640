/** Every small change of a WSDL's text: an attribute is removed, added or changed; an element is removed or moved. */

export interface Mutant {
  readonly name: string;
  readonly text: string;
}

/** Other values of an attribute, by its name. Names that nothing refers to may change too. */
const values: Readonly<Record<string, readonly string[]>> = {
  minOccurs: ["0", "1", "2"],
  maxOccurs: ["1", "2", "unbounded"],
  nillable: ["true", "false"],
  abstract: ["true", "false"],
  mixed: ["true", "false"],
  form: ["qualified", "unqualified"],
  elementFormDefault: ["qualified", "unqualified"],
  attributeFormDefault: ["qualified", "unqualified"],
  use: ["optional", "required", "prohibited", "literal", "encoded"],
  processContents: ["lax", "skip", "strict"],
  namespace: ["##any", "##other", "##local", "##targetNamespace", "urn:example:other"],
  style: ["document", "rpc"],
  soapActionRequired: ["true", "false"],
  block: ["#all", "extension", "restriction", "substitution"],
  type: ["xs:string", "xs:int", "xs:decimal", "xs:date", "xs:anyType"],
  base: ["xs:string", "xs:token", "xs:int", "xs:long"],
  itemType: ["xs:string", "xs:int"],
  memberTypes: ["xs:string", "xs:int xs:date"],
};
const appended = new Set(["name", "default", "fixed", "soapAction", "location", "encodingStyle", "targetNamespace"]);

const added: Readonly<Record<string, readonly string[]>> = {
  element: [
    'minOccurs="0"',
    'maxOccurs="2"',
    'maxOccurs="unbounded"',
    'nillable="true"',
    'form="unqualified"',
    'default="1"',
    'fixed="1"',
    'abstract="true"',
  ],
  attribute: ['use="required"', 'default="1"', 'fixed="1"', 'form="qualified"'],
  any: ['minOccurs="0"', 'maxOccurs="2"', 'namespace="##other"', 'processContents="lax"'],
  anyAttribute: ['namespace="##other"', 'processContents="lax"'],
  sequence: ['minOccurs="0"', 'maxOccurs="2"', 'maxOccurs="unbounded"'],
  choice: ['minOccurs="0"', 'maxOccurs="2"', 'maxOccurs="unbounded"'],
  all: ['minOccurs="0"'],
  complexType: ['mixed="true"', 'abstract="true"', 'block="#all"'],
  operation: ['soapAction="urn:example:changed"', 'soapActionRequired="false"', 'style="rpc"'],
};

const exchanged: Readonly<Record<string, readonly string[]>> = {
  sequence: ["choice", "all"],
  choice: ["sequence", "all"],
  all: ["sequence", "choice"],
};

const inserted: Readonly<Record<string, readonly string[]>> = {
  complexType: ["<xs:anyAttribute/>", '<xs:attribute name="inserted" type="xs:int"/>'],
  extension: ["<xs:anyAttribute/>", '<xs:attribute name="inserted" type="xs:int" use="required"/>'],
  sequence: [
    '<xs:element name="inserted" type="xs:int"/>',
    '<xs:element name="inserted" type="xs:int" minOccurs="0"/>',
    '<xs:any minOccurs="0"/>',
  ],
  choice: ['<xs:element name="inserted" type="xs:int"/>'],
  restriction: [
    '<xs:enumeration value="1"/>',
    '<xs:maxLength value="3"/>',
    '<xs:whiteSpace value="collapse"/>',
    '<xs:pattern value="[0-9]*"/>',
  ],
};

interface Tag {
  readonly at: number;
  readonly end: number;
  /** The position after the whole element. */
  readonly after: number;
  readonly raw: string;
  readonly local: string;
  readonly depth: number;
}

/** Yields every mutant of a WSDL that binds `xs` to XML Schema. */
export function* mutantsOf(text: string): Generator<Mutant> {
  const tags = tagsOf(text);
  for (const [index, tag] of tags.entries()) {
    const line = text.slice(0, tag.at).split("\n").length;
    const start = text.slice(tag.at, tag.end);
    const mutant = (what: string, changed: string): Mutant => ({ name: `${line}: ${tag.raw} ${what}`, text: changed });
    const withStart = (changed: string): string => text.slice(0, tag.at) + changed + text.slice(tag.end);
    for (const [written, name = "", value = ""] of start.matchAll(/\s([\w:]+)="([^"]*)"/g)) {
      if (name.startsWith("xmlns")) continue;
      yield mutant(`without ${name}`, withStart(start.replace(written, "")));
      const others = [
        ...(values[name] ?? []),
        ...(appended.has(name) ? [`${value}x`] : []),
        ...(name === "value" ? facetValues(value) : []),
      ];
      for (const other of others) {
        if (other !== value)
          yield mutant(`${name}="${other}"`, withStart(start.replace(written, ` ${name}="${other}"`)));
      }
    }
    for (const attribute of added[tag.local] ?? []) {
      if (!start.includes(` ${attribute.split("=")[0]}=`))
        yield mutant(`with ${attribute}`, withStart(start.replace(/\/?>$/, (end) => ` ${attribute}${end}`)));
    }
    yield mutant("removed", text.slice(0, tag.at) + text.slice(tag.after));
    const next = tags.slice(index + 1).find(({ at }) => at >= tag.after);
    if (next?.depth === tag.depth) {
      const [one, other] = [text.slice(tag.at, tag.after), text.slice(next.at, next.after)];
      // Declarations in definitions, types and schema are found by name, so their order has no effect.
      yield mutant(
        tag.depth <= 3 ? "declaration moved down" : "moved down",
        text.slice(0, tag.at) + other + text.slice(tag.after, next.at) + one + text.slice(next.after),
      );
    }
    const content = text.slice(tag.end, tag.after);
    for (const other of exchanged[tag.local] ?? []) {
      const raw = tag.raw.replace(tag.local, other);
      const close = content.lastIndexOf(`</${tag.raw}`);
      if (close < 0) continue;
      const changed = `<${raw}${start.slice(tag.raw.length + 1)}${content.slice(0, close)}</${raw}>`;
      yield mutant(`-> ${raw}`, text.slice(0, tag.at) + changed + text.slice(tag.after));
    }
    for (const more of inserted[tag.local] ?? []) {
      const close = content.lastIndexOf(`</${tag.raw}`);
      if (close < 0) continue;
      const at = tag.end + close;
      yield mutant(`with ${more}`, text.slice(0, at) + more + text.slice(at));
    }
  }
}

function facetValues(value: string): string[] {
  return /^-?\d+$/.test(value) ? [String(Number(value) + 1), String(Number(value) - 1)] : [`${value}x`, `${value}|x`];
}

function tagsOf(text: string): Tag[] {
  const tags: (Omit<Tag, "after"> & { after: number })[] = [];
  const open: (typeof tags)[number][] = [];
  for (const found of text.matchAll(/<!--[\s\S]*?-->|<(\/?)([\w:]+)(?:"[^"]*"|[^">])*?(\/?)>/g)) {
    const [whole, close, raw, empty] = found;
    if (raw === undefined) continue;
    const end = found.index + whole.length;
    if (close === "/") {
      const tag = open.pop();
      if (tag) tag.after = end;
      continue;
    }
    const tag = { at: found.index, end, after: end, raw, local: raw.replace(/^.*:/, ""), depth: open.length };
    tags.push(tag);
    if (empty !== "/") open.push(tag);
  }
  return tags;
}

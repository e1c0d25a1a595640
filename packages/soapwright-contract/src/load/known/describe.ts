/** Short forms for writing the schemas of well-known namespaces. */

/** A schema whose own components are referred to without a prefix, and built-in types by `xs:`. */
export function schema(
  namespace: string,
  prefixes: { readonly [prefix: string]: string },
  ...content: string[]
): string {
  const declared = Object.entries(prefixes).map(([prefix, other]) => ` xmlns:${prefix}="${other}"`);
  const imports = Object.values(prefixes).map((other) => `<xs:import namespace="${other}"/>`);
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="${namespace}"${declared.join("")} targetNamespace="${namespace}" elementFormDefault="qualified">
${[...imports, ...content].join("\n")}
</xs:schema>`;
}

/** `?`, `*` or `+`; an empty string for exactly once. */
export type Occurs = "?" | "*" | "+" | "";

function occurs(count: Occurs): string {
  const least = count === "?" || count === "*" ? ' minOccurs="0"' : "";
  return count === "*" || count === "+" ? `${least} maxOccurs="unbounded"` : least;
}

/** Elements of one type, global or local. */
export function elements(type: string, names: string, count: Occurs = ""): string {
  return names
    .split(" ")
    .map((name) => `<xs:element name="${name}" type="${type}"${occurs(count)}/>`)
    .join("");
}

export function ref(name: string, count: Occurs = ""): string {
  return `<xs:element ref="${name}"${occurs(count)}/>`;
}

/** A wildcard with `processContents="lax"`: only declared contents are checked. */
export function any(namespace: "##any" | "##other", count: Occurs = "*"): string {
  return `<xs:any namespace="${namespace}" processContents="lax"${occurs(count)}/>`;
}

export function sequence(count: Occurs, ...particles: string[]): string {
  return `<xs:sequence${occurs(count)}>${particles.join("")}</xs:sequence>`;
}

export function choice(count: Occurs, ...particles: string[]): string {
  return `<xs:choice${occurs(count)}>${particles.join("")}</xs:choice>`;
}

/** Attributes of one type; a name that ends in `!` is required. */
export function attributes(type: string, names: string): string {
  return names
    .split(" ")
    .map(
      (name) =>
        `<xs:attribute name="${name.replace("!", "")}" type="${type}"${name.endsWith("!") ? ' use="required"' : ""}/>`,
    )
    .join("");
}

export function attributeRef(name: string): string {
  return `<xs:attribute ref="${name}"/>`;
}

export function anyAttribute(namespace: "##any" | "##other" = "##other"): string {
  return `<xs:anyAttribute namespace="${namespace}" processContents="lax"/>`;
}

/** A complex type with element content. */
export function type(name: string, ...content: string[]): string {
  return `<xs:complexType name="${name}">${content.join("")}</xs:complexType>`;
}

export function mixed(name: string, ...content: string[]): string {
  return `<xs:complexType name="${name}" mixed="true">${content.join("")}</xs:complexType>`;
}

/** A base type that no element has itself. */
export function abstract(name: string, ...content: string[]): string {
  return `<xs:complexType name="${name}" abstract="true">${content.join("")}</xs:complexType>`;
}

/** A complex type that extends a type with element content. */
export function extended(name: string, base: string, ...content: string[]): string {
  return type(
    name,
    `<xs:complexContent><xs:extension base="${base}">${content.join("")}</xs:extension></xs:complexContent>`,
  );
}

/** A complex type with simple content and attributes. */
export function text(name: string, base: string, ...content: string[]): string {
  return type(
    name,
    `<xs:simpleContent><xs:extension base="${base}">${content.join("")}</xs:extension></xs:simpleContent>`,
  );
}

/** A simple type, restricted to the values if there are any. */
export function simple(name: string, base: string, ...values: string[]): string {
  const facets = values.map((value) => `<xs:enumeration value="${value}"/>`).join("");
  return `<xs:simpleType name="${name}"><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>`;
}

export function list(name: string, item: string): string {
  return `<xs:simpleType name="${name}"><xs:list itemType="${item}"/></xs:simpleType>`;
}

export function union(name: string, members: string): string {
  return `<xs:simpleType name="${name}"><xs:union memberTypes="${members}"/></xs:simpleType>`;
}

export function attributeGroup(name: string, ...content: string[]): string {
  return `<xs:attributeGroup name="${name}">${content.join("")}</xs:attributeGroup>`;
}

export function attributeGroupRef(name: string): string {
  return `<xs:attributeGroup ref="${name}"/>`;
}

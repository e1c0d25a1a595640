/** Short forms for writing the schemas of well-known namespaces. */

/** Returns a schema that refers to its own components without a prefix, and to built-in types by `xs:`. */
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

/**
 * Returns a content model from the notation of document type definitions (XML 1.0, 3.2.1): `(a, b?, (c |
 * d=xs:string)*)`. A name refers to a global element; with `=` and a type it declares a local one. `#any` and `#other`
 * are lax wildcards.
 */
export function content(model: string): string {
  const tokens = model.match(/[(),|?*+]|[^\s(),|?*+]+/g) ?? [];
  const occurs = (): string => {
    const count = /^[?*+]$/.test(tokens[0] ?? "") ? tokens.shift() : "";
    const least = count === "?" || count === "*" ? ' minOccurs="0"' : "";
    return count === "*" || count === "+" ? `${least} maxOccurs="unbounded"` : least;
  };
  const particle = (): string => {
    const token = tokens.shift() ?? "";
    if (token.startsWith("#")) return `<xs:any namespace="#${token}" processContents="lax"${occurs()}/>`;
    if (token !== "(") {
      const [name, type] = token.split("=");
      return type === undefined
        ? `<xs:element ref="${name}"${occurs()}/>`
        : `<xs:element name="${name}" type="${type}"${occurs()}/>`;
    }
    const items = [particle()];
    const compositor = tokens[0] === "|" ? "choice" : "sequence";
    while (tokens.shift() !== ")") items.push(particle());
    return `<xs:${compositor}${occurs()}>${items.join("")}</xs:${compositor}>`;
  };
  return tokens.length === 0 ? "" : particle();
}

/** Declares global elements of one type; `names` are separated by spaces. */
export function elements(type: string, names: string): string {
  return names
    .split(" ")
    .map((name) => `<xs:element name="${name}" type="${type}"/>`)
    .join("");
}

/** Declares global elements, each of the type `${name}${ending}`. */
export function elementsNamedAsTypes(names: string, ending = ""): string[] {
  return names.split(" ").map((name) => elements(`${name}${ending}`, name));
}

/** Declares attributes of one type; a name that ends in `!` is required. */
export function attributes(type: string, names: string): string {
  return names
    .split(" ")
    .map(
      (name) =>
        `<xs:attribute name="${name.replace("!", "")}" type="${type}"${name.endsWith("!") ? ' use="required"' : ""}/>`,
    )
    .join("");
}

export function attributeRefs(names: string): string {
  return names
    .split(" ")
    .map((name) => `<xs:attribute ref="${name}"/>`)
    .join("");
}

export function anyAttribute(namespace: "##any" | "##other" = "##other"): string {
  return `<xs:anyAttribute namespace="${namespace}" processContents="lax"/>`;
}

/** Declares a complex type with element content; `model` is `""` without elements. */
export function type(name: string, model: string, ...attributes: string[]): string {
  return `<xs:complexType name="${name}">${content(model)}${attributes.join("")}</xs:complexType>`;
}

export function mixed(name: string, model: string, ...attributes: string[]): string {
  return type(name, model, ...attributes).replace(">", ' mixed="true">');
}

export function abstract(name: string, model: string, ...attributes: string[]): string {
  return type(name, model, ...attributes).replace(">", ' abstract="true">');
}

export function extended(name: string, base: string, model = "", ...attributes: string[]): string {
  return type(
    name,
    "",
    `<xs:complexContent><xs:extension base="${base}">${content(model)}${attributes.join("")}</xs:extension></xs:complexContent>`,
  );
}

/** Declares a complex type with simple content. */
export function text(name: string, base: string, ...attributes: string[]): string {
  return type(
    name,
    "",
    `<xs:simpleContent><xs:extension base="${base}">${attributes.join("")}</xs:extension></xs:simpleContent>`,
  );
}

/** Declares a simple type, restricted to `values` if there are any. */
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

/** The elements and attributes of XML Schema 1.0, and `openContent` of 1.1. Any other in its namespace is reported. */

export interface KnownElement {
  /** Attributes without a namespace. */
  readonly attributes: ReadonlySet<string>;
  /** Child elements of the same vocabulary, if the table lists them. */
  readonly children?: ReadonlySet<string>;
}

export type Vocabulary = ReadonlyMap<string, KnownElement>;

const occurs = "id minOccurs maxOccurs";

/** XML Schema Part 1, section 3 and appendix A, and Part 2's facets. The schema reader itself checks nesting. */
export const xsdElements = vocabulary({
  all: occurs,
  annotation: "id",
  any: `${occurs} namespace processContents`,
  anyAttribute: "id namespace processContents",
  appinfo: "source",
  attribute: "default fixed form id name ref type use",
  attributeGroup: "id name ref",
  choice: occurs,
  complexContent: "id mixed",
  complexType: "abstract block final id mixed name",
  documentation: "source",
  element: `${occurs} abstract block default final fixed form name nillable ref substitutionGroup type`,
  extension: "base id",
  field: "id xpath",
  group: `${occurs} name ref`,
  import: "id namespace schemaLocation",
  include: "id schemaLocation",
  key: "id name",
  keyref: "id name refer",
  list: "id itemType",
  notation: "id name public system",
  openContent: "id mode",
  redefine: "id schemaLocation",
  restriction: "base id",
  schema: "attributeFormDefault blockDefault elementFormDefault finalDefault id targetNamespace version",
  selector: "id xpath",
  sequence: occurs,
  simpleContent: "id",
  simpleType: "final id name",
  union: "id memberTypes",
  unique: "id name",
  ...Object.fromEntries(
    "enumeration fractionDigits length maxExclusive maxInclusive maxLength minExclusive minInclusive minLength pattern totalDigits whiteSpace"
      .split(" ")
      .map((facet) => [facet, "fixed id value"]),
  ),
});

export function vocabulary(
  attributes: Readonly<Record<string, string>>,
  children?: Readonly<Record<string, string>>,
): Vocabulary {
  const list = (words: string) => new Set(words.split(" ").filter((word) => word !== ""));
  return new Map(
    Object.entries(attributes).map(([local, names]): [string, KnownElement] => [
      local,
      {
        attributes: list(names),
        ...(children && { children: list(`${children[local] ?? ""} documentation`) }),
      },
    ]),
  );
}

import type { GivenNames } from "./names/given-names";

/** How generated names are made. The tables keep the names on the wire, whatever the options are. */
export interface NamingOptions {
  /** Properties as on the wire, or `camelCase`. Default `wire`. */
  readonly propertyCase?: "wire" | "camel";
  /** Types as in the schema, or `PascalCase`. Default `wire`. */
  readonly typeCase?: "wire" | "pascal";
  /** What every type's name starts with. */
  readonly typePrefix?: string;
  /** What every type's name ends with. */
  readonly typeSuffix?: string;
  /** Names that are given: neither case, prefix nor suffix changes them. */
  readonly names?: GivenNames;
}

/** What a run may ask of the model. */
export interface ModelOptions extends NamingOptions {
  /** How `xs:decimal` is read. Default `string`: its text, nothing rounded. */
  readonly decimal?: "string" | "number";
  /** What `xs:long`, `unsignedLong` and `integer` and the types derived from it are. Default `bigint`. */
  readonly int64?: "bigint" | "string" | "number";
  /** Whether enumerations in results let unknown values pass. Default `open`. */
  readonly enums?: "open" | "closed";
  /** Name of the client's class. Default: the name of the service. Only for a WSDL that becomes one class. */
  readonly className?: string;
  /** Names of the operations to generate, as the WSDL has them. Default: all. */
  readonly operations?: readonly string[];
}

import type { Position } from "../diagnostics";

export interface ChosenName {
  readonly name: string;
  readonly position: Position;
}

/** Chosen names by component. */
export interface ChosenNames {
  /** The keys are QNames of types, or of elements with types of their own, as `{namespace}local`. */
  readonly types?: ReadonlyMap<string, ChosenName>;
  /** The keys are QNames of elements, or of attributes with `@` before them. */
  readonly properties?: ReadonlyMap<string, ChosenName>;
  /** By the name of an operation, or of an overload's input. */
  readonly operations?: ReadonlyMap<string, ChosenName>;
}

/** Options for generated names. The tables keep the names on the wire in any case. */
export interface NamingOptions {
  /** Case of properties: as on the wire, or `camelCase`. Default `wire`. */
  readonly propertyCase?: "wire" | "camel";
  /** Case of types: as in the schema, or `PascalCase`. Default `wire`. */
  readonly typeCase?: "wire" | "pascal";
  /** Prefix of every type's name. */
  readonly typePrefix?: string;
  /** Suffix of every type's name. */
  readonly typeSuffix?: string;
  /** Names chosen by the user, which case, prefix and suffix do not change. */
  readonly names?: ChosenNames;
}

/** The options of a model. */
export interface ModelOptions extends NamingOptions {
  /** How `xs:decimal` is read. Default `string`: its text, without rounding. */
  readonly decimal?: "string" | "number";
  /** The type of `xs:long`, `unsignedLong`, `integer` and types derived from `integer`. Default `bigint`. */
  readonly int64?: "bigint" | "string" | "number";
  /** Whether enumerations in results accept unknown values. Default `open`. */
  readonly enums?: "open" | "closed";
  /**
   * Which named types of the schemas are generated: those that operations use, or all, for values of `xs:anyType`.
   * Default `used`.
   */
  readonly types?: "used" | "all";
  /**
   * Whether an element of a named simple type may name a derived type in `xsi:type`. Its value then is `{ $type, value }`.
   * Default `declared`: no.
   */
  readonly simpleTypes?: "declared" | "derived";
  /** Name of the client's class, for a WSDL with one class. Default: the name of the service. */
  readonly className?: string;
  /** Operations to generate, by their names in the WSDL. Default: all. */
  readonly operations?: readonly string[];
}

/** A JSON Schema, as an object that JSON.stringify writes. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** Texts of a WSDL. Names of types and elements are in the form `{namespace}local`. */
export interface SchemaTexts {
  readonly operations?: Readonly<Record<string, string>>;
  readonly types?: Readonly<Record<string, string>>;
  /** Texts of properties by the table of their type. */
  readonly properties?: ReadonlyMap<object, Readonly<Record<string, string>>>;
}

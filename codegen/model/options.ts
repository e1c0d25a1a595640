/** What a run may ask of the model. */
export interface ModelOptions {
  /** How `xs:decimal` is read. Default `string`: its text, nothing rounded. */
  readonly decimal?: "string" | "number";
  /** Whether enumerations in results let unknown values pass. Default `open`. */
  readonly enums?: "open" | "closed";
  /** Name of the client's class. Default: the name of the service. Only for a WSDL that becomes one class. */
  readonly className?: string;
  /** Names of the operations to generate, as the WSDL has them. Default: all. */
  readonly operations?: readonly string[];
}

/**
 * The list of reasons of changes between two contracts, as `soapwright diff --json` prints them. A code stays when the text
 * changes, so that programs decide by it. `scripts/write-reasons.ts` writes the list in docs/errors.md from the docstrings.
 */
export interface ChangeReasons {
  /** The documentation of a part of the contract was added, changed or removed. Remedy: None. */
  "documentation-changed": "CHANGE";
  /** The generated code differs, for what is the same on the wire. Remedy: None. */
  "generated-code-changed": "CHANGE";
  /** A folder has one more WSDL. Remedy: None. */
  "wsdl-added": "CHANGE";
  /** A folder lacks a WSDL. Remedy: Stop calling its services. */
  "wsdl-removed": "CHANGE";
  /** The target namespace of the WSDL changed. Remedy: Generate the client again. */
  "target-namespace-moved": "CHANGE";
  /** An element or attribute is in another namespace. Remedy: Generate the client again. */
  "namespace-moved": "CHANGE";
  /** A binding puts the wrapper or a part into another namespace. Remedy: Generate the client again. */
  "binding-namespace-moved": "CHANGE";
  /** A service was added. Remedy: None. */
  "service-added": "CHANGE";
  /** A service was removed. Remedy: Stop calling it. */
  "service-removed": "CHANGE";
  /** The only service has another name, and its class too. Remedy: Import the new class. */
  "service-renamed": "CHANGE";
  /** A port was added. Remedy: None. */
  "port-added": "CHANGE";
  /** A port was removed. Remedy: Name another endpoint, if you call this one. */
  "port-removed": "CHANGE";
  /** A port has another name. Remedy: None. */
  "port-renamed": "CHANGE";
  /** A port has another address. Remedy: Check the address that you call. */
  "address-moved": "CHANGE";
  /** A binding has another transport. Remedy: Generate the client again. */
  "transport-changed": "CHANGE";
  /** A service has one more SOAP version. Remedy: None. */
  "soap-version-added": "CHANGE";
  /** A service lacks a SOAP version. Remedy: Call it with the other version. */
  "soap-version-removed": "CHANGE";
  /** An operation was added. Remedy: None. */
  "operation-added": "CHANGE";
  /** An operation was removed. Remedy: Stop calling it. */
  "operation-removed": "CHANGE";
  /** An operation lacks a SOAP version that its service has. Remedy: Call it with the other version. */
  "operation-unbound": "CHANGE";
  /** The style or the use of an operation's binding changed. Remedy: Generate the client again. */
  "style-changed": "CHANGE";
  /** An operation has a response from now on, or has none any more. Remedy: Generate the client again. */
  "response-changed": "CHANGE";
  /** An operation is safe to repeat from now on, or not any more. Remedy: None. */
  "safety-changed": "CHANGE";
  /** The use of a response changed. Remedy: Generate the client again. */
  "result-use-changed": "CHANGE";
  /** The encodingStyle of a message changed. Remedy: Generate the client again. */
  "encoding-style-changed": "CHANGE";
  /** The SOAPAction changed. Remedy: Generate the client again. */
  "soap-action-changed": "CHANGE";
  /** The SOAPAction is required from now on. Remedy: Generate the client again. */
  "soap-action-required": "CHANGE";
  /** The SOAPAction is not required any more. Remedy: None. */
  "soap-action-optional": "CHANGE";
  /** A part was added to a message. Remedy: Generate the client again. */
  "part-added": "CHANGE";
  /** A part was removed from a message. Remedy: Generate the client again. */
  "part-removed": "CHANGE";
  /** A part has another name, which is on the wire. Remedy: Generate the client again. */
  "part-renamed": "CHANGE";
  /** A part has another element. Remedy: Generate the client again. */
  "part-element-changed": "CHANGE";
  /** A part has a type instead of an element, or the reverse. Remedy: Generate the client again. */
  "part-kind-changed": "CHANGE";
  /** A header block was added. Remedy: Send it, if the service asks for it. */
  "header-added": "CHANGE";
  /** A header block was removed. Remedy: Generate the client again. */
  "header-removed": "CHANGE";
  /** A header block is required from now on. Remedy: Send it. */
  "header-required": "CHANGE";
  /** A header block is not required any more. Remedy: None. */
  "header-optional": "CHANGE";
  /** The use of a header block changed. Remedy: Generate the client again. */
  "header-use-changed": "CHANGE";
  /** A header fault was added or removed. Remedy: None. */
  "header-fault-changed": "CHANGE";
  /** An attachment was added, removed, or has other content types. Remedy: Generate the client again. */
  "attachment-changed": "CHANGE";
  /** An operation declares one more fault. Remedy: None. */
  "fault-added": "CHANGE";
  /** An operation does not declare a fault any more. Remedy: Remove the guard of this fault. */
  "fault-removed": "CHANGE";
  /** The use of a fault changed. Remedy: Generate the client again. */
  "fault-use-changed": "CHANGE";
  /** A fault has a detail from now on. Remedy: None. */
  "fault-detail-added": "CHANGE";
  /** A fault has no detail any more. Remedy: Generate the client again. */
  "fault-detail-removed": "CHANGE";
  /** Elements or parts are in another order. Remedy: Generate the client again. */
  "order-changed": "CHANGE";
  /** A type has text, elements or mixed content instead of another of them. Remedy: Generate the client again. */
  "content-kind-changed": "CHANGE";
  /** An element was added that may be absent. Remedy: None. */
  "optional-element-added": "CHANGE";
  /** A required element was added that may be nil. Remedy: None. */
  "nil-element-added": "CHANGE";
  /** A required element was added. Remedy: Give its value. */
  "required-element-added": "CHANGE";
  /** An element was removed. Remedy: Stop using its value. */
  "element-removed": "CHANGE";
  /** An element is required from now on. Remedy: Give its value. */
  "element-required": "CHANGE";
  /** An element is optional from now on. Remedy: Expect that its value is absent. */
  "element-optional": "CHANGE";
  /** The least or most number of values of an element changed. Remedy: Generate the client again. */
  "occurrence-changed": "CHANGE";
  /** A value became a list, or a list a value. Remedy: Generate the client again. */
  "list-changed": "CHANGE";
  /** An element is in a choice from now on, or in none any more. Remedy: Generate the client again. */
  "choice-changed": "CHANGE";
  /** A choice has one more branch. Remedy: Generate the client again. */
  "choice-branch-added": "CHANGE";
  /** A choice lacks a branch. Remedy: Stop sending it. */
  "choice-branch-removed": "CHANGE";
  /** The same elements are in other groups. Remedy: Generate the client again. */
  "elements-regrouped": "CHANGE";
  /** Elements are in any order from now on, or in that of the schema. Remedy: None. */
  "group-order-changed": "CHANGE";
  /** The least or most number of a group changed. Remedy: Generate the client again. */
  "group-occurrence-changed": "CHANGE";
  /** An attribute was added. Remedy: Give its value, if it is required. */
  "attribute-added": "CHANGE";
  /** An attribute was removed. Remedy: Stop using its value. */
  "attribute-removed": "CHANGE";
  /** An attribute is required or optional from now on. Remedy: Generate the client again. */
  "attribute-use-changed": "CHANGE";
  /** A type lets in other attributes from now on. Remedy: None. */
  "any-attribute-added": "CHANGE";
  /** A type lets in no other attributes any more. Remedy: Generate the client again. */
  "any-attribute-removed": "CHANGE";
  /** A wildcard lets in other namespaces. Remedy: Generate the client again. */
  "wildcard-namespaces-changed": "CHANGE";
  /** A wildcard has another `processContents`. Remedy: Generate the client again. */
  "wildcard-processing-changed": "CHANGE";
  /** A default was added, changed or removed. Remedy: Generate the client again. */
  "default-changed": "CHANGE";
  /** A fixed value was added, changed or removed. Remedy: Generate the client again. */
  "fixed-changed": "CHANGE";
  /** An element may be nil from now on, or not any more. Remedy: Generate the client again. */
  "nillable-changed": "CHANGE";
  /** An element is abstract from now on, or not any more. Remedy: Generate the client again. */
  "abstract-element-changed": "CHANGE";
  /** An element refuses more substitutes or derived types. Remedy: Generate the client again. */
  "block-added": "CHANGE";
  /** An element refuses fewer substitutes or derived types. Remedy: Generate the client again. */
  "block-removed": "CHANGE";
  /** An element has one more substitute. Remedy: Generate the client again. */
  "substitute-added": "CHANGE";
  /** An element lacks a substitute. Remedy: Stop sending it. */
  "substitute-removed": "CHANGE";
  /** A type of the same shape has another name. Remedy: Import the new name. */
  "type-renamed": "CHANGE";
  /** A simple type became a complex type or any type, or the reverse. Remedy: Generate the client again. */
  "type-kind-changed": "CHANGE";
  /** A simple type was replaced by one with the same values. Remedy: None. */
  "simple-type-replaced": "CHANGE";
  /** A complex type was replaced by one of another name. Remedy: Generate the client again. */
  "complex-type-replaced": "CHANGE";
  /** A complex type has a name instead of none, or the reverse. Remedy: Import the new name. */
  "anonymous-type-changed": "CHANGE";
  /** A type is abstract from now on, or not any more. Remedy: Generate the client again. */
  "abstract-type-changed": "CHANGE";
  /** A type has one more derived type. Remedy: Generate the client again. */
  "derived-type-added": "CHANGE";
  /** A type lacks a derived type. Remedy: Stop sending it. */
  "derived-type-removed": "CHANGE";
  /** A type is an array of the SOAP encoding from now on, or not any more. Remedy: Generate the client again. */
  "soap-array-changed": "CHANGE";
  /** An array of the SOAP encoding has another number of dimensions. Remedy: Generate the client again. */
  "array-dimensions-changed": "CHANGE";
  /** The items of an array of the SOAP encoding have another type. Remedy: Generate the client again. */
  "array-type-changed": "CHANGE";
  /** A value has another built-in type. Remedy: Generate the client again. */
  "value-type-changed": "CHANGE";
  /** Only the listed values are let in from now on. Remedy: Generate the client again. */
  "values-listed": "CHANGE";
  /** Any value is let in from now on. Remedy: Generate the client again. */
  "values-unlisted": "CHANGE";
  /** A list of values has one more. Remedy: None. */
  "value-added": "CHANGE";
  /** A list of values lacks one. Remedy: Stop sending it. */
  "value-removed": "CHANGE";
  /** A pattern was added, changed or removed. Remedy: Generate the client again. */
  "pattern-changed": "CHANGE";
  /** A type treats white space in another way. Remedy: None. */
  "white-space-changed": "CHANGE";
  /** A facet lets in fewer values, or others. Remedy: Check the values that you send. */
  "facet-narrowed": "CHANGE";
  /** A facet lets in more values. Remedy: None. */
  "facet-widened": "CHANGE";
  /** A class, method, type or property has another name in TypeScript. Remedy: Write the new name. */
  "typescript-name-changed": "CHANGE";
  /** A property may be absent in TypeScript from now on, or not any more. Remedy: Generate the client again. */
  "presence-changed": "CHANGE";
  /** A property takes no `Date` any more. Remedy: Write text. */
  "date-refused": "CHANGE";
  /** A method returns another part of the response. Remedy: Generate the client again. */
  "result-unwrapping-changed": "CHANGE";
  /** A class was added. Remedy: None. */
  "class-added": "CHANGE";
  /** A class was removed. Remedy: Stop using it. */
  "class-removed": "CHANGE";
}

/** The code of a change: see docs/errors.md. */
export type ChangeReason = keyof ChangeReasons;

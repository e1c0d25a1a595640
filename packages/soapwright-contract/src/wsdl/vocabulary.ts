/** The elements and attributes of WSDL 1.1 and its SOAP bindings. Any other in their namespaces is reported. */

import { type Vocabulary, vocabulary, xsdElements } from "../xsd/vocabulary";
import { wsdlNamespace, xsdNamespace } from "../xsd/xsd-namespaces";
import { soapNamespaces } from "./wsdl-namespaces";

/** WSDL 1.1, section 2 and appendix A.4. An operation may be in a port type or a binding. */
const wsdlElements = vocabulary(
  {
    definitions: "name targetNamespace",
    import: "namespace location",
    types: "",
    message: "name",
    part: "name element type",
    portType: "name",
    operation: "name parameterOrder",
    input: "name message",
    output: "name message",
    fault: "name message",
    binding: "name type",
    service: "name",
    port: "name binding",
    documentation: "",
  },
  {
    definitions: "import types message portType binding service",
    message: "part",
    portType: "operation",
    operation: "input output fault",
    binding: "operation",
    service: "port",
  },
);

const ofBody = "use encodingStyle namespace";

/** WSDL 1.1, section 3; the binding for SOAP 1.2 adds `soapActionRequired`. */
const soapElements = (furtherOfOperation: string): Vocabulary =>
  vocabulary({
    binding: "transport style",
    operation: `soapAction style${furtherOfOperation}`,
    body: `parts ${ofBody}`,
    header: `message part ${ofBody}`,
    headerfault: `message part ${ofBody}`,
    fault: `name ${ofBody}`,
    address: "location",
  });

export const vocabularies: ReadonlyMap<string, Vocabulary> = new Map([
  [wsdlNamespace, wsdlElements],
  [xsdNamespace, xsdElements],
  ...[...soapNamespaces].map(
    ([namespace, version]) => [namespace, soapElements(version === "1.2" ? " soapActionRequired" : "")] as const,
  ),
]);

/** Attributes in these namespaces: WSDL 1.1, sections 2.1.3 and 3.5. */
export const qualifiedAttributes: ReadonlySet<string> = new Set(["required", "arrayType"]);

/** Attributes with two possible values that change the wire format and that no other stage checks. */
export const enumerations: Readonly<Record<string, readonly string[]>> = {
  style: ["document", "rpc"],
  elementFormDefault: ["qualified", "unqualified"],
  attributeFormDefault: ["qualified", "unqualified"],
};

/** Transports of SOAP over HTTP; other values name another protocol. */
export const httpTransports: readonly string[] = [
  "http://schemas.xmlsoap.org/soap/http",
  "http://www.w3.org/2003/05/soap/bindings/HTTP/",
];

/** Attributes that name a type or a component, which is lost if one is misspelled. */
export const naming: ReadonlySet<string> = new Set(
  "name type ref base element message binding part itemType memberTypes substitutionGroup value".split(" "),
);

import type { LoadTerms } from "../load/load-options";
import { attribute } from "../xml/navigate";
import type { References } from "../xsd/resolve-references";
import { buildBinding } from "./binding";
import type { Definitions } from "./definitions";
import { documentationOf } from "./documentation";
import { readExtensions } from "./extensions";
import { buildMessage } from "./message";
import { mtomRequired } from "./mtom-policy";
import { Policies } from "./policies";
import { buildPortType } from "./port-type";
import { SecurityPolicies } from "./security-policy";
import { buildServices } from "./service";
import { AddressingDeclarations } from "./wsdl-addressing";
import { WsdlComponents } from "./wsdl-components";
import type { WsdlDocument } from "./wsdl-documents";

/** Section 2.1: returns the definitions of all documents, described by the first. Undefined without documents. */
export function buildDefinitions(
  documents: readonly WsdlDocument[],
  references: References,
  terms: LoadTerms,
): Definitions | undefined {
  const { diagnostics } = terms;
  const root = documents[0];
  if (root === undefined) return undefined;
  const policies = new Policies(documents);
  const addressing = new AddressingDeclarations(policies, diagnostics);
  const security = new SecurityPolicies(documents, policies);
  const messages = new WsdlComponents(
    "message",
    documents,
    (source, name) => buildMessage(source, name, references, diagnostics),
    terms,
  );
  const portTypes = new WsdlComponents(
    "portType",
    documents,
    (source, name) => buildPortType(source, name, { ...terms, messages, addressing }),
    terms,
  );
  const context = { ...terms, messages, portTypes, addressing, requiresMtom: mtomRequired(policies) };
  const bindings = new WsdlComponents(
    "binding",
    documents,
    (source, name) => buildBinding(source, name, context),
    terms,
  );
  const services = buildServices(documents, bindings, { ...terms, addressing, security });
  const name = attribute(root.element, "name");
  return {
    ...(name !== undefined && { name }),
    targetNamespace: root.targetNamespace,
    services,
    extensions: readExtensions(documents),
    position: root.element.position,
    ...documentationOf(root.element),
  };
}

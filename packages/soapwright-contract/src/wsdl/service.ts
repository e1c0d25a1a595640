/** WSDL 1.1, sections 2.6 and 2.7: services and their ports. */

import type { Diagnostics } from "../diagnostics";
import type { LoadTerms } from "../load/load-options";
import { permit } from "../remedy";
import { attribute, childrenNamed, nameOf, wsdlNamespace, type XmlElement } from "../xml/xml";
import type { Binding, Port, PortType, Service } from "./definitions";
import { type PortReference, referenceOf } from "./endpoint-reference";
import type { SecurityPolicies } from "./security-policy";
import type { Addressing, AddressingDeclarations } from "./wsdl-addressing";
import type { WsdlComponents } from "./wsdl-components";
import type { WsdlDocument } from "./wsdl-documents";
import { documentationOf, soapChild, warnOfName } from "./wsdl-source";

interface ServicesContext extends LoadTerms {
  readonly addressing: AddressingDeclarations;
  readonly security: SecurityPolicies;
}

/** Returns the services of every document. No service is an error, unless bindings replace services. */
export function buildServices(
  documents: readonly WsdlDocument[],
  bindings: WsdlComponents<Binding>,
  context: ServicesContext,
): Service[] {
  const { allowNoService, diagnostics } = context;
  const services: Service[] = [];
  for (const { element, targetNamespace } of documents) {
    for (const source of childrenNamed(element, wsdlNamespace, "service")) {
      const local = nameOf(source) ?? "";
      if (local === "") diagnostics.error(source, "service-unnamed", `${source.raw} has no name`);
      else warnOfName("service", local, source, diagnostics);
      const name = { namespace: targetNamespace, local };
      const elements = childrenNamed(source, wsdlNamespace, "port");
      if (elements.length === 0)
        diagnostics.error(source, "service-without-port", `${source.raw} has no port`, { name });
      const ports = elements.flatMap((port) => buildPort(source, port, bindings, context) ?? []);
      services.push({ name, ports, position: source.position, documentation: documentationOf(source) });
    }
  }
  const root = documents[0]?.element;
  if (services.length === 0 && root !== undefined) {
    const hasBinding = documents.some(({ element }) => childrenNamed(element, wsdlNamespace, "binding").length > 0);
    const hint = "this may be the abstract part that another WSDL imports: name that one";
    const further = `${hint}, or make a service of each bound port type with --allow-no-service`;
    if (hasBinding && allowNoService) return servicesOfBindings(bindings.all, context);
    if (hasBinding)
      diagnostics.error(root, "service-missing", "no wsdl:service", permit(further, "--allow-no-service"));
    else diagnostics.error(root, "binding-missing", "neither wsdl:binding nor wsdl:service", hint);
  }
  return services;
}

/** Returns a service for each port type, with a port for each of its bindings, without an address. */
function servicesOfBindings(bindings: readonly Binding[], { addressing, security }: ServicesContext): Service[] {
  const ports = new Map<PortType, Port[]>(bindings.map(({ portType }) => [portType, []]));
  for (const binding of bindings) {
    const { name, portType, position } = binding;
    ports.get(portType)?.push({
      name: name.local,
      binding,
      address: "",
      addressing: addressing.of([binding.addressing, portType.addressing]),
      policy: security.of([], name.local, portType.name.local),
      position,
    });
  }
  return [...ports].map(([{ name, position }, bound]) => ({ name, ports: bound, position }));
}

function buildPort(
  service: XmlElement,
  source: XmlElement,
  bindings: WsdlComponents<Binding>,
  { addressing, security, diagnostics }: ServicesContext,
): Port | undefined {
  const name = nameOf(source) ?? "";
  const binding = bindings.resolve(source, "binding");
  if (binding === undefined) return undefined;
  const address = soapChild(source, "address");
  const location = address && attribute(address, "location");
  const reference = referenceOf(source, location, diagnostics);
  if (location === undefined && reference === undefined) {
    diagnostics.warning(
      source,
      "port-address-missing",
      `port ${name} has no soap:address`,
      "the endpoint has to be given when the client is made",
    );
  }
  return {
    name,
    binding,
    address: location?.trim() ?? reference?.address ?? "",
    addressing: referring(
      addressing.of([addressing.declaredAt(source), binding.addressing, binding.portType.addressing]),
      reference,
      diagnostics,
    ),
    policy: security.of([service, source], binding.name.local, binding.portType.name.local),
    position: source.position,
    documentation: documentationOf(source),
  };
}

/** Adds the reference parameters to the port's addressing. Reports parameters of another version. */
function referring(
  declared: Addressing | undefined,
  reference: PortReference | undefined,
  diagnostics: Diagnostics,
): Addressing | undefined {
  if (declared === undefined || reference === undefined || reference.parameters.length === 0) return declared;
  const { version, position } = declared;
  if (version !== reference.version) {
    diagnostics.error(
      reference,
      "reference-version",
      `the endpoint reference is one of WS-Addressing ${reference.version}, and the port uses ${version}`,
      `that is said in line ${position.line} of ${position.file}: write the reference in that version`,
    );
  }
  return { ...declared, referenceParameters: reference.parameters };
}

/** `wsa:EndpointReference` in a port (WS-Addressing 1.0 Metadata, 4.1): parameters that messages repeat. */
import type { XmlElement as Tree } from "soapwright-runtime/tables";
import type { Diagnostics, Position } from "../diagnostics";
import { childElements, textOf, type XmlElement } from "../xml/xml";
import { soapNamespaces } from "./wsdl-source";

const VERSIONS = new Map<string, "1.0" | "2004/08">([
  ["http://www.w3.org/2005/08/addressing", "1.0"],
  ["http://schemas.xmlsoap.org/ws/2004/08/addressing", "2004/08"],
]);

/** Namespaces of header blocks that the client itself writes. */
const ENVELOPES = new Set(["http://schemas.xmlsoap.org/soap/envelope/", "http://www.w3.org/2003/05/soap-envelope"]);
const SECURITY = "http://docs.oasis-open.org/wss/";

export interface PortReference {
  readonly version: "1.0" | "2004/08";
  readonly address: string;
  /** Reference parameters and, in 2004/08, reference properties. */
  readonly parameters: readonly Tree[];
  readonly position: Position;
}

/** Returns undefined for an element that is no reference. */
function versionOf({ name }: XmlElement): "1.0" | "2004/08" | undefined {
  return name.local === "EndpointReference" ? VERSIONS.get(name.namespace) : undefined;
}

/** Returns whether every part of a port's reference is read. Metadata and identities, for example, are not. */
export function isReadReference(source: XmlElement, parent: XmlElement): boolean {
  const version = parent.name.local === "port" ? versionOf(source) : undefined;
  return version !== undefined && childElements(source).every((child) => partOf(child, source) !== undefined);
}

function partOf({ name }: XmlElement, reference: XmlElement): "address" | "parameters" | undefined {
  if (name.namespace !== reference.name.namespace) return undefined;
  if (name.local === "Address") return "address";
  return name.local === "ReferenceParameters" || name.local === "ReferenceProperties" ? "parameters" : undefined;
}

/** Returns the version of a reference with parameters, for which messages need addressing headers. */
export function parameterVersionOf(child: XmlElement): "1.0" | "2004/08" | undefined {
  const hasParameters = childElements(child).some(
    (part) => partOf(part, child) === "parameters" && childElements(part).length > 0,
  );
  return hasParameters ? versionOf(child) : undefined;
}

/**
 * Returns the reference in a port, and reports an unusable reference. `location` is from `soap:address` and has
 * precedence.
 */
export function referenceOf(
  port: XmlElement,
  location: string | undefined,
  diagnostics: Diagnostics,
): PortReference | undefined {
  const [source, second] = childElements(port).filter((child) => versionOf(child) !== undefined);
  const version = source && versionOf(source);
  if (source === undefined || version === undefined) return undefined;
  if (second !== undefined) {
    diagnostics.error(
      second,
      "reference-twice",
      `a second ${second.raw} in one port`,
      `the other is in line ${source.position.line} of ${source.position.file}: remove one`,
    );
    return undefined;
  }
  const addresses = childElements(source).filter((child) => partOf(child, source) === "address");
  const address = addresses.length === 1 ? textOf(addresses[0]!).trim() : "";
  if (address === "") {
    diagnostics.error(
      source,
      "reference-address-count",
      `${source.raw} has no Address, or several`,
      "an endpoint reference has one: write it, or remove the reference",
    );
    return undefined;
  }
  if (location !== undefined && location.trim() !== address) {
    diagnostics.warning(
      source,
      "reference-address-differs",
      `the Address of ${source.raw} is not the location of the port's soap:address`,
      "they have to be the same (WS-Addressing 1.0 Metadata, 4.1); the location is used",
    );
  }
  const parameters = childElements(source)
    .filter((child) => partOf(child, source) === "parameters")
    .flatMap(childElements);
  for (const { name, raw, position } of parameters) {
    const isReserved =
      VERSIONS.has(name.namespace) || ENVELOPES.has(name.namespace) || soapNamespaces.has(name.namespace);
    if (!isReserved && !name.namespace.startsWith(SECURITY)) continue;
    diagnostics.error(
      position,
      "reference-parameter-own",
      `the reference parameter ${raw} would be one of the client's own header blocks`,
      {
        name,
        hint: "reference parameters are elements of the service's own namespaces: remove it",
      },
    );
    return undefined;
  }
  return { version, address, parameters: parameters.map(parameter), position: source.position };
}

/** Returns the element in the form of the tables, without positions. */
function parameter({ name, attributes, content }: XmlElement): Tree {
  return {
    name: { namespace: name.namespace, local: name.local },
    attributes: attributes.map(({ name: { namespace, local }, value }) => ({ name: { namespace, local }, value })),
    children: content.map((child) => (typeof child === "string" ? child : parameter(child))),
  };
}

/**
 * Documents that many WSDLs import and few have: where their owners publish them. Addresses alone are here, and no
 * document. `catalog add` of the command line fetches them.
 */

import { permit, type Remedy } from "../../remedy";

export interface OfficialDocument {
  /** What `catalog add` takes. */
  readonly name: string;
  /** What it is, for messages. */
  readonly title: string;
  readonly namespace: string;
  /** The official address; absent for what is not published as one document. */
  readonly address?: string;
  /** The page that says how to get it. */
  readonly page: string;
  readonly licence: string;
  /** The digest of the published bytes, hexadecimal; absent if nobody has checked one. */
  readonly sha256?: string;
}

const oasis =
  "OASIS IPR Policy: free to copy and use, with its notice (https://www.oasis-open.org/policies-guidelines/ipr/)";
const onvif =
  "ONVIF: free to use and copy with its copyright notice, which is in the file (https://www.onvif.org/profiles/specifications/)";
const xroad = "X-Road: MIT licence (https://x-road.global)";

function ofOasis(name: string, title: string, namespace: string, path: string): OfficialDocument {
  const address = `https://docs.oasis-open.org/${path}`;
  return { name, title, namespace, address, page: address.replace(/[^/]*$/, ""), licence: oasis };
}

function ofRegrep(file: string, title: string): OfficialDocument {
  return ofOasis(
    `ebxml-${file}`,
    `ebXML RegRep 3.0, ${title}`,
    `urn:oasis:names:tc:ebxml-regrep:xsd:${file}:3.0`,
    `regrep/v3.0/schema/${file}.xsd`,
  );
}

export const officialDocuments: readonly OfficialDocument[] = [
  {
    name: "onvif-schema",
    title: "the types of ONVIF",
    namespace: "http://www.onvif.org/ver10/schema",
    address: "https://www.onvif.org/ver10/schema/onvif.xsd",
    page: "https://www.onvif.org/profiles/specifications/",
    licence: onvif,
  },
  {
    name: "onvif-common",
    title: "the common types that ONVIF's schema includes",
    namespace: "http://www.onvif.org/ver10/schema",
    address: "https://www.onvif.org/ver10/schema/common.xsd",
    page: "https://www.onvif.org/profiles/specifications/",
    licence: onvif,
  },
  ofOasis("wsn-b-2", "WS-BaseNotification 1.3, types", "http://docs.oasis-open.org/wsn/b-2", "wsn/b-2.xsd"),
  ofOasis("wsn-bw-2", "WS-BaseNotification 1.3, WSDL", "http://docs.oasis-open.org/wsn/bw-2", "wsn/bw-2.wsdl"),
  ofOasis("wsn-t-1", "WS-Topics 1.3", "http://docs.oasis-open.org/wsn/t-1", "wsn/t-1.xsd"),
  ofOasis("wsn-br-2", "WS-BrokeredNotification 1.3, types", "http://docs.oasis-open.org/wsn/br-2", "wsn/br-2.xsd"),
  ofOasis("wsrf-bf-2", "WS-BaseFaults 1.2", "http://docs.oasis-open.org/wsrf/bf-2", "wsrf/bf-2.xsd"),
  ofOasis("wsrf-r-2", "WS-Resource 1.2, types", "http://docs.oasis-open.org/wsrf/r-2", "wsrf/r-2.xsd"),
  ofOasis("wsrf-rw-2", "WS-Resource 1.2, WSDL", "http://docs.oasis-open.org/wsrf/rw-2", "wsrf/rw-2.wsdl"),
  ofOasis("wsrf-rp-2", "WS-ResourceProperties 1.2", "http://docs.oasis-open.org/wsrf/rp-2", "wsrf/rp-2.xsd"),
  ofOasis("wsrf-rl-2", "WS-ResourceLifetime 1.2", "http://docs.oasis-open.org/wsrf/rl-2", "wsrf/rl-2.xsd"),
  ofRegrep("rim", "information model"),
  ofRegrep("rs", "registry services"),
  ofRegrep("lcm", "life cycle management"),
  ofRegrep("query", "queries"),
  {
    name: "xroad",
    title: "the header blocks of X-Road",
    namespace: "http://x-road.eu/xsd/xroad.xsd",
    address: "http://x-road.eu/xsd/xroad.xsd",
    page: "http://x-road.eu/xsd/",
    licence: xroad,
  },
  {
    name: "xroad-identifiers",
    title: "the identifiers of X-Road",
    namespace: "http://x-road.eu/xsd/identifiers",
    address: "http://x-road.eu/xsd/identifiers.xsd",
    page: "http://x-road.eu/xsd/",
    licence: xroad,
  },
  {
    name: "hl7-v3",
    title: "the schemas of HL7 version 3",
    namespace: "urn:hl7-org:v3",
    page: "https://www.hl7.org/implement/standards/",
    licence: "HL7: you accept its terms where you download it",
  },
];

/** Returns the document of a namespace; of several, the one whose address or file name a location has. */
function officialDocument(namespace: string, location = ""): OfficialDocument | undefined {
  const last = (text: string): string => text.slice(text.lastIndexOf("/") + 1);
  const all = officialDocuments.filter((each) => each.namespace === namespace);
  return all.find(({ address }) => address !== undefined && last(address) === last(location)) ?? all[0];
}

export function officialByName(name: string): OfficialDocument | undefined {
  return officialDocuments.find((each) => each.name === name);
}

/** Says which document is missing, where it is, and the line that gets it. */
export function officialHint(namespace: string, location?: string): Remedy | undefined {
  const found = officialDocument(namespace, location);
  if (found === undefined) return undefined;
  const { name, title, address, page } = found;
  if (address === undefined)
    return permit(`This is ${title}, which ${page} offers. Map the file to the namespace with --catalog`, "--catalog");
  const get = `Get it with: soapwright catalog add ${name} --out catalog; then use --catalog catalog/catalog.xml`;
  return permit(`This is ${title}, officially at ${address}. ${get}`, "--catalog");
}

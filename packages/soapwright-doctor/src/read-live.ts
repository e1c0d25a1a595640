/** The live contract as tables, the form of the client's own, built by the generator's stages from its documents. */
import type { LiveContract, UnreadDocument, XmlElement } from "soapwright-contract";
import {
  attribute,
  buildModel,
  buildTables,
  childElements,
  childrenNamed,
  Diagnostics,
  defaultLimits,
  expandedName,
  flattenGroups,
  knownNamespaces,
  mergeOccurrence,
  type QName,
  readContract,
  soapNamespaces,
  wsdlNamespace,
} from "soapwright-contract";
import { type DocumentBytes, type DocumentLimits, LiveDocuments, type ReadDocument } from "./live-documents";

/** The generator's defaults detect authors' mistakes; here the number of elements limits everything else. */
const limits = { ...defaultLimits, maxTypes: Number.POSITIVE_INFINITY, maxDepth: 500 };

/** Reads the root document `first`, located at `url`, and the documents that it refers to. @throws NoWsdl */
export async function readLive(
  url: URL,
  first: DocumentBytes,
  read: ReadDocument,
  most: DocumentLimits,
): Promise<LiveContract> {
  const source = new LiveDocuments(url, read, most);
  const undeclaredElements = new Set<string>();
  // Errors of the WSDL are not reported, because they concern its author.
  const diagnostics = new Diagnostics();
  const whyUnknown = (what: string, name: QName): string => {
    if (knownNamespaces.has(name.namespace)) return "";
    const unread = unreadFor(name.namespace, source.unread);
    if (unread !== undefined) return `${unread.place} was not read, because ${unread.reason}`;
    if (what === "element") undeclaredElements.add(expandedName(name));
    return `the ${what} ${name.local} is not declared`;
  };
  const terms = { limits, servicesFrom: "bindings", diagnostics, whyUnknown } as const;
  const { definitions, schemas, documents } = await readContract(source.root(first), source, terms);
  const built = definitions && buildModel(definitions, schemas, {}, diagnostics);
  const model = built && flattenGroups(mergeOccurrence(built));
  return {
    services: model === undefined ? [] : buildTables(model),
    targetNamespaces: documents.map(({ targetNamespace }) => targetNamespace),
    unread: source.unread,
    operationNames: new Set(documents.flatMap(({ element }) => boundNames(element))),
    undeclaredElements,
  };
}

function boundNames(definitions: XmlElement): string[] {
  const bindings = childrenNamed(definitions, wsdlNamespace, "binding").filter((binding) =>
    childElements(binding).some(({ name }) => soapNamespaces.has(name.namespace)),
  );
  const operations = bindings.flatMap((binding) => childrenNamed(binding, wsdlNamespace, "operation"));
  return operations.flatMap((operation) => attribute(operation, "name")?.trim() ?? []);
}

/** The unread document that may declare names of the namespace. */
function unreadFor(namespace: string, unread: readonly UnreadDocument[]): UnreadDocument | undefined {
  return unread.find(
    (document) => document.kind === "wsdl" || document.namespace === undefined || document.namespace === namespace,
  );
}

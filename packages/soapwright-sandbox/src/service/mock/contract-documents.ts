/** The WSDL's documents as the mock serves them: addresses of ports and imports lead to the mock. */

import type { DocumentLoader, LoadedDocument, XmlElement } from "soapwright-contract";
import {
  attribute,
  attributeNode,
  childElements,
  decodeDocument,
  LineIndex,
  LoadProblem,
  wsdlNamespace,
  xsdNamespace,
} from "soapwright-contract";
import { escapeAttribute } from "soapwright-runtime/codecs";
import { declaredEncoding } from "soapwright-runtime/xsd";

/** Returns the path of the mock for a port's address; undefined if the mock does not serve the port. */
type PathOfPort = (service: string, address: string) => string | undefined;

/** Returns a document by its name, `""` for the WSDL. `address` is the requested URL of the service. */
type ContractDocuments = (name: string, address: string) => string | undefined;

interface Edit {
  readonly start: number;
  readonly end: number;
  text(address: string): string;
}

interface Served {
  readonly text: string;
  readonly edits: readonly Edit[];
}

const addressNamespaces = new Set(["http://schemas.xmlsoap.org/wsdl/soap/", "http://schemas.xmlsoap.org/wsdl/soap12/"]);

/** Returns all documents that were read. Besides addresses, only the encoding changes: they are sent as UTF-8. */
export async function contractDocuments(loader: DocumentLoader, pathOf: PathOfPort): Promise<ContractDocuments> {
  const served: Served[] = [];
  for (const document of loader.documents) {
    const text = decodeDocument(document.bytes);
    const lines = new LineIndex(text, "");
    const edits: Edit[] = [];
    for (const element of document.root === undefined ? [] : allElements(document.root)) {
      const edit =
        (await referenceEdit(element, document, loader, text, lines)) ?? addressEdit(element, pathOf, text, lines);
      if (edit !== undefined) edits.push(edit);
    }
    served.push({ text, edits });
  }
  return (name, address) => {
    const index = name === "" ? 0 : /^[1-9]\d{0,5}$/.test(name) ? Number(name) : -1;
    const document = served[index];
    return document === undefined ? undefined : asUtf8(rewritten(document, address));
  };
}

/** WSDL 1.1, 2.1.1, and XML Schema Part 1, 4.2: references to other documents. */
async function referenceEdit(
  element: XmlElement,
  document: LoadedDocument,
  loader: DocumentLoader,
  text: string,
  lines: LineIndex,
): Promise<Edit | undefined> {
  const { namespace, local } = element.name;
  const isWsdl = namespace === wsdlNamespace && local === "import";
  const isSchema = namespace === xsdNamespace && ["import", "include", "redefine"].includes(local);
  if (!isWsdl && !isSchema) return undefined;
  const name = isWsdl ? "location" : "schemaLocation";
  const node = attributeNode(element, name);
  const imported = await loaded(loader, node?.value.trim(), attribute(element, "namespace"), document);
  const index = imported === undefined ? -1 : loader.documents.indexOf(imported);
  if (imported === undefined || index < 0) return undefined;
  const kind = imported.root?.name.local === "definitions" ? "wsdl" : "xsd";
  const link = (address: string): string =>
    escapeAttribute(index === 0 ? `${address}?wsdl` : `${address}?${kind}=${index}`);
  if (node !== undefined) return { ...valueSpan(text, lines.offset(node.position)), text: link };
  // The document was found by its namespace in a catalog, which readers of this document do not have.
  const at = lines.offset(element.position) + 1 + element.raw.length;
  return { start: at, end: at, text: (address) => ` ${name}="${link(address)}"` };
}

async function loaded(
  loader: DocumentLoader,
  reference: string | undefined,
  namespace: string | undefined,
  { location }: LoadedDocument,
): Promise<LoadedDocument | undefined> {
  const countBefore = loader.documents.length;
  try {
    const document = await loader.load(reference, namespace, location);
    // A schema that no reference needed was not read, and is not read here either.
    return loader.documents.indexOf(document) < countBefore ? document : undefined;
  } catch (error) {
    if (error instanceof LoadProblem) return undefined;
    throw error;
  }
}

function addressEdit(element: XmlElement, pathOf: PathOfPort, text: string, lines: LineIndex): Edit | undefined {
  if (element.name.local !== "address" || !addressNamespaces.has(element.name.namespace)) return undefined;
  const node = attributeNode(element, "location");
  const service = element.parent?.parent;
  if (node === undefined || service === undefined) return undefined;
  const path = pathOf(attribute(service, "name") ?? "", node.value);
  if (path === undefined) return undefined;
  return {
    ...valueSpan(text, lines.offset(node.position)),
    text: (address) => escapeAttribute(new URL(address).origin + path),
  };
}

function* allElements(element: XmlElement): Generator<XmlElement> {
  yield element;
  for (const child of childElements(element)) yield* allElements(child);
}

/** Returns the text between the quotes of the attribute that starts at an offset. */
function valueSpan(text: string, attributeStart: number): { readonly start: number; readonly end: number } {
  const quote = /["']/.exec(text.slice(attributeStart, attributeStart + 1000))!;
  const start = attributeStart + quote.index + 1;
  return { start, end: text.indexOf(quote[0], start) };
}

function rewritten({ text, edits }: Served, address: string): string {
  let written = "";
  let at = 0;
  for (const edit of edits) {
    written += text.slice(at, edit.start) + edit.text(address);
    at = edit.end;
  }
  return written + text.slice(at);
}

/** XML 1.0, 4.3.3: the declaration has to name the encoding of the bytes. */
function asUtf8(text: string): string {
  const encoding = declaredEncoding(text);
  if (encoding === undefined) return text;
  const at = text.indexOf(encoding, text.indexOf("encoding"));
  return `${text.slice(0, at)}utf-8${text.slice(at + encoding.length)}`;
}

/** WSDL 1.1, section 2.1.1: WSDL documents and their imports, and the schemas inside `wsdl:types` (section 2.2). */
import type { Diagnostics } from "../diagnostics";
import type { DocumentLoader } from "../load/document-loader";
import { LoadProblem } from "../load/file-source";
import { officialHint } from "../load/known/official";
import type { LoadTerms } from "../load/load-options";
import { PeekedDocument, type SourceDocument } from "../load/location";
import { joinRemedies, raise } from "../remedy";
import {
  attribute,
  attributeNode,
  childElements,
  childrenNamed,
  isNamed,
  resolveQName,
  wsdlNamespace,
  type XmlElement,
  xsdNamespace,
} from "../xml/xml";
import type { SchemaDocuments } from "../xsd/schema-documents";

export interface WsdlDocument {
  readonly element: XmlElement;
  readonly targetNamespace: string;
}

/** Reads the WSDLs that `root` imports and adds their schemas to `schemas`. The root is the first result. */
export async function collectWsdlDocuments(
  root: SourceDocument,
  loader: DocumentLoader,
  schemas: SchemaDocuments,
  { limits, diagnostics }: LoadTerms,
): Promise<WsdlDocument[]> {
  const documents: WsdlDocument[] = [];
  const seen = new Set<SourceDocument>([root]);
  const queue = [{ file: root, depth: 0 }];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { file, depth } = next;
    const element = file.root;
    if (element === undefined || !expectDefinitions(element, file === root, diagnostics)) continue;
    documents.push({ element, targetNamespace: attribute(element, "targetNamespace") ?? "" });
    addInlineSchemas(element, file, schemas, diagnostics);
    for (const [namespace, part] of referredNamespaces(element)) schemas.addReferred(namespace, part, file);
    for (const source of childrenNamed(element, wsdlNamespace, "import")) {
      const imported = await load(source, file, loader, diagnostics);
      if (imported?.root === undefined) schemas.missing.recordBroken(attribute(source, "namespace") ?? "");
      if (imported === undefined || seen.has(imported)) continue;
      seen.add(imported);
      if (depth >= limits.maxDepth) {
        diagnostics.error(
          source,
          "imports-too-deep",
          `WSDLs that import each other ${limits.maxDepth} deep`,
          raise("--max-depth"),
        );
      } else if (imported.root !== undefined && isNamed(imported.root, xsdNamespace, "schema"))
        schemas.addFile(imported, depth + 1);
      else queue.push({ file: imported, depth: depth + 1 });
    }
  }
  return documents;
}

async function load(
  source: XmlElement,
  file: SourceDocument,
  loader: DocumentLoader,
  diagnostics: Diagnostics,
): Promise<SourceDocument | undefined> {
  const location = attributeNode(source, "location");
  try {
    return await loader.load(location?.value.trim(), attribute(source, "namespace"), file.location);
  } catch (error) {
    if (!(error instanceof LoadProblem)) throw error;
    diagnostics.error(
      location ?? source,
      error.reason,
      `cannot load the imported WSDL: ${error.message}`,
      joinRemedies(error.remedy, officialHint(attribute(source, "namespace") ?? "", location?.value)),
    );
    return error instanceof PeekedDocument ? error.document : undefined;
  }
}

function expectDefinitions(element: XmlElement, isRoot: boolean, diagnostics: Diagnostics): boolean {
  if (isNamed(element, wsdlNamespace, "definitions")) return true;
  const what = isRoot ? "not a WSDL 1.1 document" : "not a WSDL 1.1 or schema document";
  const hint = isNamed(element, xsdNamespace, "schema")
    ? "generate and check read a schema without a WSDL; this command takes a WSDL"
    : element.name.namespace === "http://www.w3.org/ns/wsdl"
      ? "WSDL 2.0 is not read"
      : `expected wsdl:definitions of ${wsdlNamespace}`;
  diagnostics.error(element, "not-a-wsdl", `${what}: its root is ${element.raw}`, hint);
  return false;
}

function addInlineSchemas(
  definitions: XmlElement,
  file: SourceDocument,
  schemas: SchemaDocuments,
  diagnostics: Diagnostics,
): void {
  for (const types of childrenNamed(definitions, wsdlNamespace, "types")) {
    for (const child of childElements(types)) {
      if (isNamed(child, xsdNamespace, "schema")) schemas.addInline(child, file);
      else if (isNamed(child, xsdNamespace, "import")) {
        diagnostics.warning(
          child,
          "import-in-types",
          `${child.raw} is directly in ${types.raw}. It is followed`,
          "Put it into an xs:schema, because other tools expect it there",
        );
        schemas.addImport(child, file);
      } else if (!isNamed(child, wsdlNamespace, "documentation")) {
        diagnostics.warning(child, "types-foreign", `${child.raw} in ${types.raw} is not an XML Schema and is ignored`);
      }
    }
  }
}

/** Maps the namespaces that parts of messages refer to, to the first such part. */
function referredNamespaces(definitions: XmlElement): ReadonlyMap<string, XmlElement> {
  const found = new Map<string, XmlElement>();
  for (const message of childrenNamed(definitions, wsdlNamespace, "message")) {
    for (const part of childrenNamed(message, wsdlNamespace, "part")) {
      const name = resolveQName(part, attribute(part, "element") ?? attribute(part, "type") ?? "");
      if (name === undefined || "unboundPrefix" in name || name.namespace === "") continue;
      if (!found.has(name.namespace)) found.set(name.namespace, part);
    }
  }
  return found;
}

/** Reads a WSDL and its schemas into components, from any source of documents. */
import type { DocumentSource, SourceDocument } from "../load/document-source";
import type { LoadLimits } from "../load/load-options";
import { attribute, isNamed } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import { type BuiltSchemas, buildSchemas, type SchemaSteps } from "../xsd/build-schemas";
import { MissingDocuments } from "../xsd/missing-documents";
import { SchemaDocuments } from "../xsd/schema-documents";
import { xsdNamespace } from "../xsd/xsd-namespaces";
import { buildDefinitions, type DefinitionTerms } from "./build-definitions";
import type { Definitions } from "./definitions";
import { collectWsdlDocuments, type WsdlDocument } from "./wsdl-documents";

/** The options of `readContract`. */
export interface ReadTerms extends SchemaSteps, DefinitionTerms {
  readonly limits: LoadLimits;
  /** Allow a schema in place of the WSDL. */
  readonly mayBeSchema?: boolean;
  /** Allow an import with another namespace than its document's. */
  readonly allowWrongImport?: boolean;
}

/** A contract as far as it could be read. It is valid if the diagnostics hold no error. */
export interface ReadContract extends Pick<BuiltSchemas, "schemas"> {
  /** Undefined without documents. */
  readonly definitions: Definitions | undefined;
  /** The WSDLs, the root first. */
  readonly documents: readonly WsdlDocument[];
}

/** Reads the WSDL `root` and everything that it refers to. Problems of the documents are diagnostics. */
export async function readContract(
  root: SourceDocument,
  source: DocumentSource,
  terms: ReadTerms,
): Promise<ReadContract> {
  const { limits, diagnostics } = terms;
  const missing = new MissingDocuments(diagnostics);
  const schemaDocuments = new SchemaDocuments(source, missing, diagnostics, terms);
  const schema =
    terms.mayBeSchema && root.root !== undefined && isNamed(root.root, xsdNamespace, "schema") ? root : undefined;
  if (schema !== undefined) schemaDocuments.addFile(schema, 0);
  const documents =
    schema === undefined ? await collectWsdlDocuments(root, source, schemaDocuments, limits, diagnostics) : [];
  await schemaDocuments.follow();
  const { schemas, references } = buildSchemas(schemaDocuments.all, missing, limits, diagnostics, terms);
  const definitions =
    schema === undefined ? buildDefinitions(documents, references, terms) : schemaDefinitions(schema.root!);
  missing.report();
  return { definitions, schemas, documents };
}

/** The definitions of a schema, without a service. */
function schemaDefinitions(element: XmlElement): Definitions {
  const { position } = element;
  return {
    targetNamespace: attribute(element, "targetNamespace") ?? "",
    services: [],
    extensions: [],
    position,
    isSchema: true,
  };
}

/** A WSDL and its schemas from documents to components, whoever finds the documents. */
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

/** What a contract is read with. */
export interface ReadTerms extends SchemaSteps, DefinitionTerms {
  readonly limits: LoadLimits;
  /** A schema may stand in place of the WSDL. */
  readonly mayBeSchema?: boolean;
  /** An import may name another namespace than its document has. */
  readonly allowWrongImport?: boolean;
}

/** A contract as far as it could be read: whether it is right, the diagnostics say. */
export interface ReadContract extends Pick<BuiltSchemas, "schemas"> {
  /** Absent without any document. */
  readonly definitions: Definitions | undefined;
  /** The WSDLs, the root first. */
  readonly documents: readonly WsdlDocument[];
}

/** Reads the WSDL `root` with everything that it leads to. Problems of the documents are diagnostics. */
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

/** Definitions without a service. */
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

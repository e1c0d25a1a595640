/** Reads a WSDL and its schemas into components. */
import type { DocumentLoader } from "../load/document-loader";
import type { SourceDocument } from "../load/document-source";
import type { LoadLimits } from "../load/load-options";
import { attribute, isNamed } from "../xml/navigate";
import type { XmlElement } from "../xml/tree";
import { buildSchemas, type SchemaSteps } from "../xsd/build-schemas";
import type { Schemas } from "../xsd/components";
import { MissingDocuments } from "../xsd/missing-documents";
import { SchemaDocuments } from "../xsd/schema-documents";
import { xsdNamespace } from "../xsd/xsd-namespaces";
import { buildDefinitions, type DefinitionTerms } from "./build-definitions";
import type { Definitions } from "./definitions";
import { collectWsdlDocuments } from "./wsdl-documents";

/** The options of `readContract`. */
export interface ReadTerms extends SchemaSteps, DefinitionTerms {
  readonly limits: LoadLimits;
  /** Allow a schema in place of the WSDL. */
  readonly mayBeSchema?: boolean;
  /** Allow an import with another namespace than its document's. */
  readonly allowWrongImport?: boolean;
}

/**
 * Reads the WSDL `root` and everything that it refers to. Problems of the documents are diagnostics; if one is an error,
 * the contract is not complete.
 */
export async function readContract(
  root: SourceDocument,
  source: DocumentLoader,
  terms: ReadTerms,
): Promise<{ readonly definitions: Definitions | undefined; readonly schemas: Schemas }> {
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
  return { definitions, schemas };
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

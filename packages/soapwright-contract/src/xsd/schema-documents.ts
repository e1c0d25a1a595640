/** XML Schema Part 1, sections 4.2.1 to 4.2.3: schema documents and their imports, includes and redefines. */
import type { DocumentLoader } from "../load/document-loader";
import { LoadProblem } from "../load/file-source";
import { officialHint } from "../load/known/official";
import type { LoadTerms } from "../load/load-options";
import { PeekedDocument, type SourceDocument } from "../load/location";
import { joinRemedies, permit, raise } from "../remedy";
import {
  attribute,
  attributeNode,
  childElements,
  isNamed,
  wsdlNamespace,
  type XmlElement,
  xsdNamespace,
} from "../xml/xml";
import type { SchemaDocument, SchemaLink, Shell } from "./components";
import { knownNamespaces } from "./known-components";
import type { MissingDocuments } from "./missing-documents";
import { xsdName } from "./schema-source";

interface Pending {
  readonly schema: Shell<SchemaDocument>;
  readonly file: SourceDocument;
  readonly depth: number;
}

interface OpenLink {
  readonly link: Shell<SchemaLink>;
  readonly file: SourceDocument;
  readonly depth: number;
}

/** Finds every schema document of a run, once for each target namespace. */
export class SchemaDocuments {
  private readonly byKey = new Map<string, SchemaDocument>();
  private readonly inline = new Map<XmlElement, SchemaDocument>();
  private readonly queue: Pending[] = [];
  private readonly strays: { readonly element: XmlElement; readonly file: SourceDocument }[] = [];
  /** Imports without a location, which any document may satisfy. */
  private readonly open: OpenLink[] = [];
  /** Parts of messages, whose namespaces need no import. */
  private readonly referred: OpenLink[] = [];

  constructor(
    private readonly loader: DocumentLoader,
    readonly missing: MissingDocuments,
    private readonly terms: LoadTerms,
  ) {}

  get all(): readonly SchemaDocument[] {
    return [...this.inline.values(), ...this.byKey.values()];
  }

  addInline(element: XmlElement, file: SourceDocument): void {
    if (this.inline.has(element)) return;
    const schema = this.enqueue(element, file, attribute(element, "targetNamespace") ?? "", 0);
    this.inline.set(element, schema);
  }

  /** Adds an import directly in `wsdl:types`, as if an empty schema contained it. */
  addImport(element: XmlElement, file: SourceDocument): void {
    this.strays.push({ element, file });
  }

  /** Adds the namespace of a message part. Without an import it is read from a catalog, or is well known. */
  addReferred(namespace: string, part: XmlElement, file: SourceDocument): void {
    if (knownNamespaces.has(namespace)) return;
    this.referred.push({ link: { kind: "import", element: part, namespace }, file, depth: 0 });
  }

  addFile(file: SourceDocument, depth: number): SchemaDocument | undefined {
    if (file.root === undefined) return undefined;
    return this.documentOf(file, file.root, attribute(file.root, "targetNamespace") ?? "", depth);
  }

  async follow(): Promise<void> {
    for (const { element, file } of this.strays.splice(0)) await this.followLink(element, "", [], file, 0);
    for (;;) {
      const next = this.queue.shift();
      if (next !== undefined) await this.followLinks(next);
      else if (this.open.length > 0) await this.followOpen(this.open.splice(0));
      else if (this.referred.length > 0) await this.followOpen(this.referred.splice(0, 1));
      else return;
    }
  }

  private enqueue(element: XmlElement, file: SourceDocument, targetNamespace: string, depth: number): SchemaDocument {
    const schema: Shell<SchemaDocument> = { targetNamespace, element, links: [] };
    this.queue.push({ schema, file, depth });
    return schema;
  }

  private documentOf(file: SourceDocument, root: XmlElement, targetNamespace: string, depth: number): SchemaDocument {
    const key = `${file.id}\n${targetNamespace}`;
    const loaded = this.byKey.get(key);
    if (loaded !== undefined) return loaded;
    const schema = this.enqueue(root, file, targetNamespace, depth);
    this.byKey.set(key, schema);
    return schema;
  }

  private async followLinks({ schema, file, depth }: Pending): Promise<void> {
    for (const source of childElements(schema.element))
      await this.followLink(source, schema.targetNamespace, schema.links, file, depth);
  }

  private async followLink(
    source: XmlElement,
    targetNamespace: string,
    links: SchemaLink[],
    file: SourceDocument,
    depth: number,
  ): Promise<void> {
    const kind = linkKind(source);
    if (kind === undefined) return;
    const namespace = kind === "import" ? (attribute(source, "namespace") ?? "") : targetNamespace;
    const link: Shell<SchemaLink> = { kind, element: source, namespace };
    links.push(link);
    if (kind === "import" && knownNamespaces.has(namespace)) return;
    if (depth >= this.terms.limits.maxDepth) {
      this.terms.diagnostics.error(
        source,
        "schemas-too-deep",
        `schema documents that load each other ${this.terms.limits.maxDepth} deep`,
        raise("--max-depth"),
      );
    } else if (kind === "import" && attributeNode(source, "schemaLocation") === undefined)
      this.open.push({ link, file, depth });
    else await this.load(link, file, depth + 1);
  }

  private async followOpen(links: readonly OpenLink[]): Promise<void> {
    const namespaces = new Set(this.all.map((schema) => schema.targetNamespace));
    for (const { link, file, depth } of links) {
      if (!namespaces.has(link.namespace)) await this.load(link, file, depth + 1);
    }
  }

  private async load(link: Shell<SchemaLink>, file: SourceDocument, depth: number): Promise<void> {
    const location = attributeNode(link.element, "schemaLocation");
    const { position } = location ?? link.element;
    let loaded: SourceDocument;
    try {
      loaded = await this.loader.load(
        location?.value.trim(),
        link.kind === "import" ? link.namespace : undefined,
        file.location,
      );
    } catch (error) {
      if (!(error instanceof LoadProblem)) throw error;
      // The user's documents and catalogs have precedence over bundled schemas.
      const bundled = link.kind === "import" ? this.loader.bundledSchema(link.namespace) : undefined;
      const found = bundled ?? (error instanceof PeekedDocument ? error.document : undefined);
      if (bundled === undefined) this.report(link, location !== undefined, error);
      if (found === undefined) return;
      const message = `the generator's own description of namespace "${link.namespace}" is used`;
      if (bundled !== undefined && location !== undefined)
        this.terms.diagnostics.note(position, "bundled-schema-used", `${message}: ${error.message}`);
      loaded = found;
    }
    const { root } = loaded;
    if (root === undefined) {
      this.missing.recordBroken(link.namespace, loaded.shown);
      return;
    }
    if (!isNamed(root, xsdNamespace, "schema")) {
      const message = `${loaded.shown} is not a schema document: its root is ${root.raw}`;
      const mapped = permit("map it to a file with --catalog", "--catalog");
      const problem = new LoadProblem("not-a-schema", message, mapped, true);
      // A web page in place of a schema only matters if a reference needs the schema.
      if (link.kind === "import" && loaded.location.kind === "remote") {
        this.report(link, true, problem);
        return;
      }
      this.missing.recordBroken(link.namespace);
      this.terms.diagnostics.error(position, problem.reason, message);
      return;
    }
    const namespace = attribute(root, "targetNamespace") ?? "";
    if (namespace !== link.namespace && !(namespace === "" && link.kind !== "import")) {
      const message = `${loaded.shown} has the target namespace "${namespace}", not "${link.namespace}"`;
      if (link.kind === "import" && this.terms.allowWrongImport) {
        this.terms.diagnostics.warning(position, "import-namespace-accepted", `${message}; its own counts`);
        link.namespace = namespace;
      } else {
        this.missing.recordBroken(link.namespace);
        this.terms.diagnostics.error(
          position,
          "import-namespace-differs",
          message,
          link.kind === "import"
            ? permit(
                "correct the import, or read the document in its own namespace with --allow-wrong-import",
                "--allow-wrong-import",
              )
            : {},
        );
      }
    }
    if (isNamed(link.element, wsdlNamespace, "part")) {
      this.terms.diagnostics.warning(
        position,
        "namespace-not-imported",
        `nothing imports namespace "${link.namespace}"; ${loaded.shown} is read`,
        "Import it in wsdl:types, because other tools expect it there",
      );
    }
    link.target = this.documentOf(loaded, root, link.kind === "import" ? namespace : link.namespace, depth);
  }

  /** Problems that another option may solve, and imports without a location, matter only if a reference needs them. */
  private report(link: SchemaLink, hasLocation: boolean, problem: LoadProblem): void {
    const { position } = attributeNode(link.element, "schemaLocation") ?? link.element;
    const message = `cannot load the schema of namespace "${link.namespace}": ${problem.message}`;
    const remedy = joinRemedies(
      problem.remedy,
      officialHint(link.namespace, attribute(link.element, "schemaLocation")),
    );
    if (link.kind === "import" && !hasLocation) return;
    if (link.kind === "import" && problem.mayBeElsewhere)
      this.missing.recordMissing(link.namespace, { position, reason: problem.reason, message, remedy });
    else {
      if (!(problem instanceof PeekedDocument)) this.missing.recordBroken(link.namespace);
      this.terms.diagnostics.error(position, problem.reason, message, remedy);
    }
  }
}

function linkKind(element: XmlElement): SchemaLink["kind"] | undefined {
  const local = xsdName(element);
  return local === "import" || local === "include" || local === "redefine" ? local : undefined;
}

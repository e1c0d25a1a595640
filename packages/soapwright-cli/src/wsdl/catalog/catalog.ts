/** `catalog`: documents that many WSDLs import and few have, fetched from their owners into the user's folder. */
import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import {
  attribute,
  childElements,
  Diagnostics,
  decodeDocument,
  LoadProblem,
  type OfficialDocument,
  officialByName,
  officialDocuments,
  parseXml,
  RemoteSource,
  Report,
  wsdlNamespace,
  xsdNamespace,
} from "soapwright-contract";
import { defaultLimits, exitCode, type Streams } from "soapwright-contract/flags";
import { unknownName } from "../../commands/unknown-name";

export interface CatalogAddOptions {
  readonly out: string;
  /** `sha256:` and the hexadecimal digest that the document must have. */
  readonly digest?: string;
  /** The address to fetch from in place of the official one: a mirror, or a server of tests. */
  readonly from?: string;
  readonly maxFileBytes?: number;
  readonly timeoutMs?: number;
  readonly json?: boolean;
}

/** The list as text, with the official addresses. */
export function documentList(): string {
  const lines = officialDocuments.map(
    ({ name, title, namespace, address, page }) =>
      `${name}\n  ${title}\n  namespace ${namespace}\n  ${address ?? `not one document: see ${page}`}\n`,
  );
  return lines.join("");
}

/** Fetches and writes one document of the list. Resolves to the exit code; after a failure nothing is left behind. */
export async function addDocument(name: string, options: CatalogAddOptions, streams: Streams): Promise<number> {
  const report = new Report(streams, options);
  const document = officialByName(name);
  if (document === undefined) {
    const names = officialDocuments.map((each) => each.name);
    report.error(
      "catalog-document-unknown",
      unknownName("document", name, names, { most: 1 }),
      "soapwright catalog list shows all.",
    );
    return exitCode.usage;
  }
  const address = options.from ?? document.address;
  if (address === undefined) {
    report.error(
      "catalog-document-unpublished",
      `${document.title} is not published as one document.`,
      `See ${document.page}, and map your copy with --catalog.`,
    );
    return exitCode.failure;
  }
  try {
    const bytes = await fetched(address, options);
    expectDocument(bytes, document, address);
    expectDigest(bytes, document, options.digest);
    writeDocument(options.out, document, bytes);
  } catch (error) {
    if (!(error instanceof LoadProblem)) throw error;
    const { hint: what } = error.remedy;
    const hint = what === undefined ? "" : ` ${what.charAt(0).toUpperCase()}${what.slice(1)}.`;
    report.error(error.reason, `${error.message}.${hint} Nothing was written.`);
    return exitCode.failure;
  }
  const catalog = join(options.out, catalogName);
  streams.out(
    `${join(options.out, fileOf(document))} is ${document.title}.\nLicence: ${document.licence}\nUse it with --catalog ${catalog}\n`,
  );
  return exitCode.success;
}

async function fetched(address: string, { maxFileBytes, timeoutMs }: CatalogAddOptions): Promise<Uint8Array> {
  const source = new RemoteSource({
    ...defaultLimits,
    maxFileBytes: maxFileBytes ?? defaultLimits.maxFileBytes,
    timeoutMs: timeoutMs ?? defaultLimits.timeoutMs,
  });
  if (!/^https?:/i.test(address) || !URL.canParse(address))
    throw new LoadProblem("catalog-address", `${address} is not an address of http or https`);
  const { bytes } = await source.read(address, (redirected) => {
    throw new LoadProblem(
      "catalog-redirect",
      `${address} redirects to ${redirected}, and redirects are not followed`,
      "if you trust that address, name it with --from",
    );
  });
  return bytes;
}

/** @throws LoadProblem for what is no schema of the namespace, or no WSDL where the document is one. */
function expectDocument(bytes: Uint8Array, document: OfficialDocument, address: string): void {
  const { namespace } = document;
  const diagnostics = new Diagnostics();
  let text: string;
  try {
    text = decodeDocument(bytes);
  } catch (error) {
    throw new LoadProblem(
      "catalog-document-not-text",
      `${address} is not a text: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  if (/^\s*(?:<!doctype\s+html|<html)/i.test(text))
    throw new LoadProblem("catalog-document-html", `${address} returned an HTML page in place of the document`);
  const root = parseXml(text, address, defaultLimits.maxDepth, diagnostics);
  const wrong = diagnostics.all.find(({ severity }) => severity === "error");
  if (root === undefined || wrong !== undefined)
    throw new LoadProblem(
      "catalog-document-not-xml",
      `${address} is not well-formed XML: ${wrong?.message ?? "it has no root"}`,
    );
  const isWsdl = fileOf(document).endsWith(".wsdl");
  const [kind, expected, local] = isWsdl ? ["WSDL", wsdlNamespace, "definitions"] : ["schema", xsdNamespace, "schema"];
  if (root.name.namespace !== expected || root.name.local !== local)
    throw new LoadProblem("catalog-document-root", `${address} is no ${kind}: its root is ${root.raw}`);
  const found = attribute(root, "targetNamespace") ?? "";
  if (found !== namespace)
    throw new LoadProblem(
      "catalog-document-namespace",
      `${address} has the target namespace "${found}", not "${namespace}"`,
    );
}

/** @throws LoadProblem for another digest than the expected, and if none is known. */
function expectDigest(bytes: Uint8Array, { name, sha256 }: OfficialDocument, given: string | undefined): void {
  const digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  const expected = given ?? (sha256 && `sha256:${sha256}`);
  if (expected === undefined)
    throw new LoadProblem(
      "catalog-digest-unknown",
      `The digest of ${name} is ${digest}, and this version of soapwright has none to compare it with`,
      `compare it with a copy that you trust, then accept it: soapwright catalog add ${name} --digest ${digest}`,
    );
  if (digest !== expected)
    throw new LoadProblem(
      "catalog-digest-differs",
      `${name} has changed: its digest is ${digest}, not ${expected}`,
      "do not use it before you know why",
    );
}

const catalogName = "catalog.xml";

function fileOf({ name, address = "" }: OfficialDocument): string {
  return basename(`${name}${/\.\w+$/.exec(address)?.[0] ?? ".xsd"}`);
}

/**
 * Writes the document and its entries in the catalog beside the files, and renames both, the catalog last.
 * @throws LoadProblem when a file cannot be written, after everything new is removed.
 */
function writeDocument(folder: string, document: OfficialDocument, bytes: Uint8Array): void {
  const file = fileOf(document);
  const [path, catalogPath] = [join(folder, file), join(folder, catalogName)];
  const isNewFolder = !existsSync(folder);
  let stage: string | undefined;
  let isRenamed = false;
  let before = false;
  try {
    before = lstatSync(path, { throwIfNoEntry: false }) !== undefined;
    for (const each of [path, catalogPath])
      if (lstatSync(each, { throwIfNoEntry: false })?.isFile() === false)
        throw new LoadProblem(
          "catalog-file-irregular",
          `${each} is not a regular file, and what it leads to is not written`,
          "remove it, or name another folder with --out",
        );
    mkdirSync(folder, { recursive: true });
    const catalog = catalogWith(
      existsSync(catalogPath) ? readFileSync(catalogPath, "utf8") : undefined,
      catalogPath,
      document,
    );
    stage = mkdtempSync(join(folder, ".writing-"));
    writeFileSync(join(stage, file), bytes);
    writeFileSync(join(stage, catalogName), catalog);
    renameSync(join(stage, file), path);
    isRenamed = true;
    renameSync(join(stage, catalogName), catalogPath);
  } catch (error) {
    if (isRenamed && !before) rmSync(path, { force: true });
    if (error instanceof LoadProblem) throw error;
    throw new LoadProblem(
      "catalog-folder-unwritable",
      `${folder} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  } finally {
    if (stage !== undefined) rmSync(stage, { recursive: true, force: true });
    if (isNewFolder && !existsSync(catalogPath) && existsSync(folder)) rmdirSync(folder);
  }
}

const oasisNamespace = "urn:oasis:names:tc:entity:xmlns:xml:catalog";

/** The end tag of the root: only comments, processing instructions and blanks follow it. */
const ROOT_END = /<\/(?<prefix>[\w.-]+:)?catalog\s*>(?:\s|<!--(?:(?!-->)[\s\S])*-->|<\?(?:(?!\?>)[\s\S])*\?>)*$/;

/** Returns the catalog with the document's namespace and address, added at the end where they are missing. */
function catalogWith(text: string | undefined, path: string, document: OfficialDocument): string {
  const old = text ?? `<?xml version="1.0" encoding="UTF-8"?>\n<catalog xmlns="${oasisNamespace}">\n</catalog>\n`;
  const root = parseXml(old, path, defaultLimits.maxDepth, new Diagnostics());
  const { index: end = -1, groups } = ROOT_END.exec(old) ?? {};
  if (root?.name.namespace !== oasisNamespace || root.name.local !== "catalog" || end === -1)
    throw new LoadProblem(
      "catalog-not-extensible",
      `${path} is not an OASIS catalog that can be added to`,
      "name another folder with --out",
    );
  const file = fileOf(document);
  const entriesOfRoot = childElements(root).filter(
    ({ name }) => name.namespace === oasisNamespace && name.local === "uri",
  );
  const known = new Set(entriesOfRoot.map((each) => attribute(each, "name")));
  // Two documents of one namespace: only the first has its name, the other is found by its address.
  const names = [document.namespace, document.address].filter((name) => name !== undefined && !known.has(name));
  const entries = [...new Set(names)].map((name) => `  <${groups?.prefix ?? ""}uri name="${name}" uri="${file}"/>\n`);
  return old.slice(0, end) + entries.join("") + old.slice(end);
}

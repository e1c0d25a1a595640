import type { Change, Diagnostic, DiagnosticReason } from "soapwright-contract";
import {
  Changes,
  compareDefinitions,
  type Definitions,
  type LoadOptions,
  LoadProblem,
  loadDefinitions,
  Names,
  type Service,
  severityOf,
} from "soapwright-contract";
import { withoutStop } from "soapwright-runtime/errors";
import { movedAction } from "soapwright-runtime/extend";
import type { ReadOutcome } from "./credentials";
import type { Finding } from "./diagnosis";
import { isHtml, maxWsdlBytes, pageAt, type ServicePage } from "./http";
import { CheckError, type CheckResult, SkipError } from "./run-check";
import type { Subject } from "./subject";

/** Loaded when a live contract is compared, which few examinations come to. */

/** The WSDL that the client was generated from, as a path or a value, and how WSDLs are read. */
interface ClientContract {
  readonly wsdl: string | Definitions | undefined;
  readonly load: LoadOptions;
}

interface LiveContract {
  readonly definitions: Definitions;
  /** The target namespaces of the documents, the root's first. */
  readonly namespaces: readonly string[];
}

/** Limits of the live documents: ten times the largest known WSDL. */
const limits = { maxFiles: 100, maxFileBytes: maxWsdlBytes, maxTotalBytes: maxWsdlBytes };
const maxElements = 500_000;

const mostFindings = 100;

/** Returns the live contract, and the changes that break the client. @throws CheckError, SkipError */
export async function checkContract(
  subject: Subject,
  contract: ClientContract,
  served: ServicePage | undefined,
  signal: AbortSignal,
): Promise<CheckResult & { readonly result: LiveContract }> {
  if (served === undefined)
    throw new SkipError("nothing-read", "There is no WSDL to compare with: nothing was read over HTTP.");
  const { page, url } = served;
  if (page.head.status !== 200 || isHtml(page)) {
    throw new SkipError("no-wsdl", "There is no WSDL to compare with: see the HTTP check.");
  }
  const live = await readLive(served, contract.load, async (next, maxBytes) => {
    const { head, isCut, bytes } = await pageAt(subject, next, maxBytes, signal);
    if (head.status !== 200) throw new Error(`${next.origin}${next.pathname} has status ${head.status}`);
    return { isCut, bytes };
  });
  const place = `It was read from ${url.origin}${url.pathname}.`;
  const ofClient = await clientDefinitions(contract);
  const addressing = addressingOf(subject, live);
  if (ofClient === undefined) {
    const message = `The service's WSDL was read, and not compared: the option wsdl does not name the one that this client was generated from. ${place}`;
    return { message, findings: addressing, result: live };
  }
  const findings = [...compareWithLive(subject, ofClient, live), ...addressing];
  const isSame = findings.every(({ severity }) => severity === "note");
  const message = isSame
    ? "The service's WSDL has everything that this client knows."
    : "The service's WSDL differs from the one that this client was generated from.";
  return { message: `${message} ${place}`, findings, result: live };
}

/** @throws CheckError when the WSDL cannot be read. */
async function clientDefinitions({ wsdl, load }: ClientContract): Promise<Definitions | undefined> {
  if (typeof wsdl !== "string") return wsdl;
  const { definitions, diagnostics } = await loadDefinitions(wsdl, load);
  if (definitions !== undefined) return definitions;
  const { what, reason } = problemIn(diagnostics);
  const text = `The WSDL of this client, ${wsdl}, cannot be read: ${what}. The contract is not compared.`;
  throw new CheckError("own-wsdl", text, "error", reason);
}

/** Returns the bytes of a document of the service, at most `maxBytes`. */
type ReadPage = (url: URL, maxBytes: number) => Promise<{ readonly isCut: boolean; readonly bytes: Buffer }>;

/** Reads the served WSDL, and the documents that it refers to from the same origin. @throws CheckError */
export async function readLive(
  { page, url }: { readonly page: Awaited<ReturnType<ReadPage>>; readonly url: URL },
  load: LoadOptions,
  read: ReadPage,
): Promise<LiveContract> {
  let [left, leftElements] = [maxWsdlBytes, maxElements];
  const readDocument = async (address: string) => {
    const next = new URL(address);
    const { isCut, bytes } = next.href === url.href ? page : await read(next, left).catch(asLoadProblem);
    left -= bytes.length;
    if (isCut)
      throw new LoadProblem(
        "live-too-large",
        `the documents are larger than ${maxWsdlBytes.toLocaleString("en-US")} bytes`,
      );
    // Counts start tags in any encoding, before their nodes take many times their bytes.
    for (let at = bytes.indexOf("<"); at >= 0; at = bytes.indexOf("<", at + 1))
      if (bytes[at + 1] !== 0x2f) leftElements--;
    if (leftElements < 0)
      throw new LoadProblem(
        "live-too-many-elements",
        `the documents have more than ${maxElements.toLocaleString("en-US")} elements`,
      );
    return { bytes, url: address };
  };
  const options = { allowNoService: true, ...load, allowOutside: true, allowRemote: false, limits, read: readDocument };
  const { definitions, schemas, diagnostics } = await loadDefinitions(url.href, options);
  if (definitions === undefined || schemas === undefined) {
    const { what, reason } = problemIn(diagnostics);
    const text = `What the address shows for ?wsdl cannot be used: ${what}. The contract is not compared.`;
    throw new CheckError("no-wsdl", text, "warning", reason);
  }
  const namespaces = [definitions, ...schemas.documents].map(({ targetNamespace }) => targetNamespace);
  return { definitions, namespaces };
}

/** The loader reports a document that cannot be read, and continues. */
function asLoadProblem(error: unknown): never {
  throw new LoadProblem("live-unreadable", error instanceof Error ? withoutStop(error.message) : String(error));
}

function problemIn(diagnostics: readonly Diagnostic[]): { readonly what: string; readonly reason?: DiagnosticReason } {
  const problem = diagnostics.find(({ severity }) => severity === "error");
  if (problem === undefined) return { what: "it has no content" };
  const { position, message, reason } = problem;
  return { what: `${position.file}, line ${position.line}: ${message}`, reason };
}

interface ComparedClient {
  readonly service: Subject["service"];
  readonly settings: Pick<Subject["settings"], "rename" | "soapVersion">;
}

/** Returns an error for each change that breaks the client, and a note of the other changes. */
export function compareWithLive(client: ComparedClient, ofClient: Definitions, live: LiveContract): Finding[] {
  const { service, settings } = client;
  const { soapVersion } = settings;
  const now = servicesFor(client, live.definitions);
  if (now.length === 0) {
    const message = `The service's WSDL has no binding for SOAP ${soapVersion}. Set soapVersion to one that it has.`;
    return [{ severity: "error", code: "soap-version-missing", message }];
  }
  const rename = liveNames(client, live);
  const changes = new Changes();
  const names = new Names(rename, (action) => movedAction(action, service, rename));
  const operationNames = new Set(service.operations.map(({ name }) => name));
  compareDefinitions({ services: servicesFor(client, ofClient, operationNames) }, { services: now }, names, changes);
  return findingsOf(changes.all);
}

/**
 * Returns the services with the client's name, or else all services, with their ports for the client's SOAP version.
 */
function servicesFor(
  { service, settings }: ComparedClient,
  { services }: Definitions,
  operations?: ReadonlySet<string>,
): Service[] {
  const named = services.filter(({ name }) => name.local === service.name);
  return (named.length > 0 ? named : services).flatMap((each) => {
    const ports = each.ports.flatMap((port) => {
      const { binding } = port;
      if (binding.soapVersion !== settings.soapVersion) return [];
      const kept = binding.operations.filter(({ operation }) => operations?.has(operation.name) ?? true);
      return { ...port, binding: { ...binding, operations: kept } };
    });
    return ports.length === 0 ? [] : { ...each, ports };
  });
}

function findingsOf(changes: readonly Change[]): Finding[] {
  const breaking = changes.filter(({ breaks }) => breaks.some((each) => each !== "TypeScript users"));
  const findings = breaking.slice(0, mostFindings).map(({ where, reason, what, breaks, why }): Finding => {
    const whom = breaks.map((each) => brokenPart[each]).join(" and ");
    const because = why === undefined ? "" : ` (${why})`;
    const message = `${where} in the service's WSDL: ${what}${because}. This breaks ${whom}: generate the client again.`;
    return { severity: "error", code: "contract-breaking", cause: reason, message };
  });
  const left = breaking.length - findings.length;
  if (left > 0) {
    const message = `There are ${left} more breaking differences. Generate the client again from the service's WSDL.`;
    findings.push({ severity: "error", code: "more-differences", message });
  }
  const others = changes.filter((change) => severityOf(change) === "compatible");
  const [first] = others;
  if (first !== undefined) {
    const more = others.length === 1 ? "" : ` and ${others.length - 1} more`;
    const message = `The service's WSDL has changes that do not break this client: ${first.where}: ${first.what}${more}.`;
    findings.push({ severity: "note", code: "contract-compatible", message });
  }
  return findings;
}

const brokenPart: { readonly [B in Change["breaks"][number]]: string } = {
  callers: "calls",
  writers: "what the client sends",
  readers: "what the client reads",
  "TypeScript users": "the client's types",
};

/** Reports a client without the WS-Addressing version that the live WSDL requires. */
function addressingOf(client: Subject, { definitions }: LiveContract): Finding[] {
  const { service, settings } = client;
  const operationNames = new Set(service.operations.map(({ name }) => name));
  const required = servicesFor(client, definitions)
    .flatMap(({ ports }) => ports)
    .filter(({ binding }) => binding.operations.some(({ operation }) => operationNames.has(operation.name)))
    .map(({ addressing }) => (addressing?.required === true ? addressing.version : undefined));
  const [version] = required;
  const [, sent] = /^WS-Addressing (.*)$/m.exec(settings.features.map(({ open }) => open.label ?? "").join("\n")) ?? [];
  if (version === undefined || required.some((each) => each !== version) || sent === version) return [];
  const how = sent === undefined ? "sends none of its header blocks" : `speaks WS-Addressing ${sent}`;
  const message = `The service's WSDL requires WS-Addressing ${version}, and this client ${how}. Generate the client again, or give it features: [addressing({ addressing: "${version}" })].`;
  return [{ severity: "error", code: "addressing-required", message }];
}

/**
 * Compares the client's namespace with the live WSDL, or else with the outcome of the read.
 * @throws CheckError, SkipError
 */
export async function checkNamespaces(
  subject: Subject,
  contract: LiveContract | undefined,
  read: ReadOutcome | undefined,
): Promise<CheckResult> {
  const { names, settings, service } = subject;
  const namespace = settings.rename(service.targetNamespace);
  if (contract !== undefined) {
    const live = liveNamespace(namespace, contract);
    if (live === namespace) return { message: `The service and the client have the namespace ${namespace}.` };
    const [ownStart, liveStart] = differingStarts(namespace, live);
    const hint = ownStart === namespace || liveStart === "" ? "" : ` Up to ${liveStart} it is another base address.`;
    const text = `The namespace of the service is ${live}, and the client sends ${namespace}: the service does not find operations and credentials in it.${hint} Check ${names.namespace}.`;
    throw new CheckError("namespace-differs", text);
  }
  if (read === undefined)
    throw new SkipError("no-namespace", "There is neither a WSDL nor a response that shows the service's namespace.");
  if (read.succeeded) return { message: `The service understands the namespace ${namespace}.` };
  if (!read.doubtsNamespace)
    throw new SkipError(
      "namespace-not-shown",
      "There is no WSDL, and the fault does not say whether the namespace is right.",
    );
  const text = `The service's fault can mean that its namespace is not ${namespace}. Check ${names.namespace}.`;
  throw new CheckError("namespace-doubtful", text, "warning");
}

/** Returns the service's namespace in the live WSDL. */
function liveNamespace(namespace: string, { namespaces }: LiveContract): string {
  return namespaces.includes(namespace) ? namespace : (namespaces[0] ?? namespace);
}

/**
 * Maps a namespace of the client's WSDL to the live one. If the service's namespace differs, namespaces with the same
 * start are mapped too: a wrong base URL is one finding, not a finding for each name.
 */
function liveNames(client: ComparedClient, contract: LiveContract): (namespace: string) => string {
  const { rename } = client.settings;
  const ownNamespace = rename(client.service.targetNamespace);
  const live = liveNamespace(ownNamespace, contract);
  if (ownNamespace === live) return rename;
  const [ownStart, liveStart] = differingStarts(ownNamespace, live);
  return (namespace) => {
    const moved = rename(namespace);
    if (moved === ownNamespace) return live;
    return ownStart !== "" && moved.startsWith(`${ownStart}/`) ? liveStart + moved.slice(ownStart.length) : moved;
  };
}

/** Returns the starts of two names, without the segments at the end that both share. */
function differingStarts(one: string, other: string): [string, string] {
  const [ones, others] = [one.split("/"), other.split("/")];
  while (ones.length > 0 && others.length > 0 && ones.at(-1) === others.at(-1)) {
    ones.pop();
    others.pop();
  }
  return [ones.join("/"), others.join("/")];
}

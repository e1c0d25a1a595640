/** The check that reads the live WSDL and compares it with the tables. */

import type { LiveContract, Rename } from "soapwright-contract";
import { compareTables } from "soapwright-contract";
import type { Finding } from "./diagnosis";
import type { ServicePage } from "./http";
import { isHtml, pageAt } from "./http";
import { documentLimits, NoWsdl } from "./live-documents";
import { readLive } from "./read-live";
import { Found, type Seen, Skipped } from "./run-check";
import type { Subject } from "./subject";

/** Returns the live contract and its differences. @throws Found, Skipped */
export async function checkContract(
  subject: Subject,
  served: ServicePage | undefined,
  signal: AbortSignal,
): Promise<Seen & { readonly result: LiveContract }> {
  if (served === undefined) throw new Skipped("There is no WSDL to compare with: nothing was read over HTTP.");
  const { page, url } = served;
  if (page.head.status !== 200 || isHtml(page)) {
    throw new Skipped("There is no WSDL to compare with: see the HTTP check.");
  }
  const live = await contractOf(subject, served, signal);
  const { service, settings } = subject;
  const rename = liveNames(subject, live);
  const compared = compareTables(live, { service, soapVersion: settings.soapVersion, rename });
  const findings = [...compared, ...addressingOf(subject, live)];
  const count = service.operations.length;
  const what = `${count.toLocaleString("en-US")} ${count === 1 ? "operation" : "operations"}`;
  const isSame = findings.every(({ severity }) => severity === "note");
  const message = isSame
    ? `The service's WSDL has everything that this client knows: ${what}.`
    : `The service's WSDL differs from the one that this client was generated from.`;
  return { message: `${message} It was read from ${url.origin}${url.pathname}.`, findings, result: live };
}

/** Reports a client without the WS-Addressing version that the live WSDL requires. */
function addressingOf({ service, settings }: Subject, live: LiveContract): Finding[] {
  const own = new Set(service.operations.map(({ name }) => name));
  const required = live.services
    .filter(({ operations }) => operations.some(({ name }) => own.has(name)))
    .flatMap(({ ports }) => ports.filter(({ soapVersion }) => soapVersion === settings.soapVersion))
    .map(({ addressing }) => (addressing?.required === true ? addressing.version : undefined));
  const [version] = required;
  const [, sent] = /^WS-Addressing (.*)$/m.exec(settings.features.map(({ open }) => open.label ?? "").join("\n")) ?? [];
  if (version === undefined || required.some((each) => each !== version) || sent === version) return [];
  const how = sent === undefined ? "sends none of its header blocks" : `speaks WS-Addressing ${sent}`;
  const message = `The service's WSDL requires WS-Addressing ${version}, and this client ${how}. Generate the client again, or give it features: [addressing({ addressing: "${version}" })].`;
  return [{ severity: "error", code: "addressing-required", message }];
}

async function contractOf(subject: Subject, { page, url }: ServicePage, signal: AbortSignal): Promise<LiveContract> {
  if (page.isCut) {
    const limit = documentLimits.maxBytes.toLocaleString("en-US");
    throw new Found(
      "warning",
      "wsdl-too-large",
      `The WSDL is larger than ${limit} bytes, so the contract is not compared.`,
    );
  }
  try {
    const read = (next: URL, maxBytes: number) => readImported(subject, next, maxBytes, signal);
    return await readLive(url, page, read, documentLimits);
  } catch (error) {
    if (!(error instanceof NoWsdl)) throw error;
    const text = `What the address shows for ?wsdl is no WSDL of this service: ${error.message}. The contract is not compared. Check ${subject.names.address}.`;
    throw new Found("warning", "no-wsdl", text);
  }
}

async function readImported(
  subject: Subject,
  url: URL,
  maxBytes: number,
  signal: AbortSignal,
): Promise<{ readonly bytes: Buffer; readonly charset: string | undefined }> {
  const page = await pageAt(subject, url, maxBytes, signal);
  if (page.head.status !== 200) throw new Error(`it has status ${page.head.status}`);
  if (page.isCut) throw new Error("it is too large");
  return page;
}

/** The namespace of the service on the wire, and in the live WSDL if it differs. */
export function namespacesOf(
  { service, settings }: Subject,
  { targetNamespaces }: LiveContract,
): { readonly own: string; readonly live: string } {
  const own = settings.rename(service.targetNamespace);
  return { own, live: targetNamespaces.includes(own) ? own : (targetNamespaces[0] ?? own) };
}

/**
 * Maps a namespace of the tables to the live one. If the service's namespace differs, namespaces with the same start
 * are mapped too: a wrong base URL is one finding, not one for each name.
 */
function liveNames(subject: Subject, contract: LiveContract): Rename {
  const { rename } = subject.settings;
  const { own, live } = namespacesOf(subject, contract);
  if (own === live) return rename;
  const [ownStart, liveStart] = differingStarts(own, live);
  return (namespace) => {
    const moved = rename(namespace);
    if (moved === own) return live;
    return ownStart !== "" && moved.startsWith(`${ownStart}/`) ? liveStart + moved.slice(ownStart.length) : moved;
  };
}

/** The starts of two names, without the segments at the end that both share. */
export function differingStarts(one: string, other: string): [string, string] {
  const [ones, others] = [one.split("/"), other.split("/")];
  while (ones.length > 0 && others.length > 0 && ones.at(-1) === others.at(-1)) {
    ones.pop();
    others.pop();
  }
  return [ones.join("/"), others.join("/")];
}

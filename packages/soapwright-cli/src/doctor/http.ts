import { isConnectionError, isServiceError, type ServiceError } from "soapwright-runtime/errors";
import { messageWithoutOutcome } from "soapwright-runtime/extend";
import {
  type Address,
  contentCoding,
  Decompressed,
  displayAddress,
  HttpSender,
  parseAddress,
  type ResponseHead,
  readMediaType,
} from "soapwright-runtime/http";
import type { Finding } from "./diagnosis";
import { proxyCredentials } from "./network";
import { CheckError, type CheckResult, SkipError } from "./run-check";
import type { Subject } from "./subject";

/** Most bytes of the WSDL together with the documents that it imports. */
export const maxWsdlBytes = 32 * 2 ** 20;

interface WebPage {
  readonly head: ResponseHead;
  /** The media type in lower case, or "". */
  readonly type: string;
  readonly bytes: Buffer;
  /** Whether the page is longer than the limit. */
  readonly isCut: boolean;
  /** Midpoint between request and response, in milliseconds since 1970. */
  readonly middle: number;
  readonly elapsedMs: number;
}

export interface ServicePage {
  readonly url: URL;
  readonly page: WebPage;
}

/** Requests the endpoint's WSDL, and returns the page, a WSDL or not. @throws CheckError */
export async function checkHttp(
  subject: Subject,
  signal: AbortSignal,
): Promise<CheckResult & { readonly result: ServicePage }> {
  const url = wsdlUrl(subject.settings.address);
  const page = await pageAt(subject, url, maxWsdlBytes, signal);
  const { status } = page.head;
  const finding = findingOf(subject, page);
  const message = `The address shows status ${status}${page.type === "" ? "" : ` and ${page.type}`} for ?wsdl, after ${page.elapsedMs} ms.`;
  return { message, findings: finding === undefined ? [] : [finding], result: { url, page } };
}

export async function pageAt(subject: Subject, url: URL, maxBytes: number, signal: AbortSignal): Promise<WebPage> {
  try {
    const { settings, secrets } = subject;
    const address = parseAddress(url.href, "the address of the WSDL");
    const request = { operation: "?wsdl", signal, attempt: 1 };
    const terms = { credentialCache: undefined };
    const asking = { request, terms, scope: [], use() {}, fetched() {}, join() {} };
    const httpHeaders = await settings.httpHeaders.ask(asking);
    secrets.addHttpHeaders(Object.entries(httpHeaders).flat());
    return await readPage(settings, httpHeaders, address, maxBytes, signal);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const isRead = isConnectionError(error) && error.sent === "maybe";
    throw new CheckError("http-failed", isRead ? messageWithoutOutcome(error) : error.message);
  }
}

/** Requests a page over a connection like the client's. Rejects with a `ServiceError`. */
async function readPage(
  settings: Subject["settings"],
  httpHeaders: Readonly<Record<string, string>>,
  address: Address,
  maxBytes: number,
  signal: AbortSignal,
): Promise<WebPage> {
  const sender = new HttpSender({ ...settings, address, connections: 1 });
  const headers = ["Accept", "text/xml, application/xml;q=0.9, */*;q=0.5", "Accept-Encoding", "gzip, deflate, br"];
  for (const [name, value] of Object.entries(httpHeaders)) headers.push(name, value);
  const exchange = sender.open({ method: "GET", headers, body: Buffer.alloc(0), fresh: true });
  let body: Decompressed | undefined;
  const stop = (): void => {
    exchange.stop(signal.reason as ServiceError);
    body?.close();
  };
  signal.addEventListener("abort", stop);
  const startedAt = Date.now();
  try {
    const head = await exchange.head();
    const elapsedMs = Date.now() - startedAt;
    const coding = contentCoding(head.header("content-encoding") ?? "");
    if (coding !== undefined) body = new Decompressed(() => exchange.read(), coding);
    const { bytes, isCut } = await upTo(maxBytes, body ?? exchange);
    const { type } = readMediaType(head.header("content-type"));
    return { head, type, bytes, isCut, middle: startedAt + elapsedMs / 2, elapsedMs };
  } finally {
    signal.removeEventListener("abort", stop);
    body?.close();
    exchange.close();
    await sender.close();
  }
}

async function upTo(
  maxBytes: number,
  source: Pick<ReturnType<HttpSender["open"]>, "read">,
): Promise<Pick<WebPage, "bytes" | "isCut">> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let chunk = await source.read(); chunk !== undefined; chunk = await source.read()) {
    if (length + chunk.length > maxBytes) {
      chunks.push(chunk.subarray(0, maxBytes - length));
      return { bytes: Buffer.concat(chunks), isCut: true };
    }
    chunks.push(chunk);
    length += chunk.length;
  }
  return { bytes: Buffer.concat(chunks), isCut: false };
}

/** Every stack serves its contract at the endpoint with `?wsdl`. */
function wsdlUrl({ origin, path }: Address): URL {
  return new URL(`${origin}${path}${path.includes("?") ? "&" : "?"}wsdl`);
}

function findingOf({ settings, names }: Subject, page: WebPage): Finding | undefined {
  const { status } = page.head;
  const place = settings.address.display;
  const check = `Check ${names.address}.`;
  const finding = (severity: Finding["severity"], code: Finding["code"], message: string): Finding => ({
    severity,
    code,
    message,
  });
  if (status >= 300 && status < 400) {
    const location = displayAddress(page.head.header("location") ?? "") ?? "another address";
    const message = `${place} sends callers to ${location} (status ${status}): a gateway wants them to log in first, or the service has moved. ${check}`;
    return finding("error", "redirected", message);
  }
  if (status === 401 || status === 403) {
    const message = `${place} does not show its WSDL without a login of its own (status ${status}), so the contract is not compared.`;
    return finding("warning", "wsdl-refused", message);
  }
  if (status === 407) {
    const message = `The proxy asks for credentials (status 407). ${proxyCredentials(names.proxy)}`;
    return finding("error", "proxy-credentials", message);
  }
  if (isLoginPage(page)) {
    const message = `${place} shows a login page instead of the service: a gateway in front of it wants callers to log in. Ask its owner for access without a login page. ${check}`;
    return finding("error", "login-page", message);
  }
  if (status === 200 && !isHtml(page)) return undefined;
  if (status >= 500) {
    const message = `${place} shows status ${status}${titleOf(page)} for its WSDL, so the contract is not compared. The service, or a gateway in front of it, does not work.`;
    return finding(status === 500 ? "warning" : "error", "http-status", message);
  }
  const what = `${status === 200 ? "a page of HTML" : `status ${status}`}${titleOf(page)}`;
  const message = `${place} shows ${what} instead of a WSDL, so the contract is not compared. If calls fail too, the address is wrong. ${check}`;
  return finding("warning", "no-wsdl", message);
}

export function isHtml({ type, bytes }: WebPage): boolean {
  if (type === "text/html" || type === "application/xhtml+xml") return true;
  return /^\s*<(?:!doctype\s+html|html|head|body)\b/i.test(textOf(bytes.subarray(0, 1_024)));
}

function isLoginPage(page: WebPage): boolean {
  if (!isHtml(page)) return false;
  const text = textOf(page.bytes.subarray(0, 200_000));
  return (
    /<input\b[^>]{0,500}\btype\s*=\s*["']?password/i.test(text) ||
    /<title[^>]{0,100}>[^<]{0,200}(?:log[ -]?in|log[ -]?on|sign[ -]?in|anmeld|inlog|aanmeld|connexion)/i.test(text) ||
    /<form\b[^>]{0,500}(?:login|logon|signin|saml|oauth|adfs)/i.test(text)
  );
}

/** Returns what a page calls itself, for example ` ("Maintenance until 14:00")`. */
function titleOf(page: WebPage): string {
  if (!isHtml(page)) return "";
  const [, title = ""] = /<title[^>]{0,100}>([^<]{1,1000})/i.exec(page.bytes.toString("utf8", 0, 200_000)) ?? [];
  const text = title.replace(/\s+/g, " ").trim();
  return text === "" ? "" : ` ("${text.length > 100 ? `${text.slice(0, 100)}…` : text}")`;
}

/** Latin letters suffice to search for markup: UTF-16 has zeros between them. */
function textOf(bytes: Buffer): string {
  return bytes.toString("latin1").replaceAll("\0", "");
}

/** Services refuse tokens and certificates when clocks differ. */
const WARNING_SKEW_MS = 60_000;
const ERROR_SKEW_MS = 300_000;

/** Compares this machine's clock with the response's `Date`: RFC 9110, 6.6.1. @throws SkipError */
export async function checkClock(served: ServicePage | undefined): Promise<CheckResult> {
  if (served === undefined) throw new SkipError("no-response", "There is no response whose time could be compared.");
  const { head, middle, elapsedMs } = served.page;
  const date = Date.parse(head.header("date") ?? "");
  if (Number.isNaN(date)) throw new SkipError("no-date", "The response has no Date header.");
  // A cache reports the time since the response was generated: RFC 9111, 5.1.
  const age = Number(head.header("age") ?? 0) * 1_000 || 0;
  // The header has a resolution of one second.
  const apart = Math.max(0, Math.abs(date + age + 500 - middle) - 500 - elapsedMs / 2);
  const seconds = Math.round(apart / 1_000);
  const message = `The clocks of this machine and of the service are ${seconds} s apart.`;
  if (apart < WARNING_SKEW_MS) return { message };
  const severity = apart < ERROR_SKEW_MS ? "warning" : "error";
  const direction = date + age < middle ? "ahead of" : "behind";
  const text = `The clock of this machine is ${seconds.toLocaleString("en-US")} s ${direction} the service's. Set it: certificates and tokens are refused when clocks differ.`;
  return { message, findings: [{ severity, code: "clock-differs", message: text }] };
}

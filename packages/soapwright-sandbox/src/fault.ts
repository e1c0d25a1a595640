/** Faults as ASP.NET writes them, in both SOAP versions. */
import { escapeAttribute } from "soapwright-runtime/internal";
import { aspNetText } from "./asp-net-text";
import { envelopeText, type SoapVersion } from "./envelope-text";
import { checkFaultParts } from "./fault-check";
import { type FaultCode, type FaultName, faultNameElement, faultNameProblem } from "./fault-name";

export type { FaultCode, FaultName } from "./fault-name";

/** A reason in one language. */
export interface FaultText {
  /** A language tag of RFC 5646, for example `nl`. */
  readonly lang: string;
  readonly text: string;
}

/**
 * The parts of a fault other than its reason. Each is optional; the default is a fault with the code `Client` and
 * status 500.
 */
export interface SandboxFaultOptions {
  /**
   * One of SOAP's own codes, by default `Client`; such a code with a dotted suffix (`Client.Authentication`); any other
   * name (`E1003`), which is in no namespace; or a name in a namespace of the service.
   */
  readonly code?: FaultCode | (string & {}) | FaultName | undefined;
  /** Subcodes of SOAP 1.2, from the outer to the inner one. SOAP 1.1 has none. */
  readonly subcodes?: readonly (string | FaultName)[] | undefined;
  /** The language of the reason. ASP.NET writes it in SOAP 1.1; in SOAP 1.2 it always writes `en`. */
  readonly lang?: string | undefined;
  /** `faultactor` of 1.1, `Node` of 1.2. */
  readonly actor?: string | undefined;
  /** `Node` of 1.2, where it differs from `actor`. */
  readonly node?: string | undefined;
  /** `Role` of 1.2. */
  readonly role?: string | undefined;
  /**
   * The content of the detail element: XML, or an object with one property, which is named after a fault that the
   * operation declares and has the value of its detail.
   */
  readonly detail?: string | Readonly<Record<string, unknown>> | undefined;
  /** Leaves the detail element out, as ASP.NET does for faults about headers. */
  readonly withoutDetail?: boolean | undefined;
  /** The HTTP status. Default 500, in both SOAP versions. */
  readonly status?: number | undefined;
  /** The error that caused this one. ASP.NET appends its message after an arrow. */
  readonly cause?: unknown;
}

/** The parts of a fault, as the only argument of `SandboxFault`. */
export interface SandboxFaultParts extends SandboxFaultOptions {
  /** The reason of the fault. A list has it in several languages, as SOAP 1.2 allows. */
  readonly reason: string | readonly FaultText[];
}

/**
 * A fault to throw in an operation of a sandbox: the caller gets a SOAP fault with this message. Its constructor throws
 * a `ConfigurationError` when a part is wrong, which reaches the caller as a fault of the server.
 */
export class SandboxFault extends Error {
  override readonly name = "SandboxFault";
  readonly options: SandboxFaultOptions;
  /** The reason in each language, if it was a list. */
  readonly texts: readonly FaultText[] | undefined;

  constructor(fault: string | SandboxFaultParts, options: SandboxFaultOptions = {}) {
    checkFaultParts("SandboxFault", typeof fault === "string" ? { ...options, reason: fault } : fault);
    const reason = typeof fault === "string" ? fault : fault.reason;
    const { cause } = typeof fault === "string" ? options : fault;
    super(typeof reason === "string" ? reason : (reason[0]?.text ?? ""), cause === undefined ? {} : { cause });
    this.options = typeof fault === "string" ? options : fault;
    this.texts = typeof reason === "string" ? undefined : reason;
  }
}

/** The parts of a fault's envelope that the `SandboxFault` does not hold. */
export interface FaultSurroundings {
  readonly header?: string;
  /** Content of the detail as XML, for a fault whose detail is a value. */
  readonly detail?: string;
  /**
   * The name of the detail element in SOAP 1.2. By default it has no namespace, because services create the detail for
   * SOAP 1.1, and ASP.NET copies it.
   */
  readonly detailName?: string;
  /** The text replaces the message of the fault, for example by one with a stack trace. */
  readonly reason?: string;
}

export function faultText(fault: SandboxFault, version: SoapVersion, surroundings: FaultSurroundings): string {
  const written = writable(fault);
  const { code = "Client", actor, withoutDetail = false } = written.options;
  const ownDetail = typeof written.options.detail === "string" ? written.options.detail : "";
  const parts = {
    code,
    reason: surroundings.reason ?? reasonOf(written),
    detail: withoutDetail ? undefined : (surroundings.detail ?? ownDetail),
  };
  const content =
    version === "1.1" ? fault11(written, actor, parts) : fault12(written, actor, parts, surroundings.detailName);
  return envelopeText(`<soap:Fault>${content}</soap:Fault>`, version, surroundings.header);
}

/** Causes follow after arrows, and an empty message becomes `SoapException`, as in ASP.NET. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const message = error.message === "" ? "SoapException" : error.message;
  return error.cause instanceof Error ? `${message} ---> ${reasonOf(error.cause)}` : message;
}

interface FaultParts {
  readonly code: string | FaultName;
  readonly reason: string;
  readonly detail: string | undefined;
}

function fault11({ options, texts }: SandboxFault, actor: string | undefined, { code, reason, detail }: FaultParts) {
  const lang = options.lang ?? texts?.[0]?.lang;
  const language = lang === undefined ? "" : ` xml:lang="${escapeAttribute(lang)}"`;
  const text = `<faultstring${language}>${aspNetText(reason)}</faultstring>`;
  const actorText = actor === undefined ? "" : `<faultactor>${aspNetText(actor)}</faultactor>`;
  const detailText = detail === undefined ? "" : element("detail", detail);
  return `${faultNameElement("faultcode", code, "1.1")}${text}${actorText}${detailText}`;
}

function fault12(
  { options, texts }: SandboxFault,
  actor: string | undefined,
  { code, reason, detail }: FaultParts,
  detailName = "detail",
) {
  const subcodes = (options.subcodes ?? []).reduceRight<string>(
    (inner, subcode) => `<soap:Subcode>${faultNameElement("soap:Value", subcode, "1.2")}${inner}</soap:Subcode>`,
    "",
  );
  const value = `<soap:Code>${faultNameElement("soap:Value", code, "1.2")}${subcodes}</soap:Code>`;
  const reasons = texts ?? [{ lang: "en", text: reason }];
  const text = reasons
    .map((one) => `<soap:Text xml:lang="${escapeAttribute(one.lang)}">${aspNetText(one.text)}</soap:Text>`)
    .join("");
  const node = options.node ?? actor;
  const nodeText = node === undefined ? "" : `<soap:Node>${aspNetText(node)}</soap:Node>`;
  const role = options.role === undefined ? "" : `<soap:Role>${aspNetText(options.role)}</soap:Role>`;
  const detailText = detail === undefined ? "" : element(detail === "" ? "soap:Detail" : detailName, detail);
  return `${value}<soap:Reason>${text}</soap:Reason>${nodeText}${role}${detailText}`;
}

/** If a code is not a valid name, ASP.NET writes another fault instead. */
function writable(fault: SandboxFault): SandboxFault {
  const { code = "Client", subcodes = [] } = fault.options;
  const problem = [code, ...subcodes].map(faultNameProblem).find((found) => found !== undefined);
  if (problem === undefined) return fault;
  return new SandboxFault(`Server was unable to process request. ---> ${problem}`, { code: "Server" });
}

function element(name: string, content: string): string {
  return content === "" ? `<${name} />` : `<${name}>${content}</${name}>`;
}

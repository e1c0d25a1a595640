/** Faults as ASP.NET writes them, in both SOAP versions. */
import { escapeAttribute } from "soapwright-runtime/codecs";
import { checkFaultParts } from "../trouble/fault-check";
import { aspNetText, envelopeNamespaces, envelopeText, type SoapVersion } from "./envelope-text";

/** The party at fault: the caller (`Client`, SOAP 1.2 `Sender`), the service (`Server`, `Receiver`), or SOAP itself. */
export type FaultCode = "Client" | "Server" | "MustUnderstand" | "VersionMismatch";

/** A fault code that the service defines. */
export interface FaultName {
  readonly namespace: string;
  readonly local: string;
}

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
    const parts = typeof fault === "string" ? { ...options, reason: fault } : fault;
    checkFaultParts("SandboxFault", parts);
    const { reason, cause } = parts;
    super(typeof reason === "string" ? reason : reason[0]!.text, cause === undefined ? {} : { cause });
    this.options = parts;
    this.texts = typeof reason === "string" ? undefined : reason;
  }
}

/** The parts of a fault's envelope that the `SandboxFault` does not hold. */
export interface FaultSurroundings {
  readonly header?: string | undefined;
  /** Content of the detail as XML, for a fault whose detail is a value. */
  readonly detail?: string | undefined;
  /**
   * The name of the detail element in SOAP 1.2. By default it has no namespace, because services create the detail for
   * SOAP 1.1, and ASP.NET copies it.
   */
  readonly detailName?: string | undefined;
  /** The text replaces the message of the fault, for example by one with a stack trace. */
  readonly reason?: string | undefined;
}

export function faultText(fault: SandboxFault, version: SoapVersion, surroundings: FaultSurroundings): string {
  const written = writable(fault);
  const { detail = "", withoutDetail = false } = written.options;
  const detailXml = withoutDetail ? undefined : (surroundings.detail ?? (typeof detail === "string" ? detail : ""));
  const reason = surroundings.reason ?? reasonOf(written);
  const content =
    version === "1.1"
      ? fault11(written, reason, detailXml)
      : fault12(written, reason, detailXml, surroundings.detailName);
  return envelopeText(`<soap:Fault>${content}</soap:Fault>`, version, surroundings.header);
}

/** Causes follow after arrows, and an empty message becomes `SoapException`, as in ASP.NET. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const message = error.message === "" ? "SoapException" : error.message;
  return error.cause instanceof Error ? `${message} ---> ${reasonOf(error.cause)}` : message;
}

function fault11({ options, texts }: SandboxFault, reason: string, detail: string | undefined): string {
  const { code = "Client", lang = texts?.[0]?.lang, actor } = options;
  const language = lang === undefined ? "" : ` xml:lang="${escapeAttribute(lang)}"`;
  const text = `<faultstring${language}>${aspNetText(reason)}</faultstring>`;
  return `${faultNameElement("faultcode", code, "1.1")}${text}${textElement("faultactor", actor)}${element("detail", detail)}`;
}

function fault12({ options, texts }: SandboxFault, reason: string, detail: string | undefined, detailName = "detail") {
  const { code = "Client", subcodes = [], actor, node = actor, role } = options;
  const inner = subcodes.reduceRight<string>(
    (rest, subcode) => `<soap:Subcode>${faultNameElement("soap:Value", subcode, "1.2")}${rest}</soap:Subcode>`,
    "",
  );
  const value = `<soap:Code>${faultNameElement("soap:Value", code, "1.2")}${inner}</soap:Code>`;
  const text = (texts ?? [{ lang: "en", text: reason }])
    .map((one) => `<soap:Text xml:lang="${escapeAttribute(one.lang)}">${aspNetText(one.text)}</soap:Text>`)
    .join("");
  const places = textElement("soap:Node", node) + textElement("soap:Role", role);
  return `${value}<soap:Reason>${text}</soap:Reason>${places}${element(detail === "" ? "soap:Detail" : detailName, detail)}`;
}

/** If a code is not a valid name, ASP.NET writes another fault with its message about the code instead. */
function writable(fault: SandboxFault): SandboxFault {
  const { code = "Client", subcodes = [] } = fault.options;
  const names = [code, ...subcodes].map((each) => (typeof each === "string" ? each : each.local));
  const wrong = names.find((name) => !/^[\p{L}_][\p{L}\p{N}\p{M}._\-·]*$/u.test(name));
  if (wrong === undefined) return fault;
  const problem = `Invalid name character in '${wrong}'.`;
  return new SandboxFault(`Server was unable to process request. ---> ${problem}`, { code: "Server" });
}

function textElement(name: string, text: string | undefined): string {
  return text === undefined ? "" : `<${name}>${aspNetText(text)}</${name}>`;
}

function element(name: string, content: string | undefined): string {
  if (content === undefined) return "";
  return content === "" ? `<${name} />` : `<${name}>${content}</${name}>`;
}

const codes12: Readonly<Record<string, string>> = { Client: "Sender", Server: "Receiver" };
const soapCodes = new Set(["Client", "Server", "MustUnderstand", "VersionMismatch"]);

function faultNameElement(element: string, code: string | FaultName, version: SoapVersion): string {
  const { namespace, local } = typeof code === "string" ? nameOf(code, version) : code;
  if (namespace === "") return `<${element}>${local}</${element}>`;
  if (namespace === envelopeNamespaces[version]) return `<${element}>soap:${local}</${element}>`;
  return `<${element} xmlns:q0="${escapeAttribute(namespace)}">q0:${local}</${element}>`;
}

/**
 * Names such as `Client` belong to SOAP, also with a dotted suffix (SOAP 1.1, 4.4.1). SOAP 1.2 has no dotted codes: ASP.NET leaves such
 * a code in the namespace of SOAP 1.1. Any other text is a name without a namespace.
 */
function nameOf(code: string, version: SoapVersion): FaultName {
  if (soapCodes.has(code)) {
    const local = version === "1.2" ? (codes12[code] ?? code) : code;
    return { namespace: envelopeNamespaces[version], local };
  }
  const isDotted = soapCodes.has(code.split(".", 1)[0]!);
  return { namespace: isDotted ? envelopeNamespaces["1.1"] : "", local: code };
}

/**
 * Codes of faults: SOAP's own codes, a service's codes with or without a namespace, and dotted codes (SOAP 1.1, 4.4.1).
 */
import { escapeAttribute } from "soapwright-runtime/internal";
import { envelopeNamespaces, type SoapVersion } from "./envelope-text";

/** The party at fault: the caller (`Client`, SOAP 1.2 `Sender`), the service (`Server`, `Receiver`), or SOAP itself. */
export type FaultCode = "Client" | "Server" | "MustUnderstand" | "VersionMismatch";

/** A fault code that the service defines. */
export interface FaultName {
  readonly namespace: string;
  readonly local: string;
}

const codes12: Readonly<Record<string, string>> = { Client: "Sender", Server: "Receiver" };
const soapCodes = new Set(["Client", "Server", "MustUnderstand", "VersionMismatch"]);
const name = /^[\p{L}_][\p{L}\p{N}\p{M}._\-·]*$/u;

/** Returns ASP.NET's message about an invalid code. */
export function faultNameProblem(code: string | FaultName): string | undefined {
  const local = typeof code === "string" ? code : code.local;
  return name.test(local) ? undefined : `Invalid name character in '${local}'.`;
}

export function faultNameElement(element: string, code: string | FaultName, version: SoapVersion): string {
  const { namespace, local } = typeof code === "string" ? nameOf(code, version) : code;
  if (namespace === "") return `<${element}>${local}</${element}>`;
  if (namespace === envelopeNamespaces[version]) return `<${element}>soap:${local}</${element}>`;
  return `<${element} xmlns:q0="${escapeAttribute(namespace)}">q0:${local}</${element}>`;
}

/**
 * Names such as `Client` belong to SOAP, also with a dotted suffix. SOAP 1.2 has no dotted codes: ASP.NET leaves such
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

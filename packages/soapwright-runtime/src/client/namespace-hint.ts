import type { Advice } from "../errors/advice";
import type { FaultError } from "../errors/fault-error";

/** The hint about namespaces for a fault on a client's first call. */
export const NAMESPACE_HINT =
  "This was the client's first call: if the service does not know the operation or sees no credentials, its namespace may be another one.";
export const NAMESPACE_ADVICE: Advice = { action: "set", option: "quirks.namespaces" };

/** Phrases with which SOAP stacks report an unknown SOAPAction or operation, or a missing header or argument. */
const PHRASES = [
  /soap\s*action/i,
  /\b(?:addressing|valid) action\b|\baction\b.*\b(?:not|unknown|invalid|cannot|mismatch)/i,
  /\b(?:operation|method|procedure|service)\b.*\b(?:not|unknown|no such|undefined|unsupported|invalid)\b/i,
  /\b(?:not|unknown|no such|undefined|unsupported|invalid|unrecogni[sz]ed|cannot find|could not find|no)\b.*\b(?:operation|method|procedure|action|dispatch)/i,
  /not recogni[sz]e|cannot be processed at the receiver|endpoint reference not found|could not dispatch|unable to handle request/i,
  /namespace/i,
  /\bheader\b/i,
  /object reference not set|null ?(?:reference|pointer)/i,
];

/** The specific codes of WS-Security (SOAP Message Security 1.1, 12) and WS-Addressing. */
const SECURITY_CODES =
  /^(?:InvalidSecurity(?:Token)?|FailedAuthentication|FailedCheck|SecurityTokenUnavailable|MessageExpired|UnsupportedSecurityToken|UnsupportedAlgorithm|.*HeaderRequired)$/;

/**
 * Whether a wrong namespace can explain the fault. A service that receives another namespace does not find the
 * operation, the arguments or the header, and reports that. It does not require another envelope, and does not return
 * faults that the WSDL declares for the operation.
 */
export function canMeanNamespace({ fault }: FaultError): boolean {
  if (fault.detail?.$type !== undefined) return false;
  const { local } = fault.code;
  if (["VersionMismatch", "DataEncodingUnknown", "MustUnderstand"].includes(local)) return false;
  const codes = [local, ...fault.subcodes.map((subcode) => subcode.local)];
  if (codes.some((code) => SECURITY_CODES.test(code))) return false;
  if (codes.some((code) => /actionnotsupported|procedurenotpresent/i.test(code))) return true;
  // The beginning of the reason suffices, and limits the time of the patterns.
  const reason = fault.reason.slice(0, 500);
  return PHRASES.some((phrase) => phrase.test(reason));
}

import type { Advice } from "../errors/advice";
import type { FaultError } from "../errors/fault-error";

/** What a fault on a client's very first call may have to do with. */
export const NAMESPACE_HINT =
  "This was the client's first call: if the service does not know the operation or sees no credentials, its namespace may be another one.";
export const NAMESPACE_ADVICE: Advice = { action: "set", option: "namespaces" };

/** How stacks say that they do not know the SOAPAction or the operation, or miss a header or an argument. */
const TOLD = [
  /soap\s*action/i,
  /\b(?:addressing|valid) action\b|\baction\b.*\b(?:not|unknown|invalid|cannot|mismatch)/i,
  /\b(?:operation|method|procedure|service)\b.*\b(?:not|unknown|no such|undefined|unsupported|invalid)\b/i,
  /\b(?:not|unknown|no such|undefined|unsupported|invalid|unrecogni[sz]ed|cannot find|could not find|no)\b.*\b(?:operation|method|procedure|action|dispatch)/i,
  /not recogni[sz]e|cannot be processed at the receiver|endpoint reference not found|could not dispatch|unable to handle request/i,
  /namespace/i,
  /\bheader\b/i,
  /object reference not set|null ?(?:reference|pointer)/i,
];

const SECURITY_CODES =
  /^(?:InvalidSecurity(?:Token)?|FailedAuthentication|FailedCheck|SecurityTokenUnavailable|MessageExpired|UnsupportedSecurityToken|UnsupportedAlgorithm)$/;

/**
 * Whether a wrong namespace can be behind this fault. A service that is asked in another namespace than its own does not
 * find the operation, the arguments or the header, and says so. It does not ask for another envelope, and knows nothing of
 * faults that the WSDL declares for the operation.
 */
export function canMeanNamespace({ fault }: FaultError): boolean {
  if (fault.detail?.$type !== undefined) return false;
  const { local } = fault.code;
  if (["VersionMismatch", "DataEncodingUnknown", "MustUnderstand"].includes(local)) return false;
  // WS-Security (SOAP Message Security 1.1, 12) and WS-Addressing say what is wrong themselves.
  const said = [fault.code, ...fault.subcodes];
  if (said.some((code) => SECURITY_CODES.test(code.local) || /HeaderRequired$/.test(code.local))) return false;
  if ([fault.code, ...fault.subcodes].some((code) => /actionnotsupported|procedurenotpresent/i.test(code.local)))
    return true;
  // What matters is said at the start, and a pattern takes its time on a long text.
  const told = fault.reason.slice(0, 500);
  return TOLD.some((words) => words.test(told));
}

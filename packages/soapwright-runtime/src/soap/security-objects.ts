import { ConfigurationError } from "../errors/configuration-error";
import { kindOf } from "../kind-of";
import type { ConnectTls } from "../transport/connector";
import { SOAP_TERMS, type SoapVersionTerms } from "./operation-plan";
import type { SoapSecurity } from "./soap-client";

/** A security object in two parts: node-soap's hooks for each request, and the connection's certificates. */
export interface AdoptedSecurity {
  readonly perRequest: SoapSecurity;
  readonly tls: ConnectTls;
}

/**
 * Expanded name of the header block that a security object writes. In a response, the block is read and not verified.
 */
export const SECURITY_BLOCK =
  "{http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd}Security";
export const UNVERIFIED_NOTE = "Responses have a wsse:Security header block, which is read and not verified.";

const TLS_KEYS = ["key", "cert", "ca", "pfx", "passphrase"] as const;

/**
 * Returns one of node-soap's security objects adapted to our transport. `onBlock` receives each header block that it
 * writes. Throws a `ConfigurationError` for NTLM and for a value that is not an object.
 */
export function adoptSecurity(
  security: SoapSecurity,
  terms: SoapVersionTerms,
  onBlock: (block: string) => void,
): AdoptedSecurity {
  if (typeof security !== "object" || security === null) {
    throw new ConfigurationError(`setSecurity takes a security object or null, but got ${kindOf(security)}.`, {
      option: "setSecurity",
    });
  }
  // Called once, because node-soap would create a new https.Agent for every request.
  const options: { [name: string]: unknown } = {};
  security.addOptions?.(options);
  if (options.ntlm === true) {
    throw new ConfigurationError(
      "setSecurity does not take NTLM: it signs connections in with a cipher that is broken. Use a gateway, or Basic over TLS.",
      { option: "setSecurity" },
    );
  }
  const tls: { [name: string]: unknown } = {};
  for (const key of TLS_KEYS) {
    if (options[key] !== undefined && options[key] !== null) tls[key] = options[key];
  }
  const speaking = withPrefix(security, terms);
  return {
    tls,
    perRequest: {
      addHeaders: (headers) => security.addHeaders?.(headers),
      toXML: () => {
        const block = wsSecurityFor(speaking.toXML?.() ?? "", terms);
        onBlock(block);
        return block;
      },
      ...(security.postProcess === undefined
        ? {}
        : { postProcess: (xml: string, key: string) => security.postProcess?.(xml, key) ?? xml }),
    },
  };
}

/**
 * Returns a security object that writes the envelope prefix of `terms`. node-soap's WSSecurity writes the prefix `soap`
 * by default, and our SOAP 1.2 requests use `soap12`.
 */
function withPrefix(security: SoapSecurity, terms: SoapVersionTerms): SoapSecurity {
  if (Reflect.get(security, "_envelopeKey") !== SOAP_TERMS["1.1"].prefix || terms.version === "1.1") return security;
  return Object.create(security, { _envelopeKey: { value: terms.prefix } });
}

/**
 * Returns the block with the attribute `role` (SOAP 1.2 Part 1, 5.2.2) in place of SOAP 1.1's `actor`, if the version
 * is 1.2.
 */
function wsSecurityFor(xml: string, terms: SoapVersionTerms): string {
  return terms.version === "1.1" ? xml : xml.replace(` ${terms.prefix}:actor=`, ` ${terms.prefix}:role=`);
}

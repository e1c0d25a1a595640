import { ConfigurationError } from "../errors/configuration-error";
import { kindOf } from "../kind-of";
import type { ConnectTls } from "../transport/connector";
import { SOAP_TERMS, type SoapVersionTerms } from "./operation-plan";
import type { SoapSecurity } from "./soap-client";

interface AdoptedSecurity {
  readonly perRequest: SoapSecurity | null;
  readonly tls: ConnectTls;
}

/** A security object writes this header block. In a response, it is read and not verified. */
export const SECURITY_BLOCK =
  "{http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd}Security";
export const UNVERIFIED_NOTE = "Responses have a wsse:Security header block, which is read and not verified.";

const TLS_KEYS = ["key", "cert", "ca", "pfx", "passphrase"] as const;

/**
 * Returns an object for node-soap that records the header block of each request in `foreignBlocks` of the call. Throws a
 * `ConfigurationError` for NTLM and for a value that is not an object.
 */
export function adoptSecurity(security: SoapSecurity | null, terms: SoapVersionTerms): AdoptedSecurity {
  if (security === null) return { perRequest: null, tls: {} };
  if (typeof security !== "object") {
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
  let block = "";
  return {
    tls,
    perRequest: {
      addHeaders: (headers) => security.addHeaders?.(headers),
      addOptions(call) {
        // Between `toXML` and this function, node-soap calls nothing that may begin another request.
        call.postProcess = (xml: string) => {
          (call.foreignBlocks as string[]).push(block);
          return xml;
        };
      },
      toXML() {
        block = wsSecurityFor(speaking.toXML?.() ?? "", terms);
        return block;
      },
      ...(security.postProcess && {
        postProcess: (xml: string, key: string) => security.postProcess?.(xml, key) ?? xml,
      }),
    },
  };
}

/** node-soap's WSSecurity writes the prefix `soap` by default, and our SOAP 1.2 requests use `soap12`. */
function withPrefix(security: SoapSecurity, terms: SoapVersionTerms): SoapSecurity {
  if (Reflect.get(security, "_envelopeKey") !== SOAP_TERMS["1.1"].prefix || terms.version === "1.1") return security;
  return Object.create(security, { _envelopeKey: { value: terms.prefix } });
}

/** SOAP 1.2 Part 1, 5.2.2: `role` replaces SOAP 1.1's `actor`. */
function wsSecurityFor(xml: string, terms: SoapVersionTerms): string {
  return terms.version === "1.1" ? xml : xml.replace(` ${terms.prefix}:actor=`, ` ${terms.prefix}:role=`);
}

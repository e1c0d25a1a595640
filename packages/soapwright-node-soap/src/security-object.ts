import { ConfigurationError } from "soapwright-runtime/errors";
import type { SoapSecurity } from "soapwright-runtime/extend";
import { bare } from "./bare";
import type { SoapCallOptions } from "./soap-call";
import { type TransportOptions, transportOptions } from "./transport-options";

/** The SOAP version of the client, and the prefix of its envelopes. */
export interface EnvelopeTerms {
  readonly soapVersion: "1.1" | "1.2";
  readonly prefix: string;
}

/** The prefix that security objects of node-soap write by default. */
const OWN_PREFIX = "soap";

/**
 * Returns the security object for node-soap, with its options mapped to our transport, and its header block recorded
 * with the call. Throws a `ConfigurationError` for a value that is not an object, and for options that no request here
 * would obey.
 */
export function adoptSecurity(security: SoapSecurity | null, terms: EnvelopeTerms): SoapSecurity | null {
  if (security === null) return null;
  if (typeof security !== "object") {
    throw new ConfigurationError(`setSecurity takes a security object or null, but got ${typeof security}.`, {
      reason: "security-object",
      option: "setSecurity",
    });
  }
  const optionsOf = optionsReader(security);
  optionsOf();
  const speaking = withPrefix(security, terms);
  let block = "";
  return {
    addHeaders: (headers) => security.addHeaders?.(headers),
    addOptions(options) {
      const call = options as unknown as SoapCallOptions;
      const { transport, postProcess } = optionsOf();
      call.transport = transport;
      // Between `toXML` and this function, node-soap calls nothing that may begin another request.
      call.postProcess = (xml) => {
        call.secretBlocks.push(security.postProcess === undefined ? block : securityBlock(xml));
        return typeof postProcess === "function" ? String(postProcess(xml)) : xml;
      };
    },
    toXML() {
      block = wsSecurityFor(speaking.toXML?.() ?? "", terms);
      return block;
    },
    ...(security.postProcess && {
      postProcess: (xml: string, key: string) => security.postProcess?.(xml, key) ?? xml,
    }),
  };
}

interface GivenOptions {
  readonly transport: TransportOptions;
  readonly postProcess: unknown;
}

/** Returns a function that asks the object for its options. Equal certificates are the same object each time. */
function optionsReader(security: SoapSecurity): () => GivenOptions {
  let known: TransportOptions["tls"];
  return () => {
    const given: { [name: string]: unknown } = bare({});
    security.addOptions?.(given);
    const { tls, headers } = transportOptions(given);
    if (!isSame(tls, known)) known = tls;
    return { transport: { tls: known, headers }, postProcess: given.postProcess };
  };
}

function isSame(one: TransportOptions["tls"] = {}, other: TransportOptions["tls"] = {}): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}

/** node-soap's WSSecurity writes the prefix `soap` by default, and our SOAP 1.2 requests use `soap12`. */
function withPrefix(security: SoapSecurity, terms: EnvelopeTerms): SoapSecurity {
  if (Reflect.get(security, "_envelopeKey") !== OWN_PREFIX || terms.soapVersion === "1.1") return security;
  return Object.create(security, { _envelopeKey: { value: terms.prefix } });
}

/** SOAP 1.2 Part 1, 5.2.2: `role` replaces SOAP 1.1's `actor`. */
function wsSecurityFor(xml: string, terms: EnvelopeTerms): string {
  return terms.soapVersion === "1.1" ? xml : xml.replace(` ${terms.prefix}:actor=`, ` ${terms.prefix}:role=`);
}

/** Returns the block that an object writes into a whole envelope, as those that sign do. */
function securityBlock(envelope: string): string {
  return /<wsse:Security[ >].*<\/wsse:Security>/s.exec(envelope)?.[0] ?? "";
}

/** Writes the wsse:Security block of one request: WS-Security 1.1. */
import { canonicalValue, readable } from "./canonical-writer";
import { findParts } from "./envelope-parts";
import type { SecurityTerms } from "./read-options";
import { readAssertion } from "./saml-assertion";
import { SOAP_11 } from "./security-namespaces";
import { NS_WSSE, writeTokens } from "./security-tokens";
import { askText } from "./text-source";
import { type Insertion, sign, type UnsecuredMessage } from "./write-signature";

export interface SecuredMessage {
  readonly envelope: string;
  /** The texts are masked wherever the service repeats them. */
  readonly secrets: readonly string[];
  /** The SignatureConfirmation of a response must have this value. */
  readonly signatureValue?: string | undefined;
}

/** Reuses no value of an earlier request. Rejects with a `ConfigurationError`. */
export async function secureMessage(terms: SecurityTerms, message: UnsecuredMessage): Promise<SecuredMessage> {
  const { envelope, request } = message;
  const { signature } = terms;
  const parts = findParts(envelope);
  const tokens = await writeTokens(terms, request);
  const { samlAssertion } = terms;
  const assertion =
    samlAssertion === undefined
      ? undefined
      : readAssertion(await askText("security.samlAssertion", samlAssertion, request));
  const signed = signature && (await sign(signature, message, parts, tokens));
  const { soap, prefix } = parts;
  const declaration = `xmlns:soapenv="${soap}"`;
  const must = terms.mustUnderstand ? ' soapenv:mustUnderstand="1"' : "";
  const role = soap === SOAP_11 ? "actor" : "role";
  const actor = terms.actor === undefined ? "" : ` soapenv:${role}="${canonicalValue(terms.actor)}"`;
  const block =
    `<wsse:Security ${NS_WSSE} ${declaration}${must}${actor}>` +
    `${tokens.Timestamp?.xml ?? ""}${tokens.BinarySecurityToken?.xml ?? ""}${tokens.UsernameToken?.xml ?? ""}` +
    `${assertion?.xml ?? ""}${signed?.xml ?? ""}</wsse:Security>`;
  const header = parts.header?.tag;
  const mark: Insertion =
    header?.isEmpty === false
      ? { at: header.end, insert: block }
      : { at: parts.body.start, insert: `<${prefix}Header>${block}</${prefix}Header>` };
  return {
    envelope: readable(envelope, [...(signed?.marks ?? []), mark]),
    secrets: [...(tokens.UsernameToken?.secrets ?? []), ...(assertion?.texts ?? [])],
    signatureValue: signed?.value,
  };
}

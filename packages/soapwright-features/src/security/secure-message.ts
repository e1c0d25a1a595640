/** Writes the wsse:Security block of one request: WS-Security 1.1. */

import { readTag, scopeIn } from "soapwright-runtime/codecs";
import { canonicalValue, type Patch, patched } from "./canonical-writer";
import { encryptToken, MessageEncryption } from "./encryption/message-encryption";
import { messageSecrets, writtenKeys } from "./encryption/message-secrets";
import type { SharedSecret } from "./encryption/session-key";
import { type EnvelopeParts, findParts, inheritedIn } from "./envelope-parts";
import type { IssuedToken } from "./issuer/issued-token";
import { proverOf } from "./issuer/prover";
import type { SecurityTerms } from "./read-options";
import { readAssertion } from "./saml-assertion";
import { SOAP_11 } from "./security-namespaces";
import { confirmation, NS_WSSE, type Tokens, writeTokens } from "./security-tokens";
import { askText } from "./text-source";
import { sign, signerOf, type UnsecuredMessage, withIds } from "./write-signature";

export interface SecuredMessage {
  readonly envelope: string;
  /** The texts are masked wherever the service repeats them. */
  readonly secrets: readonly string[];
  /** The SignatureConfirmation of a response must have this value. */
  readonly signatureValue?: string | undefined;
  /** The key that signs and encrypts the response, too. */
  readonly session?: SharedSecret | undefined;
}

/** What a response takes from its request. */
export interface RequestFacts {
  readonly session: SharedSecret | undefined;
  /** The values of signatures that the response confirms; undefined if it confirms none. */
  readonly confirms: readonly (string | undefined)[] | undefined;
}

/** Reuses no value of an earlier request. Rejects with a `ConfigurationError`. */
export async function secureMessage(
  terms: SecurityTerms,
  message: UnsecuredMessage,
  issued?: IssuedToken,
  facts?: RequestFacts,
): Promise<SecuredMessage> {
  const { request } = message;
  const keys = await messageSecrets(terms, facts?.session);
  const encryption = terms.encryption && keys && new MessageEncryption(terms.encryption, keys.encrypting);
  const isFirst = terms.encryption?.order === "encrypt-before-sign";
  let { envelope } = message;
  const confirmed = facts?.confirms?.map(confirmation) ?? [];
  let tokens: Tokens = {
    ...(await writeTokens(terms, request)),
    EncryptedKey: keys?.session.xml ? keys.session : undefined,
    SignatureConfirmation: confirmed[0],
  };
  const signer = keys?.signing ?? (terms.signature && signerOf(terms.signature, request));
  const signing =
    signer && confirmed.length > 0 ? { ...signer, parts: [...signer.parts, "SignatureConfirmation" as const] } : signer;
  const secrets = tokens.UsernameToken?.secrets ?? [];
  const encrypt = async (when: boolean): Promise<void> => {
    if (encryption === undefined || isFirst !== when) return;
    envelope = await encryption.parts(envelope, request.operation);
    tokens = await encryptToken(encryption, tokens);
  };
  await encrypt(true);
  if (signing !== undefined) envelope = withIds(envelope, signing.parts);
  const parts = findParts(envelope);
  const { samlAssertion } = terms;
  const assertion =
    samlAssertion === undefined
      ? undefined
      : readAssertion(await askText("security.samlAssertion", samlAssertion, request));
  const block = openBlock(terms, parts);
  const inside = { scope: block.scope, inherited: block.inherited, assertion: assertion?.xml ?? issued?.xml };
  const unsigned = { ...message, envelope };
  const signed = signing && (await sign(signing, unsigned, parts, tokens, inside));
  // An endorsing signature covers that of the message, else it is that of the message (WS-SecurityPolicy 1.3, 8.3).
  const prover =
    keys?.signing !== undefined && terms.signature !== undefined
      ? { ...signerOf(terms.signature, request), parts: ["Signature" as const] }
      : issued && terms.issuer && proverOf(terms.issuer, issued, request, signed !== undefined);
  const proof = prover && (await sign(prover, unsigned, parts, { ...tokens, Signature: signed }, inside));
  envelope = patched(envelope, [...(signed?.marks ?? []), ...(proof?.marks ?? [])]);
  await encrypt(false);
  const isSealed = signed !== undefined && encryption?.covers("Signature") === true;
  const seal = isSealed ? await encryption.token({ id: "", xml: signed.xml }) : signed;
  const { before = "", list = "" } = keys === undefined ? {} : writtenKeys(keys, encryption?.list ?? "");
  const others = `${tokens.UsernameToken?.xml ?? ""}${assertion?.xml ?? ""}${issued?.xml ?? ""}${signed?.reference ?? ""}`;
  // A receiver undoes both in the order of the header.
  const ordered = isFirst ? `${seal?.xml ?? ""}${list}${others}` : `${list}${others}${seal?.xml ?? ""}`;
  const first = [tokens.Timestamp, tokens.BinarySecurityToken, ...confirmed].map((token) => token?.xml ?? "").join("");
  const written = `${block.opened}${first}${before}${ordered}${proof?.xml ?? ""}</wsse:Security>`;
  return {
    envelope: withBlock(envelope, written),
    secrets: [...secrets, ...(assertion?.texts ?? []), ...(issued?.secrets ?? [])],
    signatureValue: (signed ?? proof)?.value,
    session: terms.symmetricBinding && keys?.session,
  };
}

/** Returns the start tag of the block, and what is declared in it and around it. */
function openBlock({ mustUnderstand, actor }: SecurityTerms, { soap, header, body }: EnvelopeParts) {
  const must = mustUnderstand ? ' soapenv:mustUnderstand="1"' : "";
  const role = actor === undefined ? "" : ` soapenv:${soap === SOAP_11 ? "actor" : "role"}="${canonicalValue(actor)}"`;
  const opened = `<wsse:Security ${NS_WSSE} xmlns:soapenv="${soap}"${must}${role}>`;
  // Without a Header that has content, the block gets one of its own, beside the Body.
  const around =
    header === undefined || header.tag.isEmpty
      ? body
      : { scope: scopeIn(header.tag, header.scope), inherited: inheritedIn(header) };
  return { opened, scope: scopeIn(readTag(opened, 0), around.scope), inherited: around.inherited };
}

function withBlock(envelope: string, block: string): string {
  const { header, body, prefix } = findParts(envelope);
  const tag = header?.tag;
  const mark: Patch =
    tag?.isEmpty === false
      ? { at: tag.end, insert: block }
      : { at: body.start, insert: `<${prefix}Header>${block}</${prefix}Header>` };
  return patched(envelope, [mark]);
}

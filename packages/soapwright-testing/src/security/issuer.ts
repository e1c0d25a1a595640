/** An issuer of tokens for tests: a security token service by WS-Trust 1.3, 1.4 and 2005/02 on loopback. */
import { createHmac, publicEncrypt, randomBytes } from "node:crypto";
import { createServiceSecurity, type ServiceSecurityOptions } from "soapwright-features/security";
import { serve } from "../stage/stage";
import type { RawRequest, RawServer } from "../transport/raw-server";
import { type AssertionFacts, assertionOf } from "./assertions";
import { SOAP } from "./envelopes";
import { pem } from "./keys";

const TRUST = {
  "http://docs.oasis-open.org/ws-sx/ws-trust/200512": "200512",
  "http://schemas.xmlsoap.org/ws/2005/02/trust": "2005/02",
} as const;
const WSS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity";
const POLICY = "http://schemas.xmlsoap.org/ws/2004/09/policy";

/** What a request asks for, read by patterns: the envelopes of a test are known. */
export interface TokenRequest {
  readonly envelope: string;
  readonly number: number;
  readonly soap: string;
  readonly namespace: string;
  readonly context: string;
  readonly appliesTo: string;
  readonly tokenType: string;
  readonly keyType: string;
  /** The user who has signed in, or the subject on whose behalf one asks. */
  readonly subject: string;
  /** The octets of the client, and the key that the token is bound to. */
  readonly entropy: Buffer;
  key: Buffer;
}

/** The parts of a response, as XML. */
export interface TokenResponse {
  readonly context: string;
  readonly tokenType: string;
  readonly token: string;
  readonly appliesTo: string;
  readonly lifetime: string;
  /** Elements that follow, such as the proof. */
  readonly more: string;
}

export interface IssuerSetting {
  /** Who may sign in. Default: ada, with a password that needs escapes. */
  readonly security?: ServiceSecurityOptions | undefined;
  /** The lifetime of tokens in milliseconds. Default: 300,000. */
  readonly lifetimeMs?: number | undefined;
  /** Changes the assertion that is issued. */
  readonly facts?: ((request: TokenRequest) => Partial<AssertionFacts>) | undefined;
  /** Changes parts of the response. */
  readonly parts?: ((parts: TokenResponse, request: TokenRequest) => Partial<TokenResponse>) | undefined;
  /** Who makes a symmetric key: both, the issuer alone or the client alone. Default: both. */
  readonly keyBy?: "both" | "issuer" | "client" | undefined;
  /** Whether a response is without a collection. Default: for WS-Trust 2005/02. */
  readonly isPlain?: boolean | undefined;
  /** Changes the envelope of the response. */
  readonly envelope?: ((envelope: string, request: TokenRequest) => string | Promise<string>) | undefined;
  /** Holds back the response. */
  readonly wait?: ((request: TokenRequest) => Promise<void>) | undefined;
}

export const PASSWORD = "s3cret-<&>-pass";

export interface Issuer {
  readonly server: RawServer;
  readonly url: string;
  /** What was asked for, by those who could sign in. */
  readonly requests: readonly TokenRequest[];
}

/** Starts an issuer, which is stopped after the test. */
export async function startIssuer(setting: IssuerSetting = {}): Promise<Issuer> {
  const security = createServiceSecurity(setting.security ?? { users: { ada: PASSWORD, bob: PASSWORD } });
  const requests: TokenRequest[] = [];
  const respond = async ({ body, number }: RawRequest): Promise<Buffer> => {
    const soap = body.includes(SOAP["1.2"]) ? SOAP["1.2"] : SOAP["1.1"];
    try {
      await security.receive(body);
      const request = readRequest(body, number, soap);
      requests.push(request);
      await setting.wait?.(request);
      const text = envelopeOf(soap, responseTo(request, setting));
      return answer(soap, (await setting.envelope?.(text, request)) ?? text);
    } catch (error) {
      const { faultCode } = error as { faultCode?: { namespace: string; local: string } };
      if (faultCode === undefined) throw error;
      return answer(soap, faultOf(soap, faultCode, String((error as Error).message)), "500 Error");
    }
  };
  const server = await serve((socket, request) => void respond(request).then((bytes) => socket.write(bytes)));
  return { server, url: server.url, requests };
}

/** Returns a response of this version of SOAP as bytes. */
export function answer(soap: string, body: string, status = "200 OK"): Buffer {
  const type = soap === SOAP["1.2"] ? "application/soap+xml" : "text/xml";
  const head = `HTTP/1.1 ${status}\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}`;
  return Buffer.from(`${head}\r\n\r\n${body}`);
}

export function envelopeOf(soap: string, body: string): string {
  return `<soap:Envelope xmlns:soap="${soap}"><soap:Body>${body}</soap:Body></soap:Envelope>`;
}

/** A fault with a code of another namespace than SOAP's. */
export function faultOf(soap: string, code: { namespace: string; local: string }, reason: string): string {
  const text = reason.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  const fault =
    soap === SOAP["1.1"]
      ? `<soap:Fault xmlns:c="${code.namespace}"><faultcode>c:${code.local}</faultcode><faultstring>${text}</faultstring></soap:Fault>`
      : `<soap:Fault xmlns:c="${code.namespace}"><soap:Code><soap:Value>soap:Sender</soap:Value><soap:Subcode><soap:Value>c:${code.local}</soap:Value></soap:Subcode></soap:Code><soap:Reason><soap:Text xml:lang="en">${text}</soap:Text></soap:Reason></soap:Fault>`;
  return envelopeOf(soap, fault);
}

function readRequest(envelope: string, number: number, soap: string): TokenRequest {
  const [namespace] = Object.keys(TRUST).filter((each) => envelope.includes(`"${each}"`));
  const textOf = (local: string) => new RegExp(`<(?:\\w+:)?${local}(?: [^>]*)?>([^<]*)<`).exec(envelope)?.[1] ?? "";
  return {
    envelope,
    number,
    soap,
    namespace: namespace!,
    context: / Context="([^"]*)"/.exec(envelope)?.[1] ?? "",
    appliesTo: /AppliesTo[\s\S]*?Address[^>]*>([^<]*)</.exec(envelope)?.[1] ?? "",
    tokenType: textOf("TokenType"),
    keyType: textOf("KeyType"),
    subject: textOf("NameID") || textOf("NameIdentifier") || textOf("Username") || "by certificate",
    entropy: Buffer.from(textOf("BinarySecret"), "base64"),
    key: Buffer.alloc(0),
  };
}

/** Returns the elements of a response that say which key it is, and the confirmation in the assertion. */
function proofFor(request: TokenRequest, keyBy: IssuerSetting["keyBy"]): { more: string; keyInfo?: string } {
  const { namespace, keyType, envelope, entropy } = request;
  if (keyType.endsWith("/PublicKey")) {
    const [given] = /<ds:KeyInfo[\s\S]*?<\/ds:KeyInfo>/.exec(/UseKey[\s\S]*UseKey>/.exec(envelope)?.[0] ?? "") ?? [];
    return { more: "", keyInfo: given ?? "" };
  }
  if (!keyType.endsWith("/SymmetricKey")) return { more: "" };
  const own = randomBytes(32);
  const computed = [0, 1].reduce<{ a: Buffer; key: Buffer }>(
    ({ a, key }) => {
      const next = createHmac("sha1", entropy).update(a).digest();
      const piece = createHmac("sha1", entropy)
        .update(Buffer.concat([next, own]))
        .digest();
      return { a: next, key: Buffer.concat([key, piece]) };
    },
    { a: own, key: Buffer.alloc(0) },
  );
  const secret = `<t:BinarySecret>${own.toString("base64")}</t:BinarySecret>`;
  request.key = keyBy === "issuer" ? own : keyBy === "client" ? entropy : computed.key.subarray(0, entropy.length);
  const proof = (content: string) => `<t:RequestedProofToken>${content}</t:RequestedProofToken>`;
  const both = `${proof(`<t:ComputedKey>${namespace}/CK/PSHA1</t:ComputedKey>`)}<t:Entropy>${secret}</t:Entropy>`;
  const more = keyBy === "issuer" ? proof(secret) : keyBy === "client" ? "" : both;
  const encrypted = publicEncrypt({ key: pem("service.crt"), oaepHash: "sha1" }, request.key).toString("base64");
  const oaep = "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p";
  return {
    more,
    keyInfo: `<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><e:EncryptedKey xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptionMethod Algorithm="${oaep}"/><e:CipherData><e:CipherValue>${encrypted}</e:CipherValue></e:CipherData></e:EncryptedKey></ds:KeyInfo>`,
  };
}

function responseTo(request: TokenRequest, setting: IssuerSetting): string {
  const { namespace, tokenType, appliesTo, subject } = request;
  const [created, expires] = [Date.now(), Date.now() + (setting.lifetimeMs ?? 300_000)];
  const version = /1\.[01]/.test(tokenType) && !tokenType.includes("2.0") ? "1.1" : "2.0";
  const time = (ms: number) => new Date(ms).toISOString();
  const { more, keyInfo } = proofFor(request, setting.keyBy);
  const standard: TokenResponse = {
    context: request.context,
    tokenType,
    token: assertionOf({
      version,
      subject,
      audience: appliesTo,
      created,
      expires,
      keyInfo,
      ...setting.facts?.(request),
    }),
    appliesTo: `<p:AppliesTo xmlns:p="${POLICY}"><a:EndpointReference xmlns:a="http://www.w3.org/2005/08/addressing"><a:Address>${appliesTo}</a:Address></a:EndpointReference></p:AppliesTo>`,
    lifetime: `<t:Lifetime xmlns:u="${WSS}-utility-1.0.xsd"><u:Created>${time(created)}</u:Created><u:Expires>${time(expires)}</u:Expires></t:Lifetime>`,
    more,
  };
  const parts = { ...standard, ...setting.parts?.(standard, request) };
  const isPlain = setting.isPlain ?? namespace.includes("2005/02");
  const context = parts.context === "" ? "" : ` Context="${parts.context}"`;
  const type = parts.tokenType === "" ? "" : `<t:TokenType>${parts.tokenType}</t:TokenType>`;
  const declared = ` xmlns:t="${namespace}"`;
  const content = `${type}<t:RequestedSecurityToken>${parts.token}</t:RequestedSecurityToken>${parts.appliesTo}${parts.lifetime}${parts.more}`;
  const response = `<t:RequestSecurityTokenResponse${isPlain ? declared : ""}${context}>${content}</t:RequestSecurityTokenResponse>`;
  return isPlain
    ? response
    : `<t:RequestSecurityTokenResponseCollection${declared}>${response}</t:RequestSecurityTokenResponseCollection>`;
}

/** From the facts of one alternative of a policy to the options of `security` that meet it, without credentials. */
import type { CredentialName, SecurityPlan } from "soapwright-features/security";
import type { Fact } from "./security-facts";

type EncryptedPart = NonNullable<NonNullable<SecurityPlan["encryption"]>["parts"]>[number];
type Writable<T> = { -readonly [K in keyof T]: T[K] };
type MessagePart = NonNullable<NonNullable<SecurityPlan["signature"]>["parts"]>[number];
type SignaturePlan = NonNullable<SecurityPlan["signature"]>;

export function planOf(facts: readonly Fact[]): SecurityPlan {
  const plan = optionsOf(facts);
  const { usernameToken, http, signature, verify, samlAssertion, issuer, encryption, decryption } = plan;
  const names: [CredentialName, unknown][] = [
    ["password", http ?? (usernameToken?.password !== false && usernameToken)],
    ["username", usernameToken?.password === false],
    ["certificate", signature ?? decryption ?? issuer?.keyType === "public"],
    ["samlAssertion", samlAssertion],
    ["issuer", issuer],
    ["serviceCertificate", verify ?? encryption],
  ];
  return { ...plan, credentials: names.flatMap(([name, isNeeded]) => (isNeeded ? [name] : [])) };
}

/** Options are named only where they differ from their defaults, or where policies do. */
function optionsOf(facts: readonly Fact[]): Omit<SecurityPlan, "credentials"> {
  const keys = new Set(facts.map(({ key }) => key));
  const has = (key: string): boolean => keys.has(key);
  const valuesOf = (name: string): string[] =>
    [...keys].flatMap((key) => (key.startsWith(`${name}=`) ? [key.slice(name.length + 1)] : []));
  const valuesFor = (message: "request" | "response", kind: "sign" | "encrypt"): string[] => [
    ...valuesOf(kind),
    ...valuesOf(`${message}.${kind}`),
  ];
  const signedIn = (message: "request" | "response") => distinct(valuesFor(message, "sign").flatMap(partOf));
  const isOverTls = has("tls") && !has("symmetricBinding") && !has("asymmetric");
  const algorithms = algorithmsOf(valuesOf("suite"));
  const stamp: MessagePart[] = has("timestamp") ? ["Timestamp"] : [];
  const canonicalization = has("inclusive") ? ({ canonicalization: "inclusive" } as const) : {};
  const endorsed = [...distinct(valuesOf("endorse").flatMap(partOf)), ...stamp];
  const signature = (parts: readonly MessagePart[]): SignaturePlan => ({
    parts: orBody(parts),
    keyReference: referenceIn(valuesOf("reference")),
    ...algorithms.signature,
    ...canonicalization,
  });
  const [endpoint] = valuesOf("issuer.endpoint");
  const [tokenType] = valuesOf("issuer.tokenType");
  // What endorses a message is bound to a key, unless the policy says otherwise.
  const [keyType] = valuesOf("issuer.keyType") as ("bearer" | "symmetric" | "public")[];
  // The key of the token signs the Timestamp, or the signature of a message that has one.
  const isProof = isOverTls && keyType !== "bearer" && !has("signature");
  const plan: Writable<Omit<SecurityPlan, "credentials">> = {};
  if (has("httpBasic")) plan.http = { scheme: "basic" };
  if (has("httpDigest")) plan.http = { scheme: "digest" };
  if (has("usernameToken")) {
    plan.usernameToken = {
      ...(has("passwordDigest") && { passwordType: "digest" as const }),
      ...(has("nonce") && { nonce: true }),
      ...(has("noPassword") && { password: false as const }),
    };
  }
  if (has("timestamp")) plan.timestamp = true;
  if (has("samlAssertion")) plan.samlAssertion = true;
  if (has("issuedToken")) {
    plan.issuer = {
      ...(endpoint && { endpoint }),
      ...(tokenType && { tokenType }),
      ...(keyType && { keyType, ...(isProof && { parts: orBody(endorsed) }) }),
    };
  }
  // An endorsing token signs the Timestamp of a message that TLS protects (WS-SecurityPolicy 1.3, 8.3), and its own parts.
  if (isOverTls && has("signature")) plan.signature = signature(endorsed);
  if (isOverTls || !(has("asymmetric") || has("symmetricBinding"))) return plan;
  const tokens = valuesOf("token.sign") as MessagePart[];
  const parts = [...signedIn("request"), ...stamp, ...tokens];
  // Of a response only signed attachments and header blocks are read in any case, and it may have none.
  const answered = signedIn("response").filter((part) => part !== "Headers" && !isAttachments(part));
  const named = (message: "request" | "response") => distinct(valuesFor(message, "encrypt").flatMap(encryptedPartOf));
  const sealed: EncryptedPart[] = has("encryptSignature") ? ["Signature"] : [];
  const secret = valuesOf("token.encrypt").filter((part) => part === "UsernameToken");
  const encrypted = [...named("request"), ...(secret as EncryptedPart[]), ...sealed];
  const wish = valuesOf("service.reference").filter((each) => each !== "none");
  // The key of the symmetric binding comes with something that it encrypts.
  if (encrypted.length > 0 || has("symmetricBinding")) {
    plan.encryption = {
      parts: encrypted.length > 0 ? encrypted : ["Body"],
      dataAlgorithm: algorithms.data,
      ...(has("encryptBeforeSigning") && { order: "encrypt-before-sign" as const }),
      ...(wish.length > 0 && { keyReference: referenceIn(wish) }),
    };
  }
  const demands = {
    ...(has("confirmation") && { signatureConfirmation: true }),
    ...(named("response").includes("Body") && { encrypted: true }),
  };
  if (has("symmetricBinding")) {
    const own = has("protectTokens") ? ["EncryptedKey" as const] : [];
    if (has("signature")) {
      const { parts: _parts, ...endorsing } = signature([]);
      plan.signature = endorsing;
    }
    const [derivedKeys] = valuesOf("derived") as ("1.3" | "2005/02")[];
    const isOld = algorithms.signature !== undefined;
    plan.symmetricBinding = {
      parts: [...orBody(parts), ...own],
      ...(isOld && { signatureAlgorithm: "HMAC-SHA1" as const, digestAlgorithm: "SHA-1" as const }),
      ...(derivedKeys && { derivedKeys }),
    };
    plan.verify = {
      parts: ["Body", ...answered.filter((part) => part !== "Body"), ...stamp],
      // The algorithm of the signature is that of the binding.
      ...(algorithms.verify && { digestAlgorithms: algorithms.verify.digestAlgorithms }),
      ...demands,
    };
    return plan;
  }
  const own: MessagePart[] = has("protectTokens") ? ["BinarySecurityToken"] : [];
  plan.signature = signature([...parts, ...own]);
  // A response is read from its signed Body alone.
  if (answered.includes("Body")) plan.verify = { parts: [...answered, ...stamp], ...algorithms.verify, ...demands };
  if (named("response").length > 0 || sealed.length > 0) plan.decryption = {};
  return plan;
}

/** The namespace of header blocks, and their name, or no text for any. */
const HEADER = /^\{(.*)\}(.*)$/;
const ADDRESSING: ReadonlySet<string> = new Set([
  "http://www.w3.org/2005/08/addressing",
  "http://schemas.xmlsoap.org/ws/2004/08/addressing",
]);

function orBody(parts: readonly MessagePart[]): readonly MessagePart[] {
  return parts.length === 0 ? ["Body"] : parts;
}

/** A header block is encrypted where the message has it. */
function encryptedPartOf(text: string): EncryptedPart[] {
  const [, what, path = ""] = /^(path|content):(.*)$/.exec(text) ?? [];
  if (what !== undefined) return [what === "path" ? { path } : { path, content: true }];
  const [, namespace = "", name = ""] = HEADER.exec(text) ?? [];
  if (name !== "") return [{ namespace, name, optional: true }];
  return text === "Body" ? [text] : [];
}

function isAttachments(part: MessagePart): part is "Attachments" | "CompleteAttachments" {
  return part === "Attachments" || part === "CompleteAttachments";
}

function distinct<T>(parts: readonly T[]): T[] {
  return [...new Map(parts.map((part) => [JSON.stringify(part), part])).values()];
}

/** A header block of a policy is signed where the message has it. */
function partOf(text: string): MessagePart[] {
  if (text === "Body" || text === "Attachments" || text === "CompleteAttachments") return [text];
  const [, path] = /^path:(.*)$/.exec(text) ?? [];
  if (path !== undefined) return [{ path }];
  const [, namespace = "", name = ""] = HEADER.exec(text) ?? [];
  if (name !== "") return [{ namespace, name, optional: true }];
  // More may be signed than is asked for.
  return [ADDRESSING.has(namespace) ? "Addressing" : "Headers"];
}

/** Without a wish the certificate is in the message, or is named by issuer and serial number, which every one has. */
function referenceIn(references: readonly string[]): SignaturePlan["keyReference"] {
  const wish = references.find((each) => each !== "none");
  if (wish !== undefined) return wish as SignaturePlan["keyReference"];
  return references.length > 0 ? "IssuerSerial" : "BinarySecurityToken";
}

/**
 * WS-SecurityPolicy 1.3, 6.1. A suite without Sha256 asks for SHA-1. One with it names RSA-SHA1 as well, but WCF signs
 * by RSA-SHA256, and so does this client.
 */
function algorithmsOf(suites: readonly string[]): {
  readonly data: NonNullable<SecurityPlan["encryption"]>["dataAlgorithm"];
  readonly signature?: Pick<SignaturePlan, "signatureAlgorithm" | "digestAlgorithm">;
  readonly verify?: Omit<NonNullable<SecurityPlan["verify"]>, "parts">;
} {
  const [suite = "Basic256Sha256"] = suites;
  const [size = "256"] = /128|192/.exec(suite) ?? [];
  const data = `AES-${size as "128" | "192" | "256"}-${suite.includes("GCM") ? "GCM" : "CBC"}` as const;
  if (/Sha256|GCM/.test(suite)) return { data };
  return {
    data,
    signature: { signatureAlgorithm: "RSA-SHA1", digestAlgorithm: "SHA-1" },
    verify: { signatureAlgorithms: ["RSA-SHA1", "RSA-SHA256"], digestAlgorithms: ["SHA-1", "SHA-256"] },
  };
}

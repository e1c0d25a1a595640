/** Options that another option makes meaningless. Each is refused by its name: a silent one would promise what is not done. */
import { ownValue } from "soapwright-runtime/codecs";
import { wrong } from "./security-error";

/** Returns the value of an option of `security`, by its path. */
type At = (path: string) => unknown;

/** Returns why options have no meaning; undefined if they have one. */
type Why = (at: At, isService: boolean) => string | undefined;

const isSet = (at: At, path: string): boolean => at(path) !== undefined && at(path) !== false;
const beside =
  (other: string, because: string): Why =>
  (at) =>
    isSet(at, other) ? `beside security.${other}, ${because}` : undefined;
const without =
  (other: string, value?: string): Why =>
  (at) => {
    if (value === undefined ? isSet(at, other) : at(other) === value) return undefined;
    return `without security.${other}${value === undefined ? "" : `: ${JSON.stringify(value)}`}`;
  };

const SIGNED = ["signature", "symmetricBinding"];
const WRITTEN = ["usernameToken", "timestamp", "encryption", "samlAssertion", "issuer", ...SIGNED];

function isBound(at: At): boolean {
  return (at("issuer.keyType") ?? "bearer") !== "bearer";
}

/** Paths of options, and when they have no meaning. */
const RULES: readonly (readonly [paths: readonly string[], why: Why])[] = [
  [
    ["verify.certificates", "verify.signatureAlgorithms"],
    beside("symmetricBinding", "by whose key and algorithm responses are verified"),
  ],
  [["signature.parts"], beside("symmetricBinding", "whose signature is all that security.signature covers then")],
  ...["signature", "issuer", "verify", "symmetricBinding"].map((path): [string[], Why] => [
    [`${path}.parts`],
    (at) => {
      const parts = at(`${path}.parts`);
      const isTwice = Array.isArray(parts) && parts.includes("Attachments") && parts.includes("CompleteAttachments");
      return isTwice ? 'with "Attachments" beside "CompleteAttachments", which has them too' : undefined;
    },
  ]),
  [
    ["certificate", "keyTransport", "oaepDigest", "oaepMask", "keyReference"].map((name) => `encryption.${name}`),
    (at, isService) =>
      isService ? beside("symmetricBinding", "by which a response has the key of its request")(at, true) : undefined,
  ],
  [
    ["encryption.order"],
    (at) =>
      SIGNED.some((path) => isSet(at, path)) || isBound(at)
        ? undefined
        : "without security.signature, security.symmetricBinding or a token that signs",
  ],
  [
    ["mustUnderstand", "actor"],
    (at) =>
      WRITTEN.some((path) => isSet(at, path))
        ? undefined
        : "without security.usernameToken or another part that writes the header block wsse:Security",
  ],
  [["usernameToken.passwordType"], without("usernameToken.password")],
  [["issuer.keySize", "issuer.signatureAlgorithm"], without("issuer.keyType", "symmetric")],
  [["issuer.useKey"], without("issuer.keyType", "public")],
  [
    ["issuer.parts"],
    (at) => {
      const other = SIGNED.find((path) => isSet(at, path));
      if (other !== undefined) return `beside security.${other}, whose signature is what the key of the token signs`;
      return isBound(at) ? undefined : without("issuer.keyType", "symmetric")(at, false);
    },
  ],
  [
    ["issuer.keyType"],
    (at) =>
      isBound(at) && SIGNED.every((path) => isSet(at, path))
        ? "beside security.symmetricBinding and security.signature, which signs in its place"
        : undefined,
  ],
  [
    ["issuer.useKey.parts", "issuer.useKey.keyReference"],
    beside("issuer.useKey", "whose key signs security.issuer.parts, and is named by the token"),
  ],
  ...["signature", "issuer.useKey"].map((path): [string[], Why] => [
    [`${path}.signerTimeoutMs`],
    without(`${path}.signer`),
  ]),
  ...["signature", "issuer.useKey", "decryption"].map((path): [string[], Why] => [
    [`${path}.passphrase`],
    (at) => {
      if (typeof at(`${path}.key`) === "string") return undefined;
      return isSet(at, `${path}.signer`)
        ? `beside security.${path}.signer, which has the key`
        : `beside security.${path}.key, which is a KeyObject that is open`;
    },
  ]),
];

/** Throws a `ConfigurationError` for the first option that has no meaning. `options` have been checked one by one. */
export function refuseIdle(options: object, isService: boolean): void {
  const at: At = (path) =>
    path
      .split(".")
      .reduce<unknown>(
        (value, name) => (typeof value === "object" && value !== null ? ownValue(value, name) : undefined),
        options,
      );
  for (const [paths, why] of RULES) {
    const path = paths.find((each) => at(each) !== undefined);
    const reason = path && why(at, isService);
    if (reason === undefined) continue;
    const other = /^without/.test(reason) ? " Set that, or leave it out." : " Leave it out.";
    throw wrong(`security.${path}`, `security.${path} has no meaning ${reason}.${other}`);
  }
}

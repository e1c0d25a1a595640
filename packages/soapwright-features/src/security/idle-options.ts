/** Options that another option makes meaningless. Each is refused by its name: a silent one would promise what is not done. */
import { ownValue } from "soapwright-runtime/codecs";
import { wrong } from "./security-error";

/** Returns the value of an option of `security`, by its path. */
type At = (path: string) => unknown;

interface Rule {
  readonly paths: readonly string[];
  /** Returns why the options have no meaning; undefined if they have one. */
  why(at: At, isService: boolean): string | undefined;
}

const isSet = (at: At, path: string): boolean => at(path) !== undefined && at(path) !== false;
const beside =
  (other: string, because: string): Rule["why"] =>
  (at) =>
    isSet(at, other) ? `beside security.${other}, ${because}` : undefined;
const without =
  (other: string, value?: string): Rule["why"] =>
  (at) => {
    if (value === undefined ? isSet(at, other) : at(other) === value) return undefined;
    return `without security.${other}${value === undefined ? "" : `: ${JSON.stringify(value)}`}`;
  };

const WRITTEN = [
  "usernameToken",
  "timestamp",
  "signature",
  "encryption",
  "symmetricBinding",
  "samlAssertion",
  "issuer",
];
const SIGNED = ["signature", "symmetricBinding"];
const OF_KEY = ["certificate", "keyTransport", "oaepDigest", "oaepMask", "keyReference"];

function isBound(at: At): boolean {
  return (at("issuer.keyType") ?? "bearer") !== "bearer";
}

const RULES: readonly Rule[] = [
  {
    paths: ["verify.certificates", "verify.signatureAlgorithms"],
    why: beside("symmetricBinding", "by whose key and algorithm responses are verified"),
  },
  {
    paths: ["signature.parts"],
    why: beside("symmetricBinding", "whose signature is all that security.signature covers then"),
  },
  ...["signature", "issuer", "verify", "symmetricBinding"].map((path) => ({
    paths: [`${path}.parts`],
    why: (at: At) => {
      const parts = at(`${path}.parts`);
      const isTwice =
        Array.isArray(parts) && ["Attachments", "CompleteAttachments"].every((part) => parts.includes(part));
      return isTwice ? 'with "Attachments" beside "CompleteAttachments", which has them too' : undefined;
    },
  })),
  {
    paths: OF_KEY.map((name) => `encryption.${name}`),
    why: (at, isService) =>
      isService ? beside("symmetricBinding", "by which a response has the key of its request")(at, true) : undefined,
  },
  {
    paths: ["encryption.order"],
    why: (at) =>
      SIGNED.some((path) => isSet(at, path)) || isBound(at)
        ? undefined
        : "without security.signature, security.symmetricBinding or a token that signs",
  },
  {
    paths: ["mustUnderstand", "actor"],
    why: (at) =>
      WRITTEN.some((path) => isSet(at, path))
        ? undefined
        : "without security.usernameToken or another part that writes the header block wsse:Security",
  },
  { paths: ["usernameToken.passwordType"], why: without("usernameToken.password") },
  { paths: ["issuer.keySize", "issuer.signatureAlgorithm"], why: without("issuer.keyType", "symmetric") },
  { paths: ["issuer.useKey"], why: without("issuer.keyType", "public") },
  {
    paths: ["issuer.parts"],
    why: (at) => {
      const other = SIGNED.find((path) => isSet(at, path));
      if (other !== undefined) return `beside security.${other}, whose signature is what the key of the token signs`;
      return isBound(at) ? undefined : without("issuer.keyType", "symmetric")(at, false);
    },
  },
  {
    paths: ["issuer.keyType"],
    why: (at) =>
      isBound(at) && SIGNED.every((path) => isSet(at, path))
        ? "beside security.symmetricBinding and security.signature, which signs in its place"
        : undefined,
  },
  {
    paths: ["issuer.useKey.parts", "issuer.useKey.keyReference"],
    why: beside("issuer.useKey", "whose key signs security.issuer.parts, and is named by the token"),
  },
  ...["signature", "issuer.useKey"].map((path) => ({
    paths: [`${path}.signerTimeoutMs`],
    why: without(`${path}.signer`),
  })),
  ...["signature", "issuer.useKey", "decryption"].map((path) => ({
    paths: [`${path}.passphrase`],
    why: (at: At) => {
      if (typeof at(`${path}.key`) === "string") return undefined;
      return isSet(at, `${path}.signer`)
        ? `beside security.${path}.signer, which has the key`
        : `beside security.${path}.key, which is a KeyObject that is open`;
    },
  })),
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
  for (const { paths, why } of RULES) {
    const path = paths.find((each) => at(each) !== undefined);
    const reason = path && why(at, isService);
    if (reason === undefined) continue;
    const other = /^without/.test(reason) ? " Set that, or leave it out." : " Leave it out.";
    throw wrong(`security.${path}`, `security.${path} has no meaning ${reason}.${other}`);
  }
}

/** What a policy of a WSDL asks for, and the credentials for it. */
import type { Credential, Feature } from "soapwright-runtime";
import type { EncryptionOptions } from "./encryption/encryption-options";
import type {
  IssuerOptions,
  SecurityOptions,
  SignatureOptions,
  SymmetricBindingOptions,
  UsernameTokenOptions,
  VerifyOptions,
} from "./security-options";
import type { PasswordSignIn } from "./sign-in/sign-in-options";

/** How messages meet a policy: the options of `security` without credentials. Tables of generated clients hold it. */
export interface SecurityPlan {
  /** The credentials that the options need. */
  readonly credentials: readonly CredentialName[];
  /** `password` is `false` if the policy asks for the name alone. */
  readonly usernameToken?: Pick<UsernameTokenOptions, "passwordType" | "nonce"> & { readonly password?: false };
  readonly timestamp?: true;
  readonly signature?: Pick<
    SignatureOptions,
    "parts" | "keyReference" | "signatureAlgorithm" | "digestAlgorithm" | "canonicalization"
  >;
  readonly samlAssertion?: true;
  readonly http?: Pick<PasswordSignIn, "scheme">;
  readonly issuer?: Partial<Pick<IssuerOptions, "endpoint" | "tokenType" | "keyType" | "parts">>;
  readonly encryption?: Pick<EncryptionOptions, "parts" | "order" | "dataAlgorithm" | "keyReference">;
  readonly decryption?: object;
  readonly symmetricBinding?: SymmetricBindingOptions;
  readonly verify?: Pick<
    VerifyOptions,
    "parts" | "signatureAlgorithms" | "digestAlgorithms" | "signatureConfirmation" | "encrypted"
  >;
}

/** The credentials that policies ask for, by the names in types of generated clients. */
interface Credentials {
  /** User name and password of a UsernameToken, or for HTTP. */
  readonly password: {
    readonly username: string;
    /** The password, or a function that returns it, called for each request. */
    readonly password: Credential;
  };
  readonly username: { readonly username: string };
  /** Your X.509 certificate, and its private key. */
  readonly certificate: Pick<SignatureOptions, "certificate" | "passphrase" | "signer" | "signatureAlgorithm"> &
    (
      | { readonly key: NonNullable<SignatureOptions["key"]>; readonly signer?: undefined }
      | { readonly key?: undefined; readonly signer: NonNullable<SignatureOptions["signer"]> }
    );
  readonly serviceCertificate: {
    /** The X.509 certificate of the service in PEM; several while one replaces the other. */
    readonly serviceCertificate: string | readonly string[];
  };
  readonly samlAssertion: { readonly samlAssertion: NonNullable<SecurityOptions["samlAssertion"]> };
  readonly issuer: {
    /** The issuer of the token, and how to sign in there. Its `endpoint` may be in the policy. */
    readonly issuer: Partial<NonNullable<SecurityOptions["issuer"]>>;
  };
}

/** The name of a group of credentials. */
export type CredentialName = keyof Credentials;

type Needed<N extends CredentialName> = { [K in N]: (all: Credentials[K]) => void }[N] extends (all: infer I) => void
  ? I
  : never;

/** The credentials for one of the lists `L`; any of them, if the policy is read when the program runs. */
type PolicyCredentials<L extends readonly CredentialName[]> = number extends L["length"]
  ? Partial<Needed<CredentialName>>
  : L extends readonly [CredentialName, ...CredentialName[]]
    ? Needed<L[number]>
    : never;

/**
 * The option `security` of a client whose policy asks for the credentials of one of the lists `L`. In its place, a
 * feature `security(…)` of your own in `features` decides.
 */
export type PolicySecurity<L extends readonly CredentialName[]> = [] extends L
  ? PolicyOptions<L>
  :
      | { readonly security: PolicyCredentials<L> }
      | { readonly security?: undefined; readonly features: readonly Feature<never>[] };

/** The option `security` of `client.with()` and of one call: other credentials, or `false` to send none. */
export interface PolicyOptions<L extends readonly CredentialName[] = readonly CredentialName[]> {
  readonly security?: PolicyCredentials<L> | false | undefined;
}

/** Reads the options of `signIn`. Every error message names the option, and none contains a value. */
import { asGiven, credential, oneOf, optional, required, section, text } from "../option-section";
import { wrong } from "../security-error";

export type PasswordTerms = ReturnType<typeof readPassword>;
export type NtlmTerms = ReturnType<typeof readNtlm>;
export type NegotiateTerms = ReturnType<typeof readNegotiate>;
export type ConnectionTerms = NtlmTerms | NegotiateTerms;

const CONNECTION_SCHEMES = ["ntlm", "negotiate"] as const;
const SCHEMES = ["basic", "digest", ...CONNECTION_SCHEMES] as const;
/** Characters of a name. Names of accounts and domains are shorter. */
const MAX_NAME = 256;

/** The options of all schemes. */
const readAny = section({
  scheme: asGiven,
  username: asGiven,
  password: asGiven,
  domain: asGiven,
  principal: asGiven,
  serviceHost: asGiven,
  proxy: asGiven,
});
const readPassword = section({
  scheme: oneOf(["basic", "digest"]),
  username: required(text),
  password: required(credential),
});
const readNtlm = section({
  scheme: oneOf(["ntlm"]),
  username: required(accountName),
  domain: optional(accountName, ""),
  password: required(credential),
});
const readNegotiate = section({
  scheme: oneOf(["negotiate"]),
  serviceHost: optional(hostName),
  principal: optional(accountName),
});

/** What a client signs in by: to the service by requests or by connections, and to a proxy. */
export interface SignInTerms {
  readonly request: PasswordTerms | undefined;
  readonly connection: ConnectionTerms | undefined;
  readonly proxy: ConnectionTerms | undefined;
}

/** Throws a `ConfigurationError` for a wrong option. */
export function readSignIn(value: unknown): SignInTerms {
  const given = readAny("signIn", value);
  const proxy = optional((option, of) => {
    const { scheme } = readAny(option, of);
    return readConnection(option, of, required(oneOf(CONNECTION_SCHEMES))(`${option}.scheme`, scheme));
  })("signIn.proxy", given.proxy);
  const { proxy: _, ...own } = value as { readonly proxy?: unknown };
  if (proxy !== undefined && Object.keys(own).length === 0) return { request: undefined, connection: undefined, proxy };
  const scheme = required(oneOf(SCHEMES))("signIn.scheme", given.scheme);
  if (scheme === "ntlm" || scheme === "negotiate") {
    return { request: undefined, connection: readConnection("signIn", own, scheme), proxy };
  }
  const request = readPassword("signIn", own);
  if (scheme === "basic" && request.username.includes(":")) {
    throw wrong("signIn.username", "signIn.username has a colon in it, which Basic cannot carry.");
  }
  return { request, connection: undefined, proxy };
}

function readConnection(option: string, value: unknown, scheme: (typeof CONNECTION_SCHEMES)[number]): ConnectionTerms {
  return scheme === "ntlm" ? readNtlm(option, value) : readNegotiate(option, value);
}

function hostName(option: string, host: unknown): string {
  const name = accountName(option, host);
  if (/^[\w.:-]+$/.test(name)) return name;
  throw wrong(option, `${option} takes the name of a host alone, for example service.example.`);
}

function accountName(option: string, value: unknown): string {
  const name = text(option, value);
  if (name.length > MAX_NAME) throw wrong(option, `${option} is longer than ${MAX_NAME} characters.`);
  if (!name.includes("\\")) return name;
  throw wrong(
    option,
    `${option} has a backslash in it. Set the domain with the option domain, and the name without it.`,
  );
}

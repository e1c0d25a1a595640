/** Reads the options of `signIn`. Every error message names the option, and none contains a value. */
import { credential, oneOf, Section, text } from "../option-section";
import { wrong } from "../security-error";

export type PasswordTerms = ReturnType<typeof readPasswordSignIn>;
export type NtlmTerms = ReturnType<typeof readNtlmSignIn>;
export type NegotiateTerms = ReturnType<typeof readNegotiateSignIn>;
export type ConnectionTerms = NtlmTerms | NegotiateTerms;

const CONNECTION_SCHEMES = ["ntlm", "negotiate"] as const;
const SCHEMES = ["basic", "digest", ...CONNECTION_SCHEMES] as const;
const NAMES = ["scheme", "username", "password", "domain", "principal", "serviceHost", "proxy"];
/** Characters of a name. Names of accounts and domains are shorter. */
const MAX_NAME = 256;

/** What a client signs in by: to the service by requests or by connections, and to a proxy. */
export interface SignInTerms {
  readonly request: PasswordTerms | undefined;
  readonly connection: ConnectionTerms | undefined;
  readonly proxy: ConnectionTerms | undefined;
}

/** Throws a `ConfigurationError` for a wrong option. */
export function readSignIn(value: unknown): SignInTerms {
  const options = new Section("signIn", value, NAMES);
  const { proxy: _, ...own } = options.values as { readonly proxy?: unknown };
  const proxy = options.optional("proxy", (option, at) => {
    const scheme = new Section(option, at, NAMES).required("scheme", oneOf(CONNECTION_SCHEMES));
    return readConnectionSignIn(option, at, scheme);
  });
  if (proxy !== undefined && Object.keys(own).length === 0) return { request: undefined, connection: undefined, proxy };
  const scheme = options.required("scheme", oneOf(SCHEMES));
  if (scheme === "ntlm" || scheme === "negotiate") {
    return { request: undefined, connection: readConnectionSignIn("signIn", own, scheme), proxy };
  }
  return { request: readPasswordSignIn(own, scheme), connection: undefined, proxy };
}

function readConnectionSignIn(option: string, value: unknown, scheme: "ntlm" | "negotiate"): ConnectionTerms {
  return scheme === "ntlm" ? readNtlmSignIn(option, value) : readNegotiateSignIn(option, value);
}

function readPasswordSignIn(value: unknown, scheme: "basic" | "digest") {
  const options = new Section("signIn", value, ["scheme", "username", "password"]);
  const username = options.required("username", text);
  if (scheme === "basic" && username.includes(":")) {
    throw wrong("signIn.username", "signIn.username has a colon in it, which Basic cannot carry.");
  }
  return { scheme, username, password: options.required("password", credential) };
}

function readNtlmSignIn(at: string, value: unknown) {
  const options = new Section(at, value, ["scheme", "username", "password", "domain"]);
  const username = options.required("username", accountName);
  const domain = options.optional("domain", accountName) ?? "";
  return { scheme: "ntlm" as const, username, domain, password: options.required("password", credential) };
}

function readNegotiateSignIn(at: string, value: unknown) {
  const options = new Section(at, value, ["scheme", "principal", "serviceHost"]);
  const serviceHost = options.optional("serviceHost", (option, host) => {
    const name = accountName(option, host);
    if (/^[\w.:-]+$/.test(name)) return name;
    throw wrong(option, `${option} takes the name of a host alone, for example service.example.`);
  });
  return { scheme: "negotiate" as const, principal: options.optional("principal", accountName), serviceHost };
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

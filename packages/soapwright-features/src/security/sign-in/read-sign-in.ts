/** Reads the options of `signIn`. Every error message names the option, and none contains a value. */
import { credential, oneOf, Section, text } from "../option-section";
import { wrong } from "../security-error";

export type PasswordTerms = ReturnType<typeof readPasswordSignIn>;
export type NtlmTerms = ReturnType<typeof readNtlmSignIn>;
export type NegotiateTerms = ReturnType<typeof readNegotiateSignIn>;

const SCHEMES = ["basic", "digest", "ntlm", "negotiate"] as const;
const NAMES = ["scheme", "username", "password", "domain", "principal", "serviceHost"];
/** Characters of a name. Names of accounts and domains are shorter. */
const MAX_NAME = 256;

/** Throws a `ConfigurationError` for a wrong option. */
export function readSignIn(value: unknown): PasswordTerms | NtlmTerms | NegotiateTerms {
  const scheme = new Section("signIn", value, NAMES).required("scheme", oneOf(SCHEMES));
  if (scheme === "negotiate") return readNegotiateSignIn(value);
  return scheme === "ntlm" ? readNtlmSignIn(value) : readPasswordSignIn(value, scheme);
}

function readPasswordSignIn(value: unknown, scheme: "basic" | "digest") {
  const options = new Section("signIn", value, ["scheme", "username", "password"]);
  const username = options.required("username", text);
  if (scheme === "basic" && username.includes(":")) {
    throw wrong("signIn.username", "signIn.username has a colon in it, which Basic cannot carry.");
  }
  return { scheme, username, password: options.required("password", credential) };
}

function readNtlmSignIn(value: unknown) {
  const options = new Section("signIn", value, ["scheme", "username", "password", "domain"]);
  const username = options.required("username", accountName);
  const domain = options.optional("domain", accountName) ?? "";
  return { scheme: "ntlm" as const, username, domain, password: options.required("password", credential) };
}

function readNegotiateSignIn(value: unknown) {
  const options = new Section("signIn", value, ["scheme", "principal", "serviceHost"]);
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
  throw wrong(option, `${option} has a backslash in it. Set the domain with signIn.domain, and the name without it.`);
}

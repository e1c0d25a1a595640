/** Who may call a service of the sandbox, by HTTP: its option `signIn`, checked, and its guard. */
import { checkObject, checkOneOf, wrongOption } from "soapwright-runtime/extend";
import { kindOf } from "soapwright-runtime/xsd";
import { type Check, checkCredential, checkedObject } from "../service/checked-object";
import type { Guard } from "./guard";
import { openNegotiate } from "./negotiate";
import { NtlmGuard } from "./ntlm";
import { BasicGuard, DigestGuard } from "./passwords";

/** Passwords by user name. */
type Users = Readonly<Record<string, string>>;

/** How callers of a service have to sign in by HTTP. Others get status 401. */
export type ServiceSignIn =
  /** HTTP Basic (RFC 7617) or Digest by SHA-256 (RFC 7616). */
  | { readonly scheme: "basic" | "digest"; readonly users: Users }
  /** NTLM version 2 (MS-NLMP), which signs in connections. Names of users are compared without case. */
  | {
      readonly scheme: "ntlm";
      readonly users: Users;
      /** The domain of the accounts. Default: any. */
      readonly domain?: string | undefined;
      /** A further name of the host that proofs may be for. Default: the names and addresses of this machine alone. */
      readonly serviceHost?: string | undefined;
    }
  /** Kerberos (RFC 4559), by the optional package `kerberos` and the keytab of `KRB5_KTNAME`. */
  | {
      readonly scheme: "negotiate";
      /** The host in the service's name `HTTP/host`. Default: the name of this machine. */
      readonly serviceHost?: string | undefined;
    };

const SCHEMES = ["basic", "digest", "ntlm", "negotiate"] as const;
type Scheme = (typeof SCHEMES)[number];

const CHECKS: Readonly<Record<Scheme, Readonly<Record<string, Check>>>> = {
  basic: { scheme: String, users: (option, value) => readUsers(option, value, ":") },
  digest: { scheme: String, users: (option, value) => readUsers(option, value) },
  ntlm: {
    scheme: String,
    users: (option, value) => readUsers(option, value, "\\"),
    domain: checkName,
    serviceHost: checkName,
  },
  negotiate: { scheme: String, serviceHost: checkName },
};

/** Throws a `ConfigurationError` for an option that is wrong; for Negotiate also without its package or keytab. */
export async function openGuard(value: unknown): Promise<Guard> {
  const { scheme: given } = checkObject("signIn", value) as { readonly scheme?: unknown };
  const scheme = checkOneOf("signIn.scheme", given, SCHEMES);
  const required = scheme === "negotiate" ? [] : ["users"];
  const whose = `signIn with the scheme ${scheme}`;
  const terms = checkedObject("signIn", value, CHECKS[scheme], required, { whose });
  const { users, domain, serviceHost } = terms as { users: ReadonlyMap<string, string> } & Partial<Names>;
  if (scheme === "basic") return new BasicGuard(users);
  if (scheme === "digest") return new DigestGuard(users);
  if (scheme === "negotiate") return openNegotiate(serviceHost);
  const { ntlmKey } = await import("soapwright-features/security");
  return new NtlmGuard({ users, domain, serviceHost, ntlmKey });
}

interface Names {
  readonly domain: string;
  readonly serviceHost: string;
}

/** Names with `separator` could not be told from what the scheme sends beside them. */
function readUsers(option: string, value: unknown, separator?: string): ReadonlyMap<string, string> {
  const users = new Map<string, string>();
  for (const [name, password] of Object.entries(checkObject(option, value))) {
    if (typeof password !== "string") throw wrongOption(`${option}.${name}`, "a password", kindOf(password));
    if (name === "" || (separator !== undefined && name.includes(separator))) {
      const without = separator === undefined ? "" : `, without ${separator === ":" ? "a colon" : "a backslash"}`;
      throw wrongOption(option, `names that are not empty${without}`, "an object with another name");
    }
    users.set(name, password);
  }
  if (users.size === 0) throw wrongOption(option, "passwords by user name", "an empty object");
  return users;
}

function checkName(option: string, value: unknown): string {
  checkCredential(option, value);
  const name = value as string;
  if (/^[^\\/:@\p{Cc}]+$/u.test(name)) return name;
  throw wrongOption(option, "a name alone, without a port, a slash or a user", "another string");
}

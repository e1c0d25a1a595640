/** A realm of Kerberos, and Apache httpd with mod_auth_gssapi, for Negotiate and for NTLM by gss-ntlmssp. */
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../folders";
import { type ForeignServer, freePort, portOpen, runs, startServer, stop } from "../stack";

const MODULES = "/usr/lib/apache2/modules";

export const hasGssapi = (): boolean =>
  runs("which", ["apache2"]) && existsSync(`${MODULES}/mod_auth_gssapi.so`) && process.getuid?.() === 0;
export const hasNtlm = (): boolean => existsSync("/etc/gss/mech.d/mech.ntlmssp.conf");
export const hasKdc = (): boolean => ["krb5kdc", "kadmin.local", "kinit"].every((each) => runs("which", [each]));

/** Who may call. */
export const NTLM_ACCOUNT = { username: "User", domain: "Domain", password: "p w\u00f6rd" };

/** How the server asks. */
export interface GssapiTerms {
  readonly mechanism: "krb5" | "ntlmssp";
  readonly isConnectionBound: boolean;
  readonly keytab?: string;
}

/** Starts Apache, which forwards requests of authenticated callers to `target`. It binds 127.0.0.1. */
export function startGssapi(terms: GssapiTerms, target: string): Promise<ForeignServer> {
  const folder = newFolder();
  // The server runs as another user than root.
  chmodSync(folder, 0o755);
  const { username, domain, password } = NTLM_ACCOUNT;
  const users = join(folder, "users");
  writeFileSync(users, `${domain}:${username}:${password}\n`);
  const modules = "mpm_event authn_core authz_core authz_user auth_gssapi proxy proxy_http".split(" ");
  const configuration = (port: number): string => `
${modules.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join("\n")}
ServerRoot ${folder}
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
PidFile ${folder}/pid
DefaultRuntimeDir ${folder}
ErrorLog ${folder}/error.log
User www-data
Group www-data
ProxyPass / ${target}/
<Location />
AuthType GSSAPI
AuthName "a small service"
${terms.keytab === undefined ? "" : `GssapiCredStore keytab:${terms.keytab}`}
GssapiAllowedMech ${terms.mechanism}
GssapiConnectionBound ${terms.isConnectionBound ? "On" : "Off"}
Require valid-user
</Location>
`;
  const args = (port: number): readonly string[] => {
    const file = join(folder, "httpd.conf");
    writeFileSync(file, configuration(port));
    return ["-D", "FOREGROUND", "-f", file];
  };
  return startServer("apache2", args, { NTLM_USER_FILE: users });
}

/** A realm with the service HTTP/localhost, and one user with a ticket. */
export interface Realm {
  readonly environment: { readonly [name: string]: string };
  readonly keytab: string;
  stop(): Promise<void>;
}

export async function startRealm(): Promise<Realm> {
  const folder = newFolder();
  chmodSync(folder, 0o755);
  const at = (name: string): string => join(folder, name);
  const port = await freePort();
  writeFileSync(
    at("krb5.conf"),
    `[libdefaults]
default_realm = EXAMPLE.TEST
dns_lookup_kdc = false
dns_lookup_realm = false
rdns = false
dns_canonicalize_hostname = false
[realms]
EXAMPLE.TEST = {
 kdc = 127.0.0.1:${port}
}
[domain_realm]
localhost = EXAMPLE.TEST
`,
  );
  writeFileSync(
    at("kdc.conf"),
    `[kdcdefaults]
kdc_listen = 127.0.0.1:${port}
kdc_tcp_listen = 127.0.0.1:${port}
[realms]
EXAMPLE.TEST = {
 database_name = ${at("principal")}
 key_stash_file = ${at("stash")}
 acl_file = ${at("acl")}
}
`,
  );
  const environment = { KRB5_CONFIG: at("krb5.conf"), KRB5CCNAME: `FILE:${at("tickets")}` };
  const env = { ...process.env, ...environment, KRB5_KDC_PROFILE: at("kdc.conf") };
  const run = (command: string, args: readonly string[], input = ""): void => {
    execFileSync(command, args, { env, input, stdio: ["pipe", "ignore", "pipe"] });
  };
  run("kdb5_util", ["create", "-s", "-P", "master", "-r", "EXAMPLE.TEST"]);
  for (const query of [
    ...["addprinc -pw sesame ada", "addprinc -randkey HTTP/localhost"],
    `ktadd -k ${at("service.keytab")} HTTP/localhost`,
  ]) {
    run("kadmin.local", ["-q", query]);
  }
  chmodSync(at("service.keytab"), 0o644);
  const kdc = spawn("krb5kdc", ["-n", "-P", at("pid")], { env, stdio: "ignore" });
  await portOpen(port, kdc);
  run("kinit", ["ada"], "sesame\n");
  return { environment, keytab: at("service.keytab"), stop: () => stop(kdc) };
}

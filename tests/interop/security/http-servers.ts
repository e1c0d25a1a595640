/**
 * HTTP servers that authenticate callers in front of a service. They are Debian packages without any support of SOAP.
 */
import { createHash } from "node:crypto";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../folders";
import { type ForeignServer, runs, startServer } from "../stack";

/** The user who may call. */
export const user = { username: "ad\u00e4", password: 'p "q" <&> \\' };

const REALM = "a small service";

/** The authentication of a server. */
export interface Sign {
  readonly scheme: "basic" | "digest";
  readonly hash?: "MD5" | "SHA-256";
  /** The lifetime of a nonce, in seconds. */
  readonly nonceSeconds?: number;
}

export interface HttpServer {
  readonly name: string;
  readonly isInstalled: () => boolean;
  readonly signs: readonly (readonly [string, Sign])[];
  /** Starts the server, which forwards requests of authenticated callers to `target`. */
  readonly start: (sign: Sign, target: string) => Promise<ForeignServer>;
}

const hashOf = (hash: string, text: string): string => createHash(hash).update(text).digest("hex");

/** Writes the file of users for Digest: name, realm and hash. */
function digestUsers(folder: string, hash: string): string {
  const file = join(folder, "digest");
  writeFileSync(file, `${user.username}:${REALM}:${hashOf(hash, `${user.username}:${REALM}:${user.password}`)}\n`);
  return file;
}

/** Writes the file of users for Basic: name and a hash that both servers read. */
function basicUsers(folder: string): string {
  const file = join(folder, "basic");
  const hashed = createHash("sha1").update(user.password).digest("base64");
  writeFileSync(file, `${user.username}:{SHA}${hashed}\n`);
  return file;
}

const MODULES = "/usr/lib/apache2/modules";

export const apache: HttpServer = {
  name: "Apache httpd",
  isInstalled: () => runs("which", ["apache2"]) && existsSync(`${MODULES}/mod_auth_digest.so`),
  signs: [
    ["Digest with MD5", { scheme: "digest", hash: "MD5" }],
    ["Digest with a nonce that is soon over", { scheme: "digest", hash: "MD5", nonceSeconds: 1 }],
    ["Basic", { scheme: "basic" }],
  ],
  start: ({ scheme, nonceSeconds = 300 }, target) => {
    const folder = newFolder();
    // The server runs as another user than root.
    chmodSync(folder, 0o755);
    const modules = "mpm_event authn_core authn_file authz_core authz_user auth_basic auth_digest proxy proxy_http";
    const asked =
      scheme === "basic"
        ? `AuthType Basic\nAuthBasicProvider file\nAuthUserFile ${basicUsers(folder)}`
        : `AuthType Digest\nAuthDigestProvider file\nAuthDigestNonceLifetime ${nonceSeconds}\nAuthUserFile ${digestUsers(folder, "md5")}`;
    return startServer(
      "apache2",
      (port) => {
        const file = join(folder, "httpd.conf");
        writeFileSync(
          file,
          `${modules
            .split(" ")
            .map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so\n`)
            .join("")}
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
${asked}
AuthName "${REALM}"
Require valid-user
</Location>
`,
        );
        return ["-D", "FOREGROUND", "-f", file];
      },
      {},
    );
  },
};

export const lighttpd: HttpServer = {
  name: "lighttpd",
  isInstalled: () => runs("which", ["lighttpd"]) && existsSync("/usr/lib/lighttpd/mod_auth.so"),
  signs: [
    ["Digest with MD5", { scheme: "digest", hash: "MD5" }],
    ["Digest with SHA-256", { scheme: "digest", hash: "SHA-256" }],
    ["Basic", { scheme: "basic" }],
  ],
  start: ({ scheme, hash = "MD5" }, target) => {
    const folder = newFolder();
    const { hostname, port: targetPort } = new URL(target);
    const [backend, users] =
      scheme === "basic"
        ? ["htpasswd", basicUsers(folder)]
        : ["htdigest", digestUsers(folder, hash === "MD5" ? "md5" : "sha256")];
    return startServer(
      "lighttpd",
      (port) => {
        const file = join(folder, "lighttpd.conf");
        writeFileSync(
          file,
          `server.modules = ( "mod_auth", "mod_authn_file", "mod_proxy" )
server.document-root = "${folder}"
server.bind = "127.0.0.1"
server.port = ${port}
server.errorlog = "${folder}/error.log"
auth.backend = "${backend}"
auth.backend.${backend}.userfile = "${users}"
auth.require = ( "" => ( "method" => "${scheme}", "realm" => "${REALM}", "require" => "valid-user"${scheme === "digest" ? `, "algorithm" => "${hash}"` : ""} ) )
proxy.server = ( "" => (( "host" => "${hostname}", "port" => ${targetPort} )) )
`,
        );
        return ["-D", "-f", file];
      },
      {},
    );
  },
};

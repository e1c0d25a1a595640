import { checkCertificates } from "#connections";
import { copyBytes, latin1Text } from "#platform";
import { ConfigurationError } from "../errors/configuration-error";
import { kindOf } from "../kind-of";
import type { ConnectTls } from "../transport/connector";
import { checkKnown, checkObject, checkOneOf, ownValue, wrongOption } from "./option-checks";

const CHECKS: { readonly [name: string]: (option: string, value: unknown) => unknown } = {
  ca: checkPems,
  cert: checkPem,
  key: checkPem,
  pfx: checkBytes,
  passphrase: checkText,
  servername: checkText,
  minVersion: (option, value) => checkOneOf(option, value, ["TLSv1.2", "TLSv1.3"]),
};
const KNOWN: ReadonlySet<string> = new Set(Object.keys(CHECKS));

export function checkTls(value: unknown): ConnectTls {
  const options = checkObject("tls", value);
  if (ownValue(options, "rejectUnauthorized") !== undefined)
    throw new ConfigurationError(
      '"rejectUnauthorized" is not an option of tls, because certificates are always checked. Set tls.ca to the authority that issued the certificate of the service.',
      { reason: "certificates-always-checked", option: "rejectUnauthorized" },
    );
  checkKnown(options, KNOWN, "tls");
  const tls: { [name: string]: unknown } = {};
  for (const [name, check] of Object.entries(CHECKS)) {
    const given = ownValue(options, name);
    if (given !== undefined) tls[name] = check(`tls.${name}`, given);
  }
  try {
    checkCertificates(tls);
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, "code") : undefined;
    throw new ConfigurationError(
      `tls has a certificate, a key or a passphrase that cannot be used${typeof code === "string" ? ` (${code})` : ""}.`,
      { reason: "tls-unusable", option: "tls" },
    );
  }
  return tls as ConnectTls;
}

function checkPem(option: string, value: unknown): string | Uint8Array {
  if (typeof value === "string" && value !== "") return value;
  if (value instanceof Uint8Array) return copyBytes(value);
  throw wrongOption(option, "PEM text or bytes", kindOf(value));
}

function checkPems(option: string, value: unknown): (string | Uint8Array)[] {
  return (Array.isArray(value) ? value : [value]).map((item: unknown) => {
    const pem = checkPem(option, item);
    // OpenSSL ignores PEM text without a certificate, and then every connection would fail without an explanation.
    if (/-----BEGIN (X509 |TRUSTED )?CERTIFICATE-----/.test(typeof pem === "string" ? pem : latin1Text(pem)))
      return pem;
    throw wrongOption(option, "PEM text or bytes", "one without a certificate");
  });
}

function checkBytes(option: string, value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return copyBytes(value);
  throw wrongOption(option, "bytes", kindOf(value));
}

function checkText(option: string, value: unknown): string {
  if (typeof value === "string" && value !== "" && !value.includes("\0")) return value;
  throw wrongOption(option, "text", kindOf(value));
}

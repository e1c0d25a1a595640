import { ConfigurationError } from "../errors/configuration-error";
import { type Address, parseHttpUrl } from "./address";
import { isExcluded } from "./no-proxy";

/** The address and credentials of a proxy. */
export interface ProxySettings {
  readonly origin: string;
  readonly hostname: string;
  readonly port: number;
  readonly secure: boolean;
  readonly authorization: string | undefined;
  readonly display: string;
}

type Environment = Readonly<{ [name: string]: string | undefined }>;

/** Returns undefined for no proxy. Throws a `ConfigurationError` for an invalid one. */
export function chooseProxy(
  option: string | undefined,
  address: Address,
  environment: Environment,
): ProxySettings | undefined {
  if (option === undefined || address.loopback) return undefined;
  if (option !== "environment") return parseProxy(option, "proxy");
  const [name, value] = environmentProxy(address, environment) ?? [];
  return value === undefined ? undefined : parseProxy(value, `proxy: "environment" (${name})`);
}

/** Returns the name and value of the variable; undefined when there is none, or `NO_PROXY` excludes the address. */
export function environmentProxy(
  address: Address,
  environment: Environment,
): readonly [name: string, value: string] | undefined {
  if (address.loopback || isExcluded(address, environment.no_proxy ?? environment.NO_PROXY ?? "")) return undefined;
  const name = address.secure ? "https_proxy" : "http_proxy";
  for (const each of [name, name.toUpperCase()]) {
    const value = environment[each];
    if (value !== undefined && value !== "") return [each, value];
  }
  return undefined;
}

function parseProxy(text: string, what: string): ProxySettings {
  const wrong = (reason: string) =>
    new ConfigurationError(
      (name) => {
        const word = name("proxy");
        return `${word === "proxy" ? what : word} takes the http: or https: address of a proxy, but ${reason}.`;
      },
      { reason: "proxy-address", option: "proxy" },
    );
  if (text.startsWith("/")) throw wrong("has no host");
  if (/[\s\p{Cc}]/u.test(text)) throw wrong("has a blank or a control character in it");
  const { url, secure, port } = parseHttpUrl(text.includes("://") ? text : `http://${text}`, wrong);
  if (url.pathname !== "/" || url.search !== "" || url.hash !== "") throw wrong("has more than host and port");
  return {
    origin: url.origin,
    hostname: url.hostname,
    port,
    secure,
    authorization: url.username === "" && url.password === "" ? undefined : basic(url, wrong),
    display: url.origin,
  };
}

function basic(url: URL, wrong: (reason: string) => Error): string {
  try {
    const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    return `Basic ${Buffer.from(pair, "utf8").toString("base64")}`;
  } catch {
    throw wrong("its user or password is not percent-encoded");
  }
}

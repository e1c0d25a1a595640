/** Addresses of documents as messages may show them, and what of them is secret. */

/** Parameters whose values name a document, as ASP.NET, WCF and Axis have them. Any other may be a key. */
const named = new Set(["wsdl", "singlewsdl", "xsd", "disco", "schema", "part", "ver", "version"]);

/** Whether a text is an address of the network. */
export function isAddress(text: string): boolean {
  return /^https?:/i.test(text);
}

/** The address without user name and password, and with `***` for values of parameters that may be keys. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return address.replace(/\/\/[^/?#]*@/, "//").replace(/[?#].*$/s, "");
  const url = new URL(address);
  const query = url.search
    .slice(1)
    .split("&")
    .map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return value.length === 0 || named.has(name.toLowerCase()) ? pair : `${name}=***`;
    })
    .join("&");
  // As it was written, `classpath:a.xsd` or `ftp://host/a.xsd`: a catalog names it so.
  const authority = /^[^:]*:\/\//.test(address) ? `//${url.host}` : "";
  return `${url.origin === "null" ? `${url.protocol}${authority}` : url.origin}${url.pathname}${query === "" ? "" : `?${query}`}`;
}

/** The address without user name, password and fragment: what names the document. */
export function documentAddress(address: string): string {
  const url = new URL(address);
  [url.username, url.password, url.hash] = ["", "", ""];
  return url.href;
}

/** `Authorization` of an address that has a user name, by RFC 7617. */
export function basicCredentials(address: string): string | undefined {
  const { username, password } = new URL(address);
  if (username === "" && password === "") return undefined;
  const pair = `${unescaped(username)}:${unescaped(password)}`;
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The last part of an address's path, or its host. */
export function addressName(address: string): string {
  const { pathname, hostname } = new URL(address);
  const last = pathname.split("/").findLast((part) => part !== "");
  return last === undefined ? hostname : unescaped(last);
}

/** Whether `address` lies in the folder of another: the same origin, and below the last `/` of its path. */
export function isBelow(address: string, other: string): boolean {
  const [one, base] = [new URL(address), new URL(other)];
  return one.origin === base.origin && one.pathname.startsWith(base.pathname.replace(/[^/]*$/, ""));
}

/** Whether two addresses have one scheme, host and port. */
export function isSameOrigin(address: string, other: string): boolean {
  return new URL(address).origin === new URL(other).origin;
}

/** Query parameters whose values name a document in ASP.NET, WCF and Axis. Any other may be a key. */
const documentParameters = new Set(["wsdl", "singlewsdl", "xsd", "disco", "schema", "part", "ver", "version"]);

/** Whether the text is an `http:` or `https:` URL. */
export function isAddress(text: string): boolean {
  return /^https?:/i.test(text);
}

/** Returns the address without user name and password, and with `***` for the values of parameters that may be keys. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return address.replace(/\/\/[^/?#]*@/, "//").replace(/[?#].*$/s, "");
  const url = new URL(address);
  const query = url.search
    .slice(1)
    .split("&")
    .map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return value.length === 0 || documentParameters.has(name.toLowerCase()) ? pair : `${name}=***`;
    })
    .join("&");
  // A catalog names the written form: `classpath:a.xsd`, `ftp://host/a.xsd`.
  const authority = /^[^:]*:\/\//.test(address) ? `//${url.host}` : "";
  return `${url.origin === "null" ? `${url.protocol}${authority}` : url.origin}${url.pathname}${query === "" ? "" : `?${query}`}`;
}

/** Returns the address without user name, password and fragment: the identity of the document. */
export function documentAddress(address: string): string {
  const url = new URL(address);
  [url.username, url.password, url.hash] = ["", "", ""];
  return url.href;
}

/** Returns the `Authorization` value of an address with a user name (RFC 7617). */
export function basicCredentials(address: string): string | undefined {
  const { username, password } = new URL(address);
  if (username === "" && password === "") return undefined;
  const pair = `${unescaped(username)}:${unescaped(password)}`;
  return `Basic ${Buffer.from(pair).toString("base64")}`;
}

/** Returns the text without percent escapes, where they are valid. */
export function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the last segment of the path, or the host. */
export function addressName(address: string): string {
  const { pathname, hostname } = new URL(address);
  const last = pathname.split("/").findLast((part) => part !== "");
  return last === undefined ? hostname : unescaped(last);
}

/** Returns whether `address` has the origin of `other`, and is below the last `/` of its path. */
export function isBelow(address: string, other: string): boolean {
  const [one, base] = [new URL(address), new URL(other)];
  return one.origin === base.origin && one.pathname.startsWith(base.pathname.replace(/[^/]*$/, ""));
}

export function isSameOrigin(address: string, other: string): boolean {
  return new URL(address).origin === new URL(other).origin;
}

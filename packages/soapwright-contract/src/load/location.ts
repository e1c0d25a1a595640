import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { permit } from "../remedy";
import type { XmlElement } from "../xml/xml";
import { LoadProblem, stdinName, stdinShown } from "./file-source";

/** The location of a document: an absolute path, or an http or https URL. */
export type Location =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "remote"; readonly url: string };

const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:/;

/** Returns whether the reference has a scheme, and so does not depend on its document. */
export function isAbsoluteReference(reference: string): boolean {
  return scheme.test(reference);
}

/** Resolves a reference against its document (RFC 3986, section 5). @throws LoadProblem for other schemes. */
export function resolveReference(reference: string, base: Location): Location {
  if (isAddress(reference)) {
    if (!URL.canParse(reference))
      throw new LoadProblem("address-malformed", `${shownAddress(reference)} is not an address`);
    return { kind: "remote", url: new URL(reference).href };
  }
  if (/^file:/i.test(reference)) {
    try {
      return { kind: "file", path: fileURLToPath(reference) };
    } catch {
      throw new LoadProblem("file-address-malformed", `${reference} does not name a local file`);
    }
  }
  if (scheme.test(reference)) {
    throw new LoadProblem(
      "address-scheme",
      `${shownAddress(reference)} is not an address that can be read`,
      permit("map it to a file with --catalog", "--catalog"),
      true,
    );
  }
  if (base.kind === "remote") return { kind: "remote", url: new URL(reference, base.url).href };
  if (reference.includes("\0")) throw new LoadProblem("path-malformed", `${reference} is not a path`);
  return { kind: "file", path: resolve(dirname(base.path), unescaped(reference.replace(/#.*$/s, ""))) };
}

/** Returns the path relative to the working directory where that is shorter, or the address without secrets. */
export function shownLocation(location: Location): string {
  if (location.kind === "remote") return shownAddress(location.url);
  const way = relative(process.cwd(), location.path);
  return way.length < location.path.length ? way : location.path;
}

/** Returns the root for messages, without secrets of its address. */
export function shownRoot(root: string): string {
  if (root === stdinName) return stdinShown;
  return isAddress(root) || root.includes("://") ? shownAddress(root) : root;
}

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

function unescaped(text: string): string {
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

/** A document for the other stages. The same document is the same object, under every name. */
export interface SourceDocument {
  readonly location: Location;
  /** Absolute path with links followed, or a URL. */
  readonly id: string;
  /** The name shown in messages. */
  readonly shown: string;
  /** Undefined if the document is not XML; the reason is in the diagnostics. */
  readonly root: XmlElement | undefined;
}

/** The error for a forbidden document, read only so that the failing run reports all its problems at once. */
export class PeekedDocument extends LoadProblem {
  constructor(
    problem: LoadProblem,
    readonly document: SourceDocument,
  ) {
    super(problem.reason, problem.message, problem.remedy, problem.mayBeElsewhere);
  }
}

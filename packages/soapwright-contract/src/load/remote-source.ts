import { raise } from "../remedy";
import type { LoadLimits } from "./default-limits";
import { LoadProblem } from "./file-source";
import type { RemoteBytes } from "./load-options";
import { basicCredentials, documentAddress, isAddress, isSameOrigin, shownAddress } from "./location";

const mostRedirects = 5;

/** Reads documents over http and https, within the limits of one run. */
export class RemoteSource {
  /** The user's credentials by origin. They are sent to no other origin. */
  readonly #credentials = new Map<string, string>();

  /** For all documents together, on the clock of `performance.now()`; 0 until the first request. */
  #deadline = 0;

  constructor(private readonly limits: Pick<LoadLimits, "maxFileBytes" | "timeoutMs" | "totalTimeoutMs">) {}

  /** Stores the user name and password of an address for all requests to its origin. */
  remember(address: string): void {
    const credentials = basicCredentials(address);
    if (credentials !== undefined) this.#credentials.set(new URL(address).origin, credentials);
  }

  /**
   * Returns the body, following redirects. `expect` is called with each redirect and may throw.
   * @throws LoadProblem for every failure, a status other than 200, too large a body and too long a time.
   */
  async read(address: string, expect: (redirected: string) => void): Promise<RemoteBytes> {
    const { timeoutMs, totalTimeoutMs } = this.limits;
    this.#deadline ||= performance.now() + totalTimeoutMs;
    const leftMs = Math.max(0, Math.ceil(this.#deadline - performance.now()));
    const signal = AbortSignal.timeout(Math.min(timeoutMs, leftMs));
    try {
      const { response, url } = await this.#follow(documentAddress(address), expect, signal);
      return { bytes: await this.#body(response, url), url };
    } catch (error) {
      if (error instanceof LoadProblem) throw error;
      const shown = shownAddress(address);
      if (signal.aborted && leftMs < timeoutMs)
        throw new LoadProblem(
          "network-too-slow",
          `${shown} was not read, because the documents of the network took longer than ${totalTimeoutMs} ms together`,
          raise("--total-timeout-ms"),
        );
      if (signal.aborted)
        throw new LoadProblem("document-too-slow", `${shown} took longer than ${timeoutMs} ms`, raise("--timeout-ms"));
      const reason = reasonOf(error);
      throw new LoadProblem("fetch-failed", `${shown} cannot be fetched: ${reason.message}`, hintForCode(reason.code));
    }
  }

  async #follow(
    address: string,
    expect: (redirected: string) => void,
    signal: AbortSignal,
  ): Promise<{ readonly response: Response; readonly url: string }> {
    let url = address;
    for (let redirects = 0; redirects <= mostRedirects; redirects++) {
      const response = await this.#request(url, signal);
      const location = response.headers.get("location");
      if (response.status < 300 || response.status > 399 || location === null) return { response, url };
      await response.body?.cancel();
      const next = redirected(location, url);
      expect(next);
      url = next;
    }
    throw new LoadProblem("redirects-too-many", `${shownAddress(address)} redirects more than ${mostRedirects} times`);
  }

  #request(url: string, signal: AbortSignal): Promise<Response> {
    const credentials = this.#credentials.get(new URL(url).origin);
    return fetch(url, {
      signal,
      redirect: "manual",
      headers: {
        accept: "text/xml, application/xml, */*",
        ...(credentials !== undefined && { authorization: credentials }),
      },
    });
  }

  async #body(response: Response, url: string): Promise<Uint8Array> {
    const { maxFileBytes } = this.limits;
    const shown = shownAddress(url);
    if (response.status !== 200 || response.body === null) {
      await response.body?.cancel();
      throw new LoadProblem("fetch-status", `${shown} returned status ${response.status}`, hintFor(response.status));
    }
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of response.body) {
      length += piece.length;
      if (length > maxFileBytes)
        throw new LoadProblem(
          "remote-too-large",
          `${shown} is larger than ${maxFileBytes} bytes`,
          raise("--max-file-bytes"),
        );
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  }
}

/** Returns a redirect's target. @throws LoadProblem for an invalid one, another scheme, and http after https. */
function redirected(location: string, from: string): string {
  const shown = shownAddress(from);
  if (!URL.canParse(location, from))
    throw new LoadProblem("redirect-malformed", `${shown} redirects to what is not an address`);
  const next = documentAddress(new URL(location, from).href);
  if (!isAddress(next))
    throw new LoadProblem("redirect-scheme", `${shown} redirects to ${shownAddress(next)}, which is not read`);
  if (from.startsWith("https:") && !next.startsWith("https:"))
    throw new LoadProblem(
      "redirect-unencrypted",
      `${shown} redirects to ${shownAddress(next)}, which is not encrypted`,
      isSameOrigin(from, next) ? undefined : "name that address itself if you trust it",
    );
  return next;
}

function hintFor(status: number): string | undefined {
  return status === 401 || status === 403 || status === 407
    ? "put user name and password into the address, or fetch the document yourself and pipe it in with -"
    : undefined;
}

/** The codes of OpenSSL for a certificate whose authority is unknown. */
function hintForCode(code: unknown): string | undefined {
  return /^(?:UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/.test(String(code))
    ? "set the environment variable NODE_EXTRA_CA_CERTS to a file with the certificate authority, in PEM"
    : undefined;
}

function reasonOf(error: unknown): { readonly message: string; readonly code?: unknown } {
  const cause = typeof error === "object" && error !== null && "cause" in error ? error.cause : undefined;
  const reason = cause ?? error;
  if (typeof reason !== "object" || reason === null || !("message" in reason)) return { message: String(reason) };
  return { message: String(reason.message), code: "code" in reason ? reason.code : undefined };
}

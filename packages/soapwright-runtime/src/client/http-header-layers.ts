/** Layers of additional HTTP headers: of a client, of `with` and of a call. Later layers override earlier ones. */
import { CredentialSource, type CredentialUse } from "./credential-source";
import { checkHttpHeaders } from "./option-checks";
import type { Asked, CredentialRequest, HttpHeaders } from "./option-types";

export type SourceOf = <T>(
  ask: (request: CredentialRequest) => Asked<unknown>,
  check: (option: string, value: unknown) => T,
) => CredentialSource<T>;

const checkLayer = (_option: string, value: unknown): HttpHeaders => checkHttpHeaders(value);

type Layer = HttpHeaders | CredentialSource<HttpHeaders>;

/** Layers of HTTP headers. A layer is an object, or a function that returns one. */
export class HttpHeaderLayers {
  static readonly none = new HttpHeaderLayers([]);

  readonly #layers: readonly Layer[];
  readonly fixed: HttpHeaders | undefined;
  readonly isAsked: boolean;

  private constructor(layers: readonly Layer[]) {
    this.#layers = layers;
    this.isAsked = layers.some((layer) => layer instanceof CredentialSource);
    const fixed = layers.filter((layer) => !(layer instanceof CredentialSource)) as HttpHeaders[];
    this.fixed = fixed.length === 0 ? undefined : fixed.reduce(headersOver);
  }

  with(
    headers: HttpHeaders | ((request: CredentialRequest) => Asked<unknown>) | undefined,
    sourceOf: SourceOf,
  ): HttpHeaderLayers {
    if (headers === undefined) return this;
    if (typeof headers === "function") return new HttpHeaderLayers([...this.#layers, sourceOf(headers, checkLayer)]);
    const last = this.#layers.at(-1);
    if (last === undefined || last instanceof CredentialSource) return new HttpHeaderLayers([...this.#layers, headers]);
    return new HttpHeaderLayers([...this.#layers.slice(0, -1), headersOver(last, headers)]);
  }

  async ask(call: CredentialUse): Promise<HttpHeaders> {
    let headers: HttpHeaders = {};
    for (const layer of this.#layers) {
      headers = headersOver(headers, layer instanceof CredentialSource ? await layer.get(call) : layer);
    }
    return headers;
  }
}

/** Returns merged headers. Names are case-insensitive (RFC 9110, 5.1). */
export function headersOver(before: HttpHeaders, over: HttpHeaders): HttpHeaders {
  const names = new Set(Object.keys(over).map((name) => name.toLowerCase()));
  const kept = Object.entries(before).filter(([name]) => !names.has(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...over };
}

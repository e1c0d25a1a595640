import type { Secrets } from "soapwright-runtime/extend";
import type { partsOf } from "soapwright-runtime/http";

type ClientParts = ReturnType<typeof partsOf>;

/** The names of a client's settings, for the remedies in findings. */
export interface SettingNames {
  /** Default: `endpoint`, with `baseUrl` on a client that takes a base URL. */
  readonly address?: string;
  /** Default: `quirks.namespaces`; `namespace` or `namespaceBaseUrl` on a client that takes a `baseUrl`. */
  readonly namespace?: string;
  /** Default: the credentials. */
  readonly credentials?: string;
  /** Default: `proxy`. */
  readonly proxy?: string;
}

/** A client with the inputs of its checks. */
export interface Subject extends ClientParts {
  readonly names: Required<SettingNames>;
  /** Secrets that the service was sent and may repeat in its pages. */
  readonly secrets: Secrets;
  readonly environment: Readonly<{ [name: string]: string | undefined }>;
}

/** What is examined. */
import type { ClientParts } from "soapwright-runtime/internal";

/** How the settings of a client are called where they are set: for what findings tell to do. */
export interface SettingNames {
  /** Default: `endpoint`, with `baseUrl` on a client that takes one. */
  readonly address?: string;
  /** Default: `namespaces`; `namespace` or `namespaceBaseUrl` on a client that takes a `baseUrl`. */
  readonly namespace?: string;
  /** Default: the credentials. */
  readonly credentials?: string;
  /** Default: `proxy`. */
  readonly proxy?: string;
}

/** A client with what its checks go by. */
export interface Subject extends ClientParts {
  readonly names: Required<SettingNames>;
  readonly environment: Readonly<{ [name: string]: string | undefined }>;
}

/** What is examined. */
import type { ClientParts } from "../client/service-client";

/** How the settings of a client are called where they are set: for what findings tell to do. */
export interface SettingNames {
  /** Default: `endpoint` or `baseUrl`. */
  readonly address?: string;
  /** Default: `namespace` or `namespaceBaseUrl`, `namespaces` on a generated client. */
  readonly namespace?: string;
  /** Default: the credentials. */
  readonly credentials?: string;
}

/** A client with what its checks go by. */
export interface Subject extends ClientParts {
  readonly names: Required<SettingNames>;
  readonly environment: Readonly<{ [name: string]: string | undefined }>;
}

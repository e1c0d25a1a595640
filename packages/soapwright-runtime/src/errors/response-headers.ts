/** The HTTP headers of a response that an error has. */

/** How services and gateways call the id of a request. */
export const REQUEST_ID_HEADERS = [
  "x-request-id",
  "request-id",
  "x-correlation-id",
  "correlation-id",
  "x-amzn-requestid",
  "x-amz-cf-id",
  "x-ms-request-id",
  "x-trace-id",
  "cf-ray",
] as const;

/** Headers that say nothing but technical things. */
export const TECHNICAL_HEADERS = [
  ...REQUEST_ID_HEADERS,
  "content-type",
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "connection",
  "date",
  "age",
  "retry-after",
  "server",
  "via",
  "x-powered-by",
  "x-aspnet-version",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "ratelimit",
  "ratelimit-policy",
  "traceparent",
  "server-timing",
] as const;

/**
 * Technical headers of a response, by their names in lower case, each cut to 256 characters. `set-cookie` is a list, one
 * text for each cookie: it may be a credential, so logs, `console` and JSON do not show it. `www-authenticate` has the names
 * of the schemes alone, as in `Negotiate, NTLM`.
 */
export type ResponseHeaders = { readonly [K in (typeof TECHNICAL_HEADERS)[number]]?: string } & {
  readonly "www-authenticate"?: string;
  readonly "set-cookie"?: readonly string[];
};

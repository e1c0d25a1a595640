/** The HTTP headers of a response that errors carry. */

/** The headers in which services and gateways send the id of a request. */
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

/** Names of technical headers, which contain no personal data. */
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
 * Technical headers of a response, by name in lower case, with values cut to 256 characters. `set-cookie` is a list
 * with one text for each cookie, which may be a credential: logs, `console` and JSON omit it. `www-authenticate` holds
 * only the names of the schemes, as in `Negotiate, NTLM`.
 */
export type ResponseHeaders = { readonly [K in (typeof TECHNICAL_HEADERS)[number]]?: string } & {
  readonly "www-authenticate"?: string;
  readonly "set-cookie"?: readonly string[];
};

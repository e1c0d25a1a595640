/** Credentials that must not appear in any failure. */
export const MARKERS = {
  username: "marker-user-7781",
  token: "marker-token-9f31",
  domain: "marker-domain-5c02",
} as const;

import { isIPv4 } from "node:net";

/** Whether a server that listens on `host` serves this machine alone: `localhost`, `::1` or one of 127.0.0.0/8. */
export function isLoopbackHost(host: string): boolean {
  return /^localhost$/i.test(host) || host === "::1" || (host.startsWith("127.") && isIPv4(host));
}

/**
 * Whether a host is this machine alone: `localhost` and names below it (RFC 6761, 6.3), `::1` with or without brackets, and
 * 127.0.0.0/8, also inside an IPv6 address (RFC 4291, 2.5.5.2).
 */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[([^[\]]*)\]$/, "$1").replace(/^::ffff:(?=[\d.]+$)/i, "");
  const [, high] = /^::ffff:([0-9a-f]{1,4}):[0-9a-f]{1,4}$/i.exec(name) ?? [];
  if (high !== undefined) return Number.parseInt(high, 16) >> 8 === 127;
  return (
    /^(?:.+\.)?localhost\.?$/i.test(name) || /^127(\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(name) || name === "::1"
  );
}

/** Whether a value of the HTTP header `Host`, which may end with a port, is a name of this machine alone. */
export function isLoopbackHost(host: string): boolean {
  return isLoopback(host.replace(/:\d{1,5}$/, ""));
}

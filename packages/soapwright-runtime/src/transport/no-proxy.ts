import { BlockList, isIP } from "node:net";
import { domainToASCII } from "node:url";
import type { Address } from "./address";

/**
 * Whether the list of `NO_PROXY` excludes `address`. Entries are separated by commas or blanks, as in curl and Go: `*`;
 * a name, with its subdomains, with or without a leading `.` or `*.`; an IP address; a range of addresses (RFC 4632,
 * RFC 4291: `10.0.0.0/8`, `2001:db8::/32`). Names and addresses may end with a port; an IPv6 address then needs
 * brackets.
 */
export function isExcluded(address: Pick<Address, "hostname" | "port">, list: string): boolean {
  const host = plainHost(address.hostname);
  return list.split(/[\s,]+/).some((entry) => entry !== "" && matches(entry.toLowerCase(), host, address.port));
}

function matches(entry: string, host: string, port: number): boolean {
  if (entry === "*") return true;
  const [, network, prefix] = /^([^/]*)\/(\d{1,3})$/.exec(entry) ?? [];
  if (network !== undefined) return isInRange(host, network, Number(prefix));
  const [name, itsPort] = splitPort(entry);
  if (itsPort !== undefined && Number(itsPort) !== port) return false;
  const plain = plainHost(name);
  if (isIP(host) !== 0) return contains(plain, isIP(plain) === 4 ? 32 : 128, host);
  const suffix = domainToASCII(plain.replace(/^\*?\./, ""));
  return suffix !== "" && (host === suffix || host.endsWith(`.${suffix}`));
}

/** The colons of an IPv6 address without brackets do not separate a port. */
function splitPort(entry: string): [name: string, port: string | undefined] {
  if (isIP(entry) !== 0) return [entry, undefined];
  const [, name, port] = /^(\[.*\]|[^:]*):(\d+)$/.exec(entry) ?? [];
  return name === undefined ? [entry, undefined] : [name, port];
}

/**
 * The host loses brackets, zone and trailing dot. An IPv4-mapped address (RFC 4291, 2.5.5.2) becomes an IPv4 address.
 */
function plainHost(hostname: string): string {
  const name = hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/%.*$/, "")
    .replace(/\.$/, "");
  return isIP(name) === 6 ? (mappedAddress(name) ?? name) : name;
}

function mappedAddress(address: string): string | undefined {
  const canonical = new URL(`http://[${address}]`).hostname;
  const [, high, low] = /^\[::ffff:([0-9a-f]+):([0-9a-f]+)\]$/.exec(canonical) ?? [];
  if (high === undefined || low === undefined) return undefined;
  return [high, low]
    .map((half) => Number.parseInt(half, 16))
    .flatMap((half) => [half >> 8, half & 0xff])
    .join(".");
}

function isInRange(host: string, network: string, prefix: number): boolean {
  const plain = plainHost(network);
  const isMapped = isIP(plain) === 4 && network.includes(":");
  return contains(plain, isMapped ? prefix - 96 : prefix, host);
}

function contains(network: string, prefix: number, host: string): boolean {
  const version = isIP(network);
  if (version === 0 || version !== isIP(host) || prefix < 0 || prefix > (version === 4 ? 32 : 128)) return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  const range = new BlockList();
  range.addSubnet(network, prefix, family);
  return range.check(host, family);
}

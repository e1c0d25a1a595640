import { lookup } from "node:dns/promises";
import { connect, isIP, type Socket } from "node:net";
import { isConnectionError } from "soapwright-runtime/errors";
import { problemOf } from "soapwright-runtime/extend";
import type { Connect, ProxySettings } from "soapwright-runtime/http";
import { codeOf, connectionFailure, tunnelConnector } from "soapwright-runtime/http";
import type { Finding } from "./diagnosis";
import { CheckError, type CheckResult, SkipError } from "./run-check";
import type { Subject } from "./subject";

/** Checks the proxy. The result is the tunnel of an `https:` service. @throws CheckError */
export async function checkProxy(
  subject: Subject,
  signal: AbortSignal,
): Promise<CheckResult & { readonly result?: Socket }> {
  const { address, proxy } = subject.settings;
  if (proxy === undefined) return { message: "The client uses no proxy.", findings: unusedProxies(subject) };
  const connect = tunnelConnector({ proxy, address, tls: subject.settings.tls });
  const target = {
    hostname: address.hostname,
    port: String(address.port),
    protocol: address.secure ? "https:" : "http:",
  };
  const socket = await connected(subject, signal, (onConnected) => connect(target, onConnected));
  if (address.secure) return { message: `${proxyText(proxy)} opens a tunnel to ${address.host}.`, result: socket };
  socket.destroy();
  return { message: `${proxyText(proxy)} accepts connections.` };
}

/** Notes proxy variables of the environment that this client does not use. */
function unusedProxies({ settings, environment }: Subject): Finding[] {
  const { address } = settings;
  const names = address.secure ? ["HTTPS_PROXY", "https_proxy"] : ["HTTP_PROXY", "http_proxy"];
  const name = names.find((each) => (environment[each] ?? "") !== "");
  if (name === undefined || address.loopback) return [];
  const message = `${name} is set, but this client does not use a proxy from the environment. Set proxy to "environment" if the service is behind it.`;
  return [{ severity: "note", code: "proxy-unused", message }];
}

function proxyText({ display }: ProxySettings): string {
  return `The proxy ${display}`;
}

export async function checkDns({ settings }: Subject): Promise<CheckResult> {
  const { address, proxy } = settings;
  if (proxy !== undefined) throw new SkipError("proxy-resolves", `${proxyText(proxy)} resolves the host.`);
  const host = address.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0) throw new SkipError("host-is-address", `${host} is an address already.`);
  const addresses = await lookup(host, { all: true }).catch((error: unknown) => {
    const text = `The host ${host} cannot be resolved (${codeOf(error)}). Check its name in ${address.display}, and the DNS of this machine.`;
    throw new CheckError("dns-failed", text);
  });
  return { message: `${host} is ${addresses.map((each) => each.address).join(", ")}.` };
}

/** Checks that the service's port accepts connections. The result is the socket. @throws CheckError */
export async function checkTcp(
  subject: Subject,
  signal: AbortSignal,
): Promise<CheckResult & { readonly result: Socket }> {
  const { address } = subject.settings;
  const host = address.hostname.replace(/^\[|\]$/g, "");
  const socket = await connected(subject, signal, (onConnected) => {
    const connecting = connect({ host, port: address.port });
    connecting.once("connect", () => onConnected(null, connecting));
    connecting.once("error", (error) => onConnected(error));
    return {
      destroy: (error) => connecting.destroy(error),
      onClosed: (listener) => connecting.once("close", listener),
    };
  });
  const place = `${socket.remoteAddress} port ${socket.remotePort}`;
  return { message: `${place} accepts connections.`, result: socket };
}

/** Returns the socket that `start` connects. Without an error listener, a late error would end the process. */
function connected(
  { settings, names }: Subject,
  signal: AbortSignal,
  start: (onConnected: Parameters<Connect>[1]) => ReturnType<Connect>,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const connecting = start((error, socket) => {
      if (socket !== undefined) {
        socket.on("error", () => {});
        if (signal.aborted) socket.destroy();
        resolve(socket);
      } else reject(new CheckError("no-connection", connectionMessage(error, names.proxy, settings)));
    });
    signal.addEventListener("abort", () => connecting.destroy(new Error("given up"), true));
  });
}

function connectionMessage(
  error: unknown,
  proxySetting: string,
  { address, connectTimeoutMs }: Subject["settings"],
): string {
  const place = { endpoint: address.display, secure: address.secure, connectTimeoutMs };
  const failure = connectionFailure(error, "no", place);
  const what = isConnectionError(failure) ? problemOf(failure) : failure.message;
  return failure.advice.some(({ action, option }) => action === "set" && option === "proxy")
    ? `${what} ${proxyCredentials(proxySetting)}`
    : `${what} Check the address, the port and the firewalls between here and there.`;
}

export function proxyCredentials(proxySetting: string): string {
  return `Put them into ${proxySetting}, as in http://user:password@proxy.example.`;
}

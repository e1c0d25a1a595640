import type { Socket } from "node:net";
import type { Definitions, LoadOptions } from "soapwright-contract";
import type { ServiceClient } from "soapwright-runtime";
import { ConfigurationError } from "soapwright-runtime/errors";
import { type CallSignal, Secrets } from "soapwright-runtime/extend";
import { partsOf, queryOf } from "soapwright-runtime/http";
import { checkCredentials, type Read } from "./credentials";
import type { Check, CheckName, Diagnosis, Finding, Skip } from "./diagnosis";
import { skipAfter, skipAfterSilence, worstOf } from "./diagnosis";
import { checkClock, checkHttp } from "./http";
import { checkContract, checkNamespaces } from "./live-contract";
import { checkDns, checkProxy, checkTcp } from "./network";
import { Checks } from "./run-check";
import type { SettingNames, Subject } from "./subject";
import { checkTls } from "./tls";

/** The options of `diagnose`. */
export interface DiagnoseOptions {
  /**
   * A call that only reads. Pass the options on to it: they limit its time and disable retries, so that no account is
   * locked. Any fault that is not about credentials shows that the service was reached. Default: the credentials are
   * not checked.
   */
  readonly read?: Read;
  /**
   * Path of the WSDL that the client was generated from, or the result of `loadDefinitions`. Default: the service's WSDL
   * is read, and not compared.
   */
  readonly wsdl?: string | Definitions;
  /** How that WSDL and the service's are read: the options that the client was generated with. Default: none. */
  readonly load?: LoadOptions;
  /** Time limit of each check. Unit: milliseconds. Default: 10,000. */
  readonly timeoutMs?: number;
  /** Names of the client's settings in findings. Default: the names of its options. */
  readonly settingNames?: SettingNames;
  /** The environment to search for proxies that the client does not use. Default: `process.env`. */
  readonly environment?: Readonly<{ [name: string]: string | undefined }>;
  /** Called when a check begins, with the address of the service. Default: nothing is called. */
  readonly onBegin?: (name: CheckName, endpoint: string) => void;
  /** Called with each check when it has ended, or was skipped. Default: nothing is called. */
  readonly onCheck?: (check: Check) => void;
  /**
   * Aborts the examination, which then rejects with an `AbortError`, or with a `TimeoutError` if the reason is a time-out,
   * as of `AbortSignal.timeout()`. Default: none.
   */
  readonly signal?: CallSignal;
}

const OWN_TRANSPORT: Skip = {
  reason: "own-transport",
  message: "The client sends its requests over a transport of its own.",
};

/**
 * Examines a client and its service: configuration, proxy, DNS, TCP, TLS, HTTP response, clock, the live WSDL against
 * the client's WSDL, credentials, namespaces. Checks run one after the other, each within `timeoutMs`. After a failed
 * check, later checks still run, or report why they are skipped. Nothing is written, and the result contains no secrets.
 * The client is used unchanged and not closed.
 *
 * @throws ConfigurationError for an invalid option, AbortError or TimeoutError when `signal` aborts. Problems of the
 * service are in the result.
 */
export async function diagnose<H>(client: ServiceClient<H>, options: DiagnoseOptions = {}): Promise<Diagnosis> {
  const { read, timeoutMs = 10_000, settingNames = {}, environment = process.env, signal } = options;
  if (!Number.isInteger(timeoutMs) || timeoutMs < 1 || timeoutMs > 600_000) {
    throw new ConfigurationError("timeoutMs takes a whole number of milliseconds from 1 to 600,000.", {
      reason: "time-limit-of-checks",
      option: "timeoutMs",
    });
  }
  const parts = partsOf(client);
  const { settings, service } = parts;
  const settingName = (option: string): string => settings.reader.inAdvice({ action: "check", option }) ?? option;
  const names = {
    address: settingName("endpoint"),
    namespace: settingName("quirks.namespaces"),
    credentials: settingName("auth"),
    proxy: settingName("proxy"),
    ...settingNames,
  };
  const secrets = new Secrets();
  for (const text of parts.secretTexts) secrets.add(text);
  secrets.addQuery(queryOf(settings.address));
  const subject: Subject = { ...parts, names, environment, secrets };
  const place = settings.address.display;
  const namespace = settings.rename(service.targetNamespace);
  const featured = settings.features
    .map(({ open }) => (open.label === undefined ? "" : `, with ${open.label}`))
    .join("");
  const checks = new Checks(timeoutMs, signal, {
    mask: (text) => secrets.namesMasker()(text),
    onBegin: (name) => options.onBegin?.(name, place),
    onCheck: (check) => options.onCheck?.(check),
  });
  await checks.run("configuration", "The configuration was not read", async () => ({
    message: `The client posts SOAP ${settings.soapVersion} to ${place}, in the namespace ${namespace}${featured}.`,
    findings: configurationFindings(subject),
  }));
  await checkNetwork(subject, checks);
  const blocked = settings.transport === undefined ? checks.firstFailed("proxy", "dns", "tcp", "tls") : undefined;
  const skipReason = blocked === undefined ? undefined : skipAfter(blocked);
  const served =
    skipReason !== undefined || settings.transport !== undefined
      ? checks.skip("http", skipReason ?? OWN_TRANSPORT)
      : await checks.run("http", `${place} did not respond to a GET`, (signal) => checkHttp(subject, signal));
  await checks.run("clock", "The clocks were not compared", () => checkClock(served));
  const contract = await checks.run("contract", "The service's WSDL was not read", (signal) =>
    checkContract(subject, { wsdl: options.wsdl, load: options.load ?? {} }, served, signal),
  );
  // A service that hangs is waited for once.
  const silent = checks.hasTimedOut("http") ? skipAfterSilence() : undefined;
  const notCalled = skipReason ?? silent;
  const outcome =
    notCalled !== undefined
      ? checks.skip("credentials", notCalled)
      : await checks.run("credentials", `${place} did not respond to a call`, (signal) =>
          checkCredentials(subject, read, timeoutMs, signal),
        );
  await checks.run("namespaces", "The namespaces were not compared", () => checkNamespaces(subject, contract, outcome));
  return {
    outcome: worstOf(checks.all.map((check) => check.outcome)),
    service: service.name,
    endpoint: place,
    namespace,
    soapVersion: settings.soapVersion,
    checks: checks.all,
  };
}

function configurationFindings({ settings, names }: Subject): Finding[] {
  const { address } = settings;
  if (address.secure || address.loopback) return [];
  const message = `The address is plain http:, so that credentials and personal data travel readable. Check ${names.address}.`;
  return [{ severity: "warning", code: "plain-http", message }];
}

/** The checks of the connection. The socket is closed at the end, because calls open their own. */
async function checkNetwork(subject: Subject, checks: Checks): Promise<void> {
  const { settings } = subject;
  const { address, proxy } = settings;
  if (settings.transport !== undefined) {
    for (const name of ["proxy", "dns", "tcp", "tls"] as const) checks.skip(name, OWN_TRANSPORT);
    return;
  }
  let socket: Socket | undefined;
  try {
    const noProxy = proxy === undefined ? "" : `The proxy ${proxy.display} did not connect`;
    socket = await checks.run("proxy", noProxy, (signal) => checkProxy(subject, signal));
    await checks.run("dns", `The host ${address.hostname} was not resolved`, () => checkDns(subject));
    const before = checks.firstFailed("proxy", "dns");
    if (proxy !== undefined) {
      const message = `The proxy ${proxy.display} connects to the service.`;
      checks.skip("tcp", { reason: "proxy-connects", message });
    } else if (before !== undefined) checks.skip("tcp", skipAfter(before));
    else {
      socket = await checks.run("tcp", `${address.host} did not accept a connection`, (signal) =>
        checkTcp(subject, signal),
      );
    }
    const opened = socket;
    const late = `${address.host} did not finish the TLS handshake`;
    await checks.run("tls", late, (signal) => checkTls(subject, opened, signal));
  } finally {
    socket?.destroy();
  }
}

import {
  type CallOptions,
  createService,
  type DocumentedVersion,
  type Environment,
  type ServiceClient,
} from "soapwright-runtime";
import { isConfigurationError, isServiceError } from "soapwright-runtime/errors";
import { partsOf } from "soapwright-runtime/http";
import { jsonText, printable } from "soapwright-runtime/xsd";
import { wayOf } from "../call-result";
import { CommandEnd } from "../command-end";
import { CheckLines, diagnose, diagnosisTitle, findingsOf, summaryOf } from "../doctor";
import type { Read } from "../doctor/credentials";
import type { Check, CheckName } from "../doctor/diagnosis";
import { exitCodes } from "../exit-codes";
import type { Terminal } from "../terminal";
import { limitText, WaitNote } from "../wait-note";
import type { ClientFlags } from "./client-flags";
import { checkEndpoint, flagsFor } from "./client-flags";
import { complaintOf } from "./complaint";
import { readCallOf, type SubjectId } from "./doctor-read";
import { clientSettings } from "./open-client";
import { labelOf, situationOf } from "./option-labels";
import type { ServiceCommand } from "./service-command";

export interface DoctorFlags extends ClientFlags {
  readonly interface?: string;
  readonly failOn: "warning" | "error";
  readonly json?: true;
}

interface VersionDiagnosis {
  readonly version: string;
  readonly outcome: "ok" | "warning" | "error" | "skipped";
  readonly endpoint?: string;
  readonly namespace?: string;
  readonly soapVersion?: string;
  readonly checks: readonly Check[];
}

const CHECK_MS = 10_000;

/** Examines the versions and prints what is wrong. Rejects with a `CommandEnd` unless all is well. */
export async function examine(command: ServiceCommand, terminal: Terminal, flags: DoctorFlags): Promise<void> {
  const { environment, out } = terminal;
  const isJson = flags.json === true;
  const chosen = command.product.versions.filter(
    ({ version }) => flags.interface === undefined || version.name === flags.interface,
  );
  checkEndpoint(command, flags, flags.interface);
  const isAlone = chosen.length === 1 || chosen.every((client) => !isConfigured(client, environment));
  const reports = chosen.map((client) => new VersionReport(client.version.name, terminal, isJson));
  const examinations = chosen.map(async (client, part) => {
    const report = reports[part]!;
    try {
      if (isAlone || isConfigured(client, environment))
        await examineVersion(command, client, report, flagsFor(client.version, flags.interface, flags), terminal);
      else {
        report.begin();
        report.add(leftOut(client));
      }
    } finally {
      report.end();
    }
  });
  const settled = Promise.allSettled(examinations);
  for (const [part, examination] of examinations.entries()) {
    if (!isJson) reports[part]!.print(out);
    await examination.catch(() => {});
  }
  const examined = await settled;
  const failures = examined.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
  for (const error of failures) if (!(isServiceError(error) && error.code === "ABORTED")) throw error;
  const isStopped = failures.length > 0;
  const seen = reports.map((report) => report.diagnosis);
  const findings = findingsOf(seen);
  const severities = findings.map(({ severity }) => severity);
  const exitCode = severities.includes("error") ? 1 : severities.includes("warning") ? 8 : 0;
  if (isJson) {
    const outcome = isStopped ? "stopped" : exitCode === 1 ? "error" : exitCode === 8 ? "warning" : "ok";
    await out(`${jsonText({ outcome, versions: seen }, 2)}\n`);
  } else if (!isStopped || findings.length > 0) await out(`${summaryOf(findings)}\n`);
  if (isStopped) throw new CommandEnd(exitCodes.stopped, "The doctor was stopped before it had seen everything.");
  if (exitCode === 1 || (exitCode === 8 && flags.failOn === "warning")) throw new CommandEnd(exitCode);
}

/** The result for one version, as data and as text. */
class VersionReport {
  facts: Pick<VersionDiagnosis, "endpoint" | "namespace" | "soapVersion"> = {};
  readonly #lines = new CheckLines(printable);
  readonly #note: WaitNote;
  readonly #version: string;
  readonly #checks: Check[] = [];
  #isOver = false;
  #text = "";
  #write: (text: string) => unknown = (text) => {
    this.#text += text;
  };

  constructor(version: string, terminal: Terminal, isJson: boolean) {
    this.#version = version;
    this.#note = new WaitNote(terminal, isJson);
  }

  get diagnosis(): VersionDiagnosis {
    const outcomes = this.#checks.map(({ outcome }) => outcome);
    const outcome = (["error", "warning", "ok"] as const).find((each) => outcomes.includes(each)) ?? "skipped";
    return { version: this.#version, outcome, ...this.facts, checks: this.#checks };
  }

  /** Prints the text so far, and further text as it comes. */
  print(out: Terminal["out"]): void {
    if (this.#text !== "") out(this.#text);
    this.#write = out;
  }

  begin(endpoint?: string): void {
    if (endpoint !== undefined) this.facts = { endpoint };
    this.#write(diagnosisTitle(this.#version, endpoint, printable));
  }

  waits(name: CheckName, way: string, limitMs: number): void {
    this.#note.begin(
      () => `Waiting for the check ${name} of ${this.#version}: ${way}, time limit ${limitText(limitMs)}.`,
    );
  }

  add(check: Check): void {
    this.#note.end();
    if (this.#isOver) return;
    this.#checks.push(check);
    const lines = this.#lines.add(check);
    if (lines !== "") this.#write(lines);
  }

  end(): void {
    this.#note.end();
    this.#isOver = true;
    this.#write(`${this.#lines.end()}\n`);
  }
}

async function examineVersion(
  command: ServiceCommand,
  client: DocumentedVersion,
  report: VersionReport,
  flags: DoctorFlags,
  terminal: Terminal,
): Promise<void> {
  const { environment, signal } = terminal;
  const { version } = client;
  const Client = await command.classOf(version);
  const situation = situationOf(command, terminal);
  let service: ServiceClient;
  try {
    service = createService(version, Client, clientSettings(command, version, flags, environment));
  } catch (error) {
    if (!isConfigurationError(error)) throw error;
    const { line } = complaintOf(error, situation);
    report.begin();
    for (const check of misconfigured(line.replace(/^error: /, ""))) report.add(check);
    return;
  }
  try {
    const { subject, wsdlOf } = command.product;
    const wsdl = wsdlOf?.(version.wsdl);
    const id = subject && { argument: subject.argument, value: Reflect.get(flags, subject.option.attributeName()) };
    const read = readOf(client, service, id);
    const settingNames = { ...settingNamesOf(client), proxy: labelOf("proxy", situation) ?? "proxy" };
    const timeoutMs = flags.timeout ?? CHECK_MS;
    const way = wayOf(service);
    report.begin(partsOf(service).settings.address.display);
    const { endpoint, namespace, soapVersion } = await diagnose(service, {
      timeoutMs,
      settingNames,
      environment,
      onBegin: (name) => report.waits(name, way, timeoutMs),
      onCheck: (check) => report.add(check),
      ...(wsdl === undefined ? {} : { wsdl }),
      ...(read === undefined ? {} : { read }),
      ...(signal === undefined ? {} : { signal }),
    });
    report.facts = { endpoint, namespace, soapVersion };
  } finally {
    await service.close({ force: true });
  }
}

function readOf(client: DocumentedVersion, service: object, id: SubjectId | undefined): Read | undefined {
  const call = readCallOf(client, id);
  if (call === undefined) return undefined;
  const method = Reflect.get(service, call.operation.method) as (
    args: unknown,
    options: CallOptions<never>,
  ) => PromiseLike<unknown>;
  return (options) => method.call(service, call.args, options);
}

function settingNamesOf({ version }: DocumentedVersion): { address: string; namespace: string; credentials: string } {
  const { variables, header } = version;
  const named = (...options: readonly string[]): string =>
    options.flatMap((option) => variables[option] ?? []).join(" and ");
  return {
    address: named("baseUrl", "endpoint"),
    namespace: named("namespaceBaseUrl", "namespace"),
    credentials: named(...(header?.children ?? []).map(({ option }) => option)) || "the credentials",
  };
}

const later: CheckName[] = ["proxy", "dns", "tcp", "tls", "http", "clock", "contract", "credentials", "namespaces"];

/** Without a client, no other check is possible. */
function misconfigured(message: string): Check[] {
  const finding = { severity: "error", code: "configuration", message } as const;
  const first: Check = { name: "configuration", outcome: "error", message, findings: [finding], elapsedMs: 0 };
  return [first, ...later.map((name) => skipped(name, "It is not made, because the check of configuration failed."))];
}

function isConfigured({ version }: DocumentedVersion, environment: Environment): boolean {
  const names = requiredVariables(version);
  return names.length === 0 || names.some((name) => (environment[name] ?? "") !== "");
}

function leftOut({ version }: DocumentedVersion): Check {
  const text = `The version is not examined, because its credentials are not set: ${requiredVariables(version).join(", ")}.`;
  return skipped("configuration", text);
}

function requiredVariables({ header, variables }: DocumentedVersion["version"]): string[] {
  const children = (header?.children ?? []).filter(({ required }) => required);
  return children.flatMap(({ option }) => variables[option] ?? []);
}

function skipped(name: CheckName, message: string): Check {
  return { name, outcome: "skipped", message, findings: [], elapsedMs: 0 };
}

/** The command `doctor`: examines configuration, network, service and contract of each version. */

import { type Command, InvalidArgumentError } from "commander";
import { clients } from "../../generated/clients";
import { versions } from "../../generated/versions";
import { type Check, type CheckName, diagnose, type Read } from "../doctor/index";
import { createService, type Environment, readEnvironment, type VersionClient } from "../employee-service";
import type { EmployeeServiceOptions } from "../index";
import { type CallOptions, isConfigurationError } from "../runtime";
import { CommandEnd } from "./command-end";
import { readCallOf } from "./doctor-read";
import { diagnosisText, findingsOf, type VersionDiagnosis } from "./doctor-text";
import type { Terminal } from "./terminal";

interface DoctorFlags {
  readonly interface?: string;
  readonly employeeId?: number;
  readonly timeout: number;
  readonly proxy?: string;
  readonly json?: true;
}

/** Adds the command to a program. */
export function addDoctorCommand(program: Command, terminal: Terminal): void {
  program
    .command("doctor")
    .description(
      "check configuration, network, certificates, credentials and the service's WSDL, and say what is wrong",
    )
    .option("--interface <version>", `version of the interface: ${versions.map(({ name }) => name).join(", ")}`, known)
    .option(
      "--employee-id <number>",
      "the employee to read, once for each version (default: 0, whom nobody knows)",
      int,
    )
    .option("--timeout <milliseconds>", "longest time for each check", milliseconds, 10_000)
    .option("--proxy <address>", 'proxy to go through, or "environment" for HTTPS_PROXY, HTTP_PROXY and NO_PROXY')
    .option("--json", "print JSON instead of text")
    .addHelpText(
      "after",
      "\nExit code: 0 when nothing is wrong, 1 when there is an error, 8 when there are warnings alone.\n",
    )
    .action((flags: DoctorFlags) => examine(terminal, flags));
}

async function examine({ environment, out }: Terminal, flags: DoctorFlags): Promise<void> {
  const chosen = clients.filter(({ version }) => flags.interface === undefined || version.name === flags.interface);
  const isAlone = chosen.length === 1 || chosen.every((client) => !isConfigured(client, environment));
  const seen = await Promise.all(
    chosen.map((client) =>
      isAlone || isConfigured(client, environment) ? diagnosisOf(client, environment, flags) : leftOut(client),
    ),
  );
  const severities = findingsOf(seen).map(({ severity }) => severity);
  const exitCode = severities.includes("error") ? 1 : severities.includes("warning") ? 8 : 0;
  out(
    flags.json ? `${JSON.stringify({ outcome: outcomeOf(exitCode), versions: seen }, null, 2)}\n` : diagnosisText(seen),
  );
  if (exitCode !== 0) throw new CommandEnd(exitCode);
}

function outcomeOf(exitCode: 0 | 1 | 8): "ok" | "warning" | "error" {
  if (exitCode === 0) return "ok";
  return exitCode === 1 ? "error" : "warning";
}

async function diagnosisOf(
  client: VersionClient,
  environment: Environment,
  flags: DoctorFlags,
): Promise<VersionDiagnosis> {
  const { version, Client } = client;
  let service: InstanceType<typeof Client>;
  try {
    const options = readEnvironment<EmployeeServiceOptions>(versions, version.name, environment);
    service = createService(version, Client, {
      ...options,
      ...(flags.proxy === undefined ? {} : { proxy: flags.proxy }),
    });
  } catch (error) {
    if (!isConfigurationError(error)) throw error;
    return misconfigured(version.name, error.message);
  }
  try {
    const read = readOf(client, service, flags.employeeId ?? 0);
    const settingNames = settingNamesOf(client);
    const { timeout: timeoutMs } = flags;
    const { endpoint, namespace, soapVersion, outcome, checks } = await diagnose(service, {
      timeoutMs,
      settingNames,
      environment,
      ...(read === undefined ? {} : { read }),
    });
    return { version: version.name, outcome, endpoint, namespace, soapVersion, checks };
  } finally {
    await service.close({ force: true });
  }
}

function readOf(client: VersionClient, service: object, employeeId: number): Read | undefined {
  const call = readCallOf(client, employeeId);
  if (call === undefined) return undefined;
  const method = Reflect.get(service, call.operation.method) as (
    args: unknown,
    options: CallOptions<never>,
  ) => PromiseLike<unknown>;
  return (options) => method.call(service, call.args, options);
}

/** The variables, by what findings tell to check. */
function settingNamesOf({ version }: VersionClient): { address: string; namespace: string; credentials: string } {
  const { variables, header } = version;
  const named = (...options: readonly string[]): string =>
    options.flatMap((option) => variables[option] ?? []).join(" and ");
  return {
    address: named("baseUrl", "endpoint"),
    namespace: named("namespaceBaseUrl", "namespace"),
    credentials: named(...(header?.children ?? []).map(({ option }) => option)) || "the credentials",
  };
}

const later: readonly CheckName[] = [
  "proxy",
  "dns",
  "tcp",
  "tls",
  "http",
  "clock",
  "contract",
  "credentials",
  "namespaces",
];

/** Without a client nothing else can be looked at. */
function misconfigured(version: string, message: string): VersionDiagnosis {
  const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
  const finding = { severity: "error", code: "configuration", message: sentence } as const;
  const first: Check = {
    name: "configuration",
    outcome: "error",
    message: sentence,
    findings: [finding],
    elapsedMs: 0,
  };
  const rest = later.map((name) => skipped(name, "It is not made, because the check of configuration failed."));
  return { version, outcome: "error", checks: [first, ...rest] };
}

/** Whether any of the credentials that the version needs is set. */
function isConfigured({ version }: VersionClient, environment: Environment): boolean {
  const names = requiredVariables(version);
  return names.length === 0 || names.some((name) => (environment[name] ?? "") !== "");
}

function leftOut({ version }: VersionClient): VersionDiagnosis {
  const text = `The version is not examined, because its credentials are not set: ${requiredVariables(version).join(", ")}.`;
  return { version: version.name, outcome: "skipped", checks: [skipped("configuration", text)] };
}

function requiredVariables({ header, variables }: VersionClient["version"]): string[] {
  const children = (header?.children ?? []).filter(({ required }) => required);
  return children.flatMap(({ option }) => variables[option] ?? []);
}

function skipped(name: CheckName, message: string): Check {
  return { name, outcome: "skipped", message, findings: [], elapsedMs: 0 };
}

function known(text: string): string {
  const names = versions.map(({ name }) => name);
  if (!names.includes(text)) throw new InvalidArgumentError(`It must be one of ${names.join(", ")}.`);
  return text;
}

function int(text: string): number {
  const value = Number(text);
  if (!/^[+-]?\d{1,10}$/.test(text) || value !== (value | 0)) {
    throw new InvalidArgumentError("It must be an integer that fits in 32 bits.");
  }
  return value;
}

function milliseconds(text: string): number {
  const value = Number(text);
  if (!/^\d{1,6}$/.test(text) || value < 1 || value > 600_000) {
    throw new InvalidArgumentError("It must be a whole number of milliseconds from 1 to 600000.");
  }
  return value;
}

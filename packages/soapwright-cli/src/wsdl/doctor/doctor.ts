/** `doctor`: a temporary client from the WSDL's tables, which `soapwright-cli/doctor` examines. */

import type { Definitions, LoadOptions } from "soapwright-contract";
import { buildTables, digest, loadModel, Report } from "soapwright-contract";
import { exitCode, type Streams } from "soapwright-contract/flags";
import { addressing, attachments } from "soapwright-features";
import { ServiceClient } from "soapwright-runtime";
import type { ServiceNode } from "soapwright-runtime/tables";
import { jsonText, printable } from "soapwright-runtime/xsd";
import { CheckLines, diagnose, diagnosisTitle, findingsOf, summaryOf } from "../../doctor";
import type { Read } from "../../doctor/credentials";
import type { Diagnosis } from "../../doctor/diagnosis";
import { limitText, WaitNote } from "../../index";
import { isInputProblem, readSecurityFile } from "../security-file";

export interface DoctorOptions {
  readonly endpoint?: string;
  readonly service?: string;
  readonly soapVersion?: "1.1" | "1.2";
  readonly proxy?: string;
  readonly read?: string;
  readonly arguments?: string;
  readonly security?: string;
  readonly checkTimeoutMs: number;
  readonly json?: boolean;
  readonly failOn: "warning" | "error";
  readonly load: LoadOptions;
}

/** Exit code for warnings alone, as in the doctor of a client's command. */
const onlyWarnings = 8;

type Examined = Diagnosis & { readonly name: string };

/** Examines the live service of a WSDL and prints the findings. Resolves to the exit code. */
export async function doctor(wsdl: string, options: DoctorOptions, streams: Streams): Promise<number> {
  const report = new Report(streams, { quiet: true, ...options });
  const refuse = (message: string): number => {
    report.error(message);
    return exitCode.usage;
  };
  const { model, definitions, diagnostics, read } = await loadModel(wsdl, options.load);
  if (model === undefined || definitions === undefined) {
    report.diagnostics(diagnostics);
    return exitCode.failure;
  }
  const all = await buildTables(model, { sha256: digest(read) });
  const services = all.filter(({ name }) => options.service === undefined || name === options.service);
  const names = all.map(({ name }) => name).join(", ");
  if (services.length === 0) return refuse(`The WSDL has no service ${options.service}. It has ${names}.`);
  if (services.length > 1 && options.endpoint !== undefined)
    return refuse(`The WSDL has several services: ${names}. Name the one at the endpoint with --service.`);
  const problem = readProblem(services, options);
  if (problem !== undefined) return refuse(problem);
  const diagnoses: Examined[] = [];
  try {
    for (const service of services) diagnoses.push(await examined(service, definitions, options, streams));
  } catch (error) {
    if (!isInputProblem(error)) throw error;
    return refuse((error as Error).message);
  }
  const findings = findingsOf(diagnoses);
  const severities = findings.map(({ severity }) => severity);
  const skipped = diagnoses
    .flatMap(({ checks }) => checks)
    .find(({ name, outcome }) => name === "credentials" && outcome === "skipped");
  const unread = options.read === undefined ? undefined : skipped;
  const isWell = !severities.includes("error") && unread !== undefined;
  // Without the read, "nothing is wrong" would be false.
  const summary = isWell && findings.length === 0 ? "" : `${summaryOf(findings)}\n`;
  streams.out(options.json ? `${jsonText({ services: diagnoses }, 2)}\n` : summary);
  if (severities.includes("error")) return exitCode.failure;
  if (isWell) return refuse(`${options.read} was not called. ${unread.message}`);
  return severities.includes("warning") && options.failOn === "warning" ? onlyWarnings : exitCode.success;
}

function readProblem(services: readonly ServiceNode[], options: DoctorOptions): string | undefined {
  const { read, security } = options;
  if (read === undefined) {
    const idle = security !== undefined ? "--security" : options.arguments !== undefined ? "--arguments" : undefined;
    return idle && `${idle} is for a call: name an operation that only reads with --read.`;
  }
  const all = services.flatMap(({ operations }) => operations.map(({ name }) => name));
  if (!all.includes(read)) return `The WSDL has no operation ${read}. It has ${all.slice(0, 20).join(", ")}.`;
  try {
    argumentsOf(options);
  } catch {
    return "--arguments is not JSON.";
  }
  return undefined;
}

function argumentsOf(options: DoctorOptions): unknown {
  return options.arguments === undefined ? {} : JSON.parse(options.arguments);
}

async function securityOf(file: string) {
  const { security } = await import("soapwright-features/security");
  return security(readSecurityFile(file));
}

async function examined(
  service: ServiceNode,
  wsdl: Definitions,
  options: DoctorOptions,
  streams: Streams,
): Promise<Examined> {
  const { endpoint, soapVersion, proxy, checkTimeoutMs, security } = options;
  const operation = service.operations.find(({ name }) => name === options.read);
  const client = new (class Examined extends ServiceClient {
    get read(): Read | undefined {
      return operation && ((callOptions) => this.call(operation as never, argumentsOf(options) as never, callOptions));
    }
  })(
    service,
    {
      features: security === undefined ? [] : [await securityOf(security)],
      endpoint,
      soapVersion,
      proxy,
      // A plain HTTP address is a finding, not an error.
      allowInsecure: true,
    },
    [addressing(), attachments()],
  );
  const note = new WaitNote(streams, options.json === true);
  const out = (text: string): void => {
    if (options.json !== true) streams.out(text);
  };
  const lines = new CheckLines(printable);
  try {
    const diagnosis = await diagnose(client, {
      ...(client.read && { read: client.read }),
      wsdl,
      load: options.load,
      timeoutMs: checkTimeoutMs,
      settingNames: {
        proxy: "--proxy",
        address: "--endpoint",
        namespace: "the WSDL that you named",
        credentials: "--security",
      },
      onBegin(check, place) {
        if (check === "configuration") out(diagnosisTitle(service.name, place, printable));
        const limit = limitText(checkTimeoutMs);
        note.begin(() => `Waiting for the check ${check} of ${service.name}: ${place}, time limit ${limit}.`);
      },
      onCheck(check) {
        note.end();
        out(lines.add(check));
      },
    });
    out(`${lines.end()}\n`);
    return { name: service.name, ...diagnosis };
  } finally {
    note.end();
    await client.close({ force: true });
  }
}

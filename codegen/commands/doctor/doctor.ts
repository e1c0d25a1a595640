/** `doctor`: a client of the WSDL's tables, made for the moment, and the run time's doctor for it. */
import { jsonText, printable } from "../../../src/printable";
import type { LoadOptions } from "../../load/options";
import { type OwnDoctor, ownDoctor, ownRuntime, type ServiceNode } from "../../own-runtime";
import { digest, loadModel } from "../../pipeline";
import { buildTables } from "../../tables/build-tables";
import { Report } from "../report";
import { exitCode, type Streams } from "../streams";

/** What is examined, and how. */
export interface DoctorOptions {
  readonly endpoint?: string;
  readonly service?: string;
  readonly soapVersion?: "1.1" | "1.2";
  readonly proxy?: string;
  readonly checkTimeoutMs: number;
  readonly json?: boolean;
  readonly failOn: "warning" | "error";
  readonly load: LoadOptions;
}

/** Warnings alone have an exit code of their own, as in the doctor of a client's command. */
const onlyWarnings = 8;

type Examined = Awaited<ReturnType<OwnDoctor["diagnose"]>> & { readonly name: string };

/** Examines the live service of a WSDL and prints what is wrong. Resolves to the exit code. */
export async function doctor(wsdl: string, options: DoctorOptions, streams: Streams): Promise<number> {
  const report = new Report(streams, { quiet: true, ...options });
  const refuse = (message: string): number => {
    report.error(message);
    return exitCode.usage;
  };
  const { model, diagnostics, read } = await loadModel(wsdl, options.load);
  if (model === undefined) {
    report.diagnostics(diagnostics);
    return exitCode.failure;
  }
  const all = buildTables(model, { sha256: digest(read) });
  const services = all.filter(({ name }) => options.service === undefined || name === options.service);
  const names = all.map(({ name }) => name).join(", ");
  if (services.length === 0) return refuse(`The WSDL has no service ${options.service}. It has ${names}.`);
  if (services.length > 1 && options.endpoint !== undefined)
    return refuse(`The WSDL has several services: ${names}. Name the one at the endpoint with --service.`);
  const seen: Examined[] = [];
  try {
    for (const service of services) seen.push(await examined(service, options));
  } catch (error) {
    if ((error as { code?: unknown }).code !== "CONFIGURATION") throw error;
    return refuse((error as Error).message);
  }
  const { diagnosisText, findingsOf } = ownDoctor();
  streams.out(options.json ? `${jsonText({ services: seen }, 2)}\n` : diagnosisText(seen, printable));
  const severities = findingsOf(seen).map(({ severity }) => severity);
  if (severities.includes("error")) return exitCode.failure;
  return severities.includes("warning") && options.failOn === "warning" ? onlyWarnings : exitCode.success;
}

async function examined(service: ServiceNode, options: DoctorOptions): Promise<Examined> {
  const { endpoint, soapVersion, proxy, checkTimeoutMs } = options;
  const { ServiceClient } = ownRuntime();
  const client = new (class Examined extends ServiceClient {})(service, {
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(soapVersion === undefined ? {} : { soapVersion }),
    ...(proxy === undefined ? {} : { proxy }),
    // No credentials are sent; that the address is plain is a finding.
    allowInsecure: true,
  });
  try {
    const settingNames = { address: "--endpoint", namespace: "the WSDL that you named" };
    const diagnosis = await ownDoctor().diagnose(client, { timeoutMs: checkTimeoutMs, settingNames });
    return { name: service.name, ...diagnosis };
  } finally {
    await client.close({ force: true });
  }
}

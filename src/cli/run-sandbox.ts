/** What `sandbox` runs, loaded by `import()` when it begins. */
import { writeFileSync } from "node:fs";
import { dirname, relative, resolve, sep } from "node:path";
import { exportLines, type Terminal, UsageError } from "soapwright-cli";
import { printable, printableLines, type SafeText, safeLine } from "soapwright-runtime/xsd";
import { recordedCalls } from "soapwright-sandbox";
import { versions } from "../../generated/versions";
import { checkedEmployeeData } from "../sandbox/employee-records";
import employees from "../sandbox/employees.json";
import { fittingData } from "../sandbox/fit-data";
import { startSandbox } from "../sandbox/start-sandbox";
import { ownFile } from "../service/own-files";
import { CONTROL_TOKEN, type SandboxFlags } from "./sandbox-flags";

export { startSandbox } from "../sandbox/start-sandbox";
export { dataSchema } from "./data-schema";

export async function runSandbox(terminal: Terminal, flags: SandboxFlags): Promise<void> {
  const {
    strict = false,
    compression,
    latency,
    controlToken = terminal.environment[CONTROL_TOKEN] || undefined,
    ...options
  } = flags;
  const sandbox = await startSandbox({
    ...options,
    strict,
    ...(controlToken === undefined ? {} : { controlToken }),
    ...(compression === true ? { http: { compression } } : {}),
    ...(latency === undefined ? {} : { latencyMs: latency }),
    keepAlive: true,
    log: (line) => terminal.err(safeLine`${line}\n`),
  });
  await terminal.out(`${sandbox.url}\n`);
  const exports = exportLines(versions, (option, { header }) =>
    option === "baseUrl" ? sandbox.url : header?.children.find((child) => child.option === option)?.sandbox,
  );
  terminal.err(
    printableLines(
      `Sandbox of the employee service, ${contentOf(flags)}. Interrupt it to stop. To call it:\n${exports}` +
        `Its page shows every exchange and lets you inject errors: ${sandbox.url}/\n`,
    ),
  );
  await terminal.stopped();
  await sandbox.close();
}

const MOST_CALLS = 20;

/** Of recordings, these are the calls, because their arguments were replaced. */
function contentOf({ data, replay }: SandboxFlags): string {
  if (replay === undefined) return data === undefined ? "employees 1001 to 1006" : `employees of ${data}`;
  const calls = versions.flatMap((version) =>
    recordedCalls(replay, version).map(
      ({ operation, args }) => `  ${printable(`${version.name} ${operation} ${args}`)}\n`,
    ),
  );
  const more = calls.length > MOST_CALLS ? `  and ${(calls.length - MOST_CALLS).toLocaleString("en-US")} more\n` : "";
  return `with the recordings of ${replay}, which respond to:\n${calls.slice(0, MOST_CALLS).join("")}${more}Every other call gets a fault`;
}

/** Returns a message about the file. Throws `UsageError` if it exists or cannot be written. */
export function writeData(file: string): SafeText {
  const schema = schemaFrom(dirname(resolve(file)));
  const data = fittingData(versions, checkedEmployeeData(employees), () => {});
  const content = { ...(schema === undefined ? {} : { $schema: schema }), ...data };
  try {
    writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`, { flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") {
      throw new UsageError(`--write-data does not replace ${file}, which exists. Choose another name.`);
    }
    throw new UsageError(`--write-data cannot write ${file}: ${(error as Error).message}.`);
  }
  return safeLine`Wrote ${file}. Edit it, and start the sandbox with: employee-service sandbox --data ${file}\n`;
}

/** The path is from `folder`, for editors; undefined if the package has no schema. */
function schemaFrom(folder: string): string | undefined {
  const file = ownFile("sandbox-data.schema.json");
  if (file === undefined) return undefined;
  const path = relative(folder, file).split(sep).join("/");
  return path.startsWith(".") ? path : `./${path}`;
}

/** The commands of `employee-service`. */
import { Command, InvalidArgumentError } from "commander";
import { createEmployeeServiceV3, createEmployeeServiceV21, type Environment, optionsFromEnvironment } from "../index";
import { startSandbox } from "../sandbox/employees/start-sandbox";
import { addressColumns, costCenterColumns } from "./columns";
import { type Column, tableText } from "./table";

/** Where a command reads and writes. */
export interface Terminal {
  readonly environment: Environment;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Resolves when the sandbox is to stop. */
  readonly stopped: () => Promise<void>;
}

/** The program, ready to parse arguments. Its actions reject with the errors of the calls. */
export function buildProgram(terminal: Terminal): Command {
  const program = new Command("employee-service")
    .description("Calls the employee service. Address and credentials come from the environment.")
    .addHelpText("after", environmentHelp)
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .exitOverride();
  program
    .command("cost-centers")
    .description("the cost centers (kostenplaatsen) of an employee for the current period")
    .argument("<employeeId>", "the employee", wholeNumber)
    .option("--json", "print JSON instead of a table")
    .action((employeeId: number, options: { json?: true }) => printCostCenters(terminal, employeeId, options.json));
  program
    .command("addresses")
    .description("the addresses of an employee that are active in a period of a year")
    .argument("<employeeId>", "the employee", wholeNumber)
    .requiredOption("--period <number>", "the period", wholeNumber)
    .requiredOption("--year <number>", "the year", wholeNumber)
    .option("--json", "print JSON instead of a table")
    .action((employeeId: number, options: { period: number; year: number; json?: true }) =>
      printAddresses(terminal, { EmployeeId: employeeId, Period: options.period, Year: options.year }, options.json),
    );
  program
    .command("sandbox")
    .description("run a sandbox of the service on this machine until it is interrupted")
    .option("--port <number>", "port to listen on", portNumber, 8080)
    .option("--namespace-base-url <url>", "base URL of the namespaces (default: the sandbox's own)")
    .option("--data <file>", "JSON file with employees (default: employees 1001 to 1006)")
    .action((options: SandboxFlags) => runSandbox(terminal, options));
  return program;
}

interface SandboxFlags {
  readonly port: number;
  readonly namespaceBaseUrl?: string;
  readonly data?: string;
}

const environmentHelp = `
Environment:
  EMPLOYEE_SERVICE_BASE_URL            base address, for example https://service.example
  EMPLOYEE_SERVICE_USERNAME, _TOKEN    credentials of cost-centers
  EMPLOYEE_SERVICE_DOMAIN              credential of addresses
  EMPLOYEE_SERVICE_SOAP_VERSION        1.1 (default) or 1.2
  EMPLOYEE_SERVICE_NAMESPACE_BASE_URL  base address in the XML namespace, when it differs
`;

async function printCostCenters(terminal: Terminal, employeeId: number, json?: true): Promise<void> {
  const service = createEmployeeServiceV21(optionsFromEnvironment("v2.1", terminal.environment));
  try {
    print(terminal, costCenterColumns, await service.costCenterGetCurrent({ EmployeeId: employeeId }), json);
  } finally {
    await service.close({ force: true });
  }
}

async function printAddresses(
  terminal: Terminal,
  args: { EmployeeId: number; Period: number; Year: number },
  json?: true,
): Promise<void> {
  const service = createEmployeeServiceV3(optionsFromEnvironment("v3", terminal.environment));
  try {
    print(terminal, addressColumns, await service.addressGetList(args), json);
  } finally {
    await service.close({ force: true });
  }
}

function print<T>(terminal: Terminal, columns: readonly Column<T>[], records: readonly T[], json?: true): void {
  terminal.out(json ? `${JSON.stringify(records, null, 2)}\n` : tableText(columns, records));
}

async function runSandbox(terminal: Terminal, options: SandboxFlags): Promise<void> {
  const sandbox = await startSandbox({ ...options, keepAlive: true });
  terminal.out(`${sandbox.url}\n`);
  terminal.err(`Sandbox of the employee service, employees 1001 to 1006. Interrupt it to stop. To call it:
  export EMPLOYEE_SERVICE_BASE_URL=${sandbox.url} EMPLOYEE_SERVICE_USERNAME=sandbox-user
  export EMPLOYEE_SERVICE_TOKEN=sandbox-token EMPLOYEE_SERVICE_DOMAIN=sandbox
`);
  await terminal.stopped();
  await sandbox.close();
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^[+-]?\d{1,10}$/.test(text) || value !== (value | 0)) {
    throw new InvalidArgumentError("It must be an integer of at most 32 bits.");
  }
  return value;
}

function portNumber(text: string): number {
  const value = Number(text);
  if (!/^\d{1,5}$/.test(text) || value > 65535) throw new InvalidArgumentError("It must be a number from 0 to 65535.");
  return value;
}

/** The commands of `employee-service`. */
import { Command, InvalidArgumentError } from "commander";
import { createEmployeeServiceV3, createEmployeeServiceV21, type Environment, optionsFromEnvironment } from "../index";
import { addressColumns, costCenterColumns } from "./columns";
import { addRecordCommand } from "./record-command";
import { addSandboxCommand } from "./sandbox-command";
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
  addSandboxCommand(program, terminal);
  addRecordCommand(program, terminal);
  return program;
}

const environmentHelp = `
Environment:
  EMPLOYEE_SERVICE_BASE_URL            base address, for example https://service.example
  EMPLOYEE_SERVICE_USERNAME, _TOKEN    credentials of cost-centers
  EMPLOYEE_SERVICE_DOMAIN              credential of addresses
  EMPLOYEE_SERVICE_SOAP_VERSION        1.1 (default) or 1.2
  EMPLOYEE_SERVICE_NAMESPACE_BASE_URL  base address in the XML namespace, when it is another
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

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^[+-]?\d{1,10}$/.test(text) || value !== (value | 0)) {
    throw new InvalidArgumentError("It takes a whole number of at most 32 bits.");
  }
  return value;
}

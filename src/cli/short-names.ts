/** `cost-centers` and `addresses`: short names of two operations, where a version has them. */
import { type Command, InvalidArgumentError } from "commander";
import { addressColumns, costCenterColumns } from "./columns";
import { callOperation, operationsCalled } from "./operations";
import { resultJson } from "./result-text";
import { type Column, tableText } from "./table";
import type { Terminal } from "./terminal";

/** Adds those whose operation there is. */
export function addShortNames(program: Command, terminal: Terminal): void {
  const [costCenters] = operationsCalled("CostCenter_GetCurrent");
  const [addresses] = operationsCalled("Address_GetList");
  if (costCenters !== undefined) {
    program
      .command("cost-centers")
      .description("the cost centers (kostenplaatsen) of an employee for the current period")
      .argument("<employeeId>", "the employee", wholeNumber)
      .option("--json", "print JSON instead of a table")
      .action(async (EmployeeId: number, options: { json?: true }) => {
        const result = await callOperation(costCenters, { EmployeeId }, terminal.environment);
        print(terminal, costCenterColumns, result, options.json);
      });
  }
  if (addresses !== undefined) {
    program
      .command("addresses")
      .description("the addresses of an employee that are active in a period of a year")
      .argument("<employeeId>", "the employee", wholeNumber)
      .requiredOption("--period <number>", "the period", wholeNumber)
      .requiredOption("--year <number>", "the year", wholeNumber)
      .option("--json", "print JSON instead of a table")
      .action(async (EmployeeId: number, options: { period: number; year: number; json?: true }) => {
        const args = { EmployeeId, Period: options.period, Year: options.year };
        print(terminal, addressColumns, await callOperation(addresses, args, terminal.environment), options.json);
      });
  }
}

function print(terminal: Terminal, columns: readonly Column<unknown>[], result: unknown, json?: true): void {
  terminal.out(json ? resultJson(result) : tableText(columns, Array.isArray(result) ? result : [result]));
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^[+-]?\d{1,10}$/.test(text) || value !== (value | 0)) {
    throw new InvalidArgumentError("It must be an integer that fits in 32 bits.");
  }
  return value;
}

/** `cost-centers` and `addresses`: short names of two operations, where a version has them. */
import { type Command, InvalidArgumentError } from "commander";
import { clientOptions } from "./client-flags";
import { addressColumns, costCenterColumns } from "./columns";
import { addNotes, addOptions } from "./command";
import { exitCodesHelp } from "./exit-codes";
import { formatOptions } from "./formats/format";
import { type CallFlags, callAndPrint, operationsCalled, shortNames } from "./operations";
import type { Terminal } from "./terminal";

/** Adds those whose operation there is. */
export function addShortNames(program: Command, terminal: Terminal): void {
  const [costCenters] = operationsCalled(shortNames["cost-centers"]!);
  const [addresses] = operationsCalled(shortNames.addresses!);
  if (costCenters !== undefined) {
    const command = program
      .command("cost-centers")
      .description("the cost centers (kostenplaatsen) of an employee for the current period")
      .argument("<employeeId>", "the employee", wholeNumber);
    addOptions(command, formatOptions(), clientOptions()).action(async (EmployeeId: number, flags: CallFlags) => {
      await callAndPrint(costCenters, { EmployeeId }, flags, terminal, costCenterColumns);
    });
    addNotes(command, {
      examples: ["cost-centers 1003", "cost-centers 1003 --format csv --timeout 10s"],
      exitCodes: exitCodesHelp,
    });
  }
  if (addresses !== undefined) {
    const command = program
      .command("addresses")
      .description("the addresses of an employee that are active in a period of a year")
      .argument("<employeeId>", "the employee", wholeNumber)
      .requiredOption("--period <number>", "the period", wholeNumber)
      .requiredOption("--year <number>", "the year", wholeNumber);
    addOptions(command, formatOptions(), clientOptions()).action(
      async (EmployeeId: number, flags: CallFlags & { readonly period: number; readonly year: number }) => {
        const args = { EmployeeId, Period: flags.period, Year: flags.year };
        await callAndPrint(addresses, args, flags, terminal, addressColumns);
      },
    );
    addNotes(command, {
      examples: [
        "addresses 1003 --period 11 --year 2026",
        "addresses 1003 --period 11 --year 2026 --json --timeout 10s",
      ],
      exitCodes: exitCodesHelp,
    });
  }
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^[+-]?\d{1,10}$/.test(text) || value !== (value | 0)) {
    throw new InvalidArgumentError("It must be an integer that fits in 32 bits.");
  }
  return value;
}

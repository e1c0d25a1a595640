/** `cost-centers` and `addresses`: short names of two operations, if a version has them. */
import type { Command } from "commander";
import { type CallFlags, callAndPrint, operationsCalled, shortNames } from "./cli-operations";
import { clientOptions } from "./client-flags";
import { addNotes, addOptions, int32 } from "./employee-command";
import { exitCodesHelp } from "./exit-codes";
import { formatOptions } from "./formats/format";
import type { Terminal } from "./terminal";

export function addShortNames(program: Command, terminal: Terminal): void {
  const [costCenters] = operationsCalled(shortNames["cost-centers"]!);
  const [addresses] = operationsCalled(shortNames.addresses!);
  if (costCenters !== undefined) {
    const command = program
      .command("cost-centers")
      .description("the cost centers (kostenplaatsen) of an employee for the current period")
      .argument("<employeeId>", "the employee", int32);
    addOptions(command, formatOptions(), clientOptions()).action(async (EmployeeId: number, flags: CallFlags) => {
      await callAndPrint(costCenters, { EmployeeId }, flags, terminal);
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
      .argument("<employeeId>", "the employee", int32)
      .requiredOption("--period <number>", "the period", int32)
      .requiredOption("--year <number>", "the year", int32);
    addOptions(command, formatOptions(), clientOptions()).action(
      async (EmployeeId: number, flags: CallFlags & { readonly period: number; readonly year: number }) => {
        const args = { EmployeeId, Period: flags.period, Year: flags.year };
        await callAndPrint(addresses, args, flags, terminal);
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

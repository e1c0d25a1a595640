/** `cost-centers` and `addresses`: short names of two operations, if a version has them. */
import { type Command, Option } from "commander";
import type { Terminal } from "soapwright-cli";
import {
  addNotes,
  addOptions,
  type CallFlags,
  callAndPrint,
  clientOptions,
  exitCodesHelp,
  formatOptions,
  int32,
  type ServiceCommand,
} from "soapwright-cli";

interface PeriodFlags extends CallFlags {
  readonly period?: number;
  readonly year?: number;
}

export function addShortNames(program: Command, terminal: Terminal, service: ServiceCommand): void {
  const { shortNames = {} } = service.product;
  const add = (word: string, description: string, options: readonly Option[], examples: readonly string[]): void => {
    const [callable] = service.operationsCalled(shortNames[word]!);
    if (callable === undefined) return;
    const command = program.command(word).description(description).argument("<employeeId>", "the employee", int32);
    addOptions(command, options, formatOptions(), clientOptions()).action((EmployeeId: number, flags: PeriodFlags) => {
      const { period: Period, year: Year } = flags;
      return callAndPrint(
        service,
        callable,
        { EmployeeId, ...(options.length > 0 && { Period, Year }) },
        flags,
        terminal,
      );
    });
    addNotes(command, { examples, exitCodes: exitCodesHelp });
  };
  const number = (name: string, what: string) =>
    new Option(`--${name} <number>`, what).argParser(int32).makeOptionMandatory();
  add(
    "cost-centers",
    "the cost centers (kostenplaatsen) of an employee for the current period",
    [],
    ["cost-centers 1003", "cost-centers 1003 --format csv --timeout 10s"],
  );
  add(
    "addresses",
    "the addresses of an employee that are active in a period of a year",
    [number("period", "the period"), number("year", "the year")],
    ["addresses 1003 --period 11 --year 2026", "addresses 1003 --period 11 --year 2026 --json --timeout 10s"],
  );
}

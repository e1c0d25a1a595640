import { type NamedService, operationsOf, wordFor } from "../commands/operations";
import type { CommandSource } from "../commands/shared-command";
import { tableText } from "../formats/format";
import { lineWidth, type Terminal } from "../terminal/terminal";
import { optionNames } from "./parse-arguments";
import { argumentPlaces, typeWord } from "./places";

/** The operations of all services, as a table for a terminal. */
export function operationTable(
  services: readonly NamedService[],
  { kind }: CommandSource,
  ownNames: readonly string[],
  terminal: Terminal,
): Promise<string> {
  const of = kind === "service" ? "Service" : "Version";
  const rows = operationsOf(services).map((each): Readonly<Record<string, string | undefined>> => {
    const { places } = argumentPlaces(each.operation);
    const names = [...optionNames(places, ownNames)].map(([place, name]) => {
      const option = `--${name} <${typeWord(place.type)}>${place.list ? "..." : ""}`;
      return place.required ? option : `[${option}]`;
    });
    return {
      [of]: services.length > 1 ? each.name : undefined,
      Operation: wordFor(each),
      Arguments: names.length === 0 ? undefined : names.join(" "),
      Description: each.textOf(each.operation)?.split(/(?<=[.!?])\s/, 1)[0],
    };
  });
  const width = lineWidth(terminal);
  const canvas = { ...(width !== undefined && { width }), colors: terminal.screen?.colors };
  const used = [of, "Operation", "Arguments", "Description"].filter((title) => rows.some((row) => row[title]));
  return tableText(
    used.map((title) => ({ title, path: [title] })),
    rows,
    canvas,
  );
}

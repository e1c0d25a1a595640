/** The operations of a WSDL, as a table for a terminal. */

import type { LoadedServices } from "soapwright-contract";
import { argumentPlaces, lineWidth, optionNames, type Terminal, tableText, typeWord } from "../../index";
import { words } from "./call-line";
import { callName } from "./call-name";
import type { SchemaTextsOf } from "./schema-texts";

export function operationTable(
  { services }: LoadedServices,
  texts: SchemaTextsOf,
  terminal: Terminal,
): Promise<string> {
  const several = services.length > 1;
  const rows = services.flatMap(({ service }) =>
    service.operations.map((operation) => {
      const { places } = argumentPlaces(operation);
      const names = [...optionNames(places, words.names)].map(([place, name]) => {
        const option = `--${name} <${typeWord(place.type)}>${place.list ? "..." : ""}`;
        return place.required ? option : `[${option}]`;
      });
      return {
        Service: service.name,
        Operation: callName(operation, service),
        Arguments: names.length === 0 ? undefined : names.join(" "),
        Description: texts.operation(operation.name)?.split(/(?<=[.!?])\s/, 1)[0],
      };
    }),
  );
  const columns = [...(several ? ["Service"] : []), "Operation", "Arguments", "Description"];
  const width = lineWidth(terminal);
  const canvas = { ...(width !== undefined && { width }), colors: terminal.screen?.colors };
  const used = columns.filter((title) => rows.some((row) => row[title as keyof typeof row]));
  return tableText(
    used.map((title) => ({ title, path: [title] })),
    rows,
    canvas,
  );
}

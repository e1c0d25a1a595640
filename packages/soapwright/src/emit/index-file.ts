/** `index.ts`: the exports of the generated client. */

import { interfaceNames, isEnumeration, type Model, type TypeModel, typeNames } from "soapwright-contract";
import type { EmitOptions } from "./emit-options";
import { moduleLink, namespaceImport, type Statements } from "./module-links";

export function emitIndex({ clients, types }: Model, { extension, exports = [] }: EmitOptions): Statements {
  const headers = clients.filter((client) => client.headers.length > 0).map(({ headersName }) => headersName);
  const classes = clients.map(({ className }) => className);
  return [
    namespaceImport("schemas", `./schemas${extension}`),
    ...moduleLink("export", classes, `./client${extension}`),
    ...moduleLink("export type", clients.flatMap(interfaceNames), `./client${extension}`),
    ...typeExports(`./types${extension}`, types, headers),
    // `isFaultOf` and sandboxes take an operation or a service from the tables.
    "export { schemas };",
    ...exports,
  ];
}

/** Enumerations are exported as values too: the lists of their values. */
export function typeExports(module: string, types: readonly TypeModel[], headers: readonly string[]): Statements {
  const enumerations = types.filter(isEnumeration).map(({ name }) => name);
  const others = types.filter((type) => !isEnumeration(type)).flatMap(typeNames);
  return [...moduleLink("export", enumerations, module), ...moduleLink("export type", [...others, ...headers], module)];
}

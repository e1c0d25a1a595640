/** The credentials of a version, checked as the service does. */

import { type OperationHandler, SandboxFault } from "soapwright-sandbox";
import type { ServiceVersion } from "../service/employee-service";

/** Credentials in the options come before the defaults of the table of versions. */
export function credentialsOf(
  versions: readonly ServiceVersion[],
  credentials: Readonly<{ [option: string]: unknown }>,
): { readonly [option: string]: string } {
  const children = versions.flatMap(({ header }) => header?.children ?? []);
  return Object.fromEntries(
    children.map(({ option, sandbox }) => [option, (credentials[option] ?? sandbox) as string]),
  );
}

/** Throws a `SandboxFault` for missing or wrong credentials. */
export function checkCredentials(
  { header, service }: ServiceVersion,
  credentials: Readonly<{ [option: string]: string }>,
  { operation, headers }: Parameters<OperationHandler>[0],
): void {
  if (header === undefined) return;
  const declared = service.operations.filter(({ name }) => name === operation).flatMap(({ input }) => input.headers);
  const block = declared.find(({ name }) => name.local === header.element);
  if (block === undefined) return;
  const sent = headers[block.key];
  if (sent === undefined) throw new SandboxFault(`${header.element} is missing`);
  const required = header.children.filter((child) => child.required);
  const values = required.map(({ name }) => (sent === null ? undefined : Reflect.get(sent as object, name)));
  if (values.includes(undefined)) {
    throw new SandboxFault(`${header.element} has no ${required.map(({ name }) => name).join(" or ")}`);
  }
  if (required.some(({ option }, index) => values[index] !== credentials[option])) {
    throw new SandboxFault("1001: Not authorized");
  }
}

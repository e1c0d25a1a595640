/** Names of the environment variables from which the versions of a service read options. */
import { constantCase } from "../name-cases";
import type { VersionRow, VersionTable } from "./version-table";

export function generalVariables(service: string, className: string) {
  const [all, ofClass] = [constantCase(service), constantCase(className)];
  return {
    baseUrl: `${all}_BASE_URL`,
    namespaceBaseUrl: `${all}_NAMESPACE_BASE_URL`,
    endpoint: `${ofClass}_ENDPOINT`,
    namespace: `${ofClass}_NAMESPACE`,
    soapVersion: `${all}_SOAP_VERSION`,
  };
}

export function variables({ service }: VersionTable, row: VersionRow): { readonly [option: string]: string } {
  const children = row.header?.children ?? [];
  return {
    ...generalVariables(service, row.className.text),
    ...Object.fromEntries(
      children.flatMap(({ option, variable }) => (variable === undefined ? [] : [[option, variable]])),
    ),
  };
}

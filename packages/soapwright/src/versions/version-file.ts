/** Emits `version.ts`: the data of one version for the code that all versions share. */

import type { ClientModel, Model } from "soapwright-contract";
import type { StatementStructures } from "ts-morph";
import { StructureKind } from "ts-morph";
import { exportedConstant } from "../emit/declarations";
import { array, type Code, object } from "../emit/layout";
import { propertyName, quoted } from "../emit/text";
import { serviceTypes } from "./service-module";
import { variables } from "./variables";
import type { ChildRow, VersionRow, VersionTable } from "./version-table";

export interface VersionFiles {
  readonly table: VersionTable;
  readonly row: VersionRow;
}

export function emitVersionTable({ table, row }: VersionFiles, model: Model): (StatementStructures | string)[] {
  const client = model.clients[0]!;
  const base = addresses(client, table, row);
  const value = object({
    name: quoted(row.folder.text),
    className: quoted(row.className.text),
    wsdl: quoted(row.wsdl.text),
    service: "service",
    declaredBaseUrl: base.declaredBaseUrl === undefined ? undefined : quoted(base.declaredBaseUrl),
    path: quoted(base.path),
    header: headerTable(row),
    faults: faultTable(row),
    variables: object(
      Object.fromEntries(
        Object.entries(variables(table, row)).map(([option, variable]) => [propertyName(option), quoted(variable)]),
      ),
    ),
  });
  return [
    serviceTypes("ServiceVersion"),
    { kind: StructureKind.ImportDeclaration, moduleSpecifier: "./schemas", namedImports: ["service"] },
    exportedConstant("version", "ServiceVersion", value, `Version ${row.folder.text}, as the general code takes it.`),
  ];
}

function headerTable({ header }: VersionRow): Code | undefined {
  if (header === undefined) return undefined;
  return object({ element: quoted(header.element.text), children: array(header.children.map(childTable)) });
}

function faultTable({ faults }: VersionRow): Code | undefined {
  if (faults.length === 0) return undefined;
  return array(
    faults.map(({ code, reason, kind }) =>
      object({
        code: code === undefined ? undefined : quoted(code),
        reason: reason === undefined ? undefined : quoted(reason),
        kind: quoted(kind),
      }),
    ),
  );
}

function childTable({ name, option, required, secret, sandbox }: ChildRow): Code {
  return object({
    name: quoted(name.text),
    option: quoted(option),
    required: String(required),
    secret: String(secret),
    sandbox: quoted(sandbox),
  });
}

interface Addresses {
  /** The base URL is undefined if the target namespace does not depend on the address. */
  readonly declaredBaseUrl?: string;
  readonly path: string;
}

/**
 * If the target namespace ends with the path of the table, the base URL is the part before that path. Otherwise it is
 * the origin, if address and namespace share it. A namespace such as `urn:…` has no base URL.
 */
function addresses(client: ClientModel, table: VersionTable, row: VersionRow): Addresses {
  const address = client.ports[0]?.address ?? "";
  const namespace = client.targetNamespace.replace(/\/$/, "");
  const path = table.path?.replaceAll("{version}", row.folder.text);
  if (path !== undefined && namespace.endsWith(path) && URL.canParse(namespace)) {
    const declaredBaseUrl = namespace.slice(0, -path.length);
    return { declaredBaseUrl, path: behind(pathOf(declaredBaseUrl), address) };
  }
  const isNear = URL.canParse(address) && URL.canParse(namespace) && hostOf(namespace) === hostOf(address);
  return isNear
    ? { declaredBaseUrl: /^[^:]+:\/\/[^/?#]*/.exec(namespace)?.[0] ?? namespace, path: behind("", address) }
    : { path: behind("", address) };
}

function behind(path: string, address: string): string {
  const whole = pathOf(address);
  return path !== "" && whole.startsWith(`${path}/`) ? whole.slice(path.length) : whole;
}

function pathOf(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname.replace(/\/$/, "") : "";
}

function hostOf(address: string): string {
  return new URL(address).host;
}

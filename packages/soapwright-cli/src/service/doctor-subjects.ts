/** The versions of a product, as the doctor examines them. */
import type { CallOptions, ServiceVersion } from "soapwright-runtime";
import { chosenOf } from "../commands/operations";
import type { DoctorSubject } from "../doctor/command/subject";
import { labelOf, situationOf } from "../end/speech";
import type { Environment, Terminal } from "../terminal/terminal";
import { type ClientFlags, flagsFor } from "./client-flags";
import { readCallOf } from "./doctor-read";
import { clientOf } from "./open-client";
import type { ServiceCommand } from "./service-command";

interface Flags extends ClientFlags {
  readonly interface?: string;
}

/** A version whose credentials are not set is left out if another one has its own. */
export function doctorSubjects(service: ServiceCommand, flags: Flags, terminal: Terminal): readonly DoctorSubject[] {
  const { environment } = terminal;
  const { subject, wsdlOf } = service.product;
  const chosen = chosenOf(service.services, flags.interface, "version");
  const isAlone = chosen.length === 1 || chosen.every(({ version }) => !isConfigured(version, environment));
  const id = subject && { argument: subject.argument, value: Reflect.get(flags, subject.option.attributeName()) };
  const proxy = labelOf("proxy", situationOf(service, terminal)) ?? "proxy";
  return chosen.map(({ version }): DoctorSubject => {
    const wsdl = wsdlOf?.(version.wsdl);
    const read = readCallOf(version, id);
    return {
      name: version.name,
      ...(!isAlone && !isConfigured(version, environment) && { leftOut: leftOut(version) }),
      open: () => clientOf(service, version, flagsFor(version, flags.interface, flags), environment, {}),
      readOf: (client) => {
        if (read === undefined) return undefined;
        const method = Reflect.get(client, read.operation.method) as (
          args: unknown,
          options: CallOptions<never>,
        ) => PromiseLike<unknown>;
        return (options) => method.call(client, read.args, options);
      },
      ...(wsdl !== undefined && { wsdl }),
      settingNames: { ...settingNamesOf(version), proxy },
    };
  });
}

function settingNamesOf({ variables, header }: ServiceVersion) {
  const named = (...options: readonly string[]): string =>
    options.flatMap((option) => variables[option] ?? []).join(" and ");
  return {
    address: named("baseUrl", "endpoint"),
    namespace: named("namespaceBaseUrl", "namespace"),
    credentials: named(...(header?.children ?? []).map(({ option }) => option)) || "the credentials",
  };
}

function isConfigured(version: ServiceVersion, environment: Environment): boolean {
  const names = requiredVariables(version);
  return names.length === 0 || names.some((name) => (environment[name] ?? "") !== "");
}

function leftOut(version: ServiceVersion): string {
  return `The version is not examined, because its credentials are not set: ${requiredVariables(version).join(", ")}.`;
}

function requiredVariables({ header, variables }: ServiceVersion): string[] {
  const children = (header?.children ?? []).filter(({ required }) => required);
  return children.flatMap(({ option }) => variables[option] ?? []);
}

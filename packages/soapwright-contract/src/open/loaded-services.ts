/** The tables of a WSDL, made in memory. They need no client, so commands that call nothing read them too. */

import type { ServiceNode } from "soapwright-runtime/tables";
import { nearName } from "soapwright-runtime/xsd";
import { type Diagnostic, formatDiagnostic } from "../diagnostics";
import type { LoadOptions } from "../load/load-options";
import type { ClientModel, Model, TypeModel } from "../model/model";
import type { ModelOptions } from "../model/model-options";
import type { DiagnosticReason } from "../reasons";
import { buildTables } from "../tables/build-tables";
import type { LoadedFile } from "../wsdl/load";
import { digest, type LoadedModel, loadModel } from "./load-model";

/** How documents are read and what the names and types of values are: options of the generator. */
export type OpenWsdlOptions = Omit<LoadOptions, "mayBeSchema"> &
  Omit<ModelOptions, "names" | "className" | "operations">;

/** How a WSDL is read, and who hears of its diagnostics. */
interface ReadingOptions {
  readonly wsdl?: OpenWsdlOptions;
  /** Receives each diagnostic of the documents, as a line. */
  readonly onDiagnostic?: (line: string, diagnostic: Diagnostic) => void;
}

/** The documents define no service, or not the one that `service` names. */
export class OpenProblem extends Error {
  override readonly name = "OpenProblem";

  /** @param diagnostics The errors of the documents. */
  constructor(
    readonly reason: DiagnosticReason,
    message: string,
    readonly diagnostics: readonly Diagnostic[] = [],
  ) {
    super(message);
  }
}

/** The services of a WSDL as tables. */
export interface LoadedService {
  readonly service: ServiceNode;
  readonly client: ClientModel;
}
export interface LoadedServices extends Pick<LoadedModel, "definitions" | "schemas"> {
  /** The documents that were read. */
  readonly read: readonly LoadedFile[];
  readonly model: Model;
  readonly services: readonly LoadedService[];
  /** The types by their tables. */
  readonly types: ReadonlyMap<object, TypeModel>;
}

/**
 * Reads a WSDL to tables.
 *
 * @throws OpenProblem with the errors of the documents.
 */
export async function loadServices(
  wsdl: string,
  { wsdl: options = {}, onDiagnostic }: ReadingOptions,
): Promise<LoadedServices> {
  const { model, diagnostics, read, definitions, schemas } = await loadModel(wsdl, options);
  for (const diagnostic of diagnostics) onDiagnostic?.(formatDiagnostic(diagnostic), diagnostic);
  if (model === undefined || model.clients.length === 0) {
    const errors = diagnostics.filter(({ severity }) => severity === "error").slice(0, 10);
    const text = errors.length > 0 ? errors.map(formatDiagnostic).join("\n") : `${wsdl} has no service.`;
    throw new OpenProblem(errors[0]?.reason ?? "no-service", text, errors);
  }
  const types = new Map<object, TypeModel>();
  const tables = await buildTables(model, { sha256: digest(read) }, (type, table) => void types.set(table, type));
  const services = model.clients.map((client, at) => ({ client, service: tables[at]! }));
  return { model, services, types, read, ...(definitions && { definitions }), ...(schemas && { schemas }) };
}

/** Returns the service that `name` names, or the only one. */
export function serviceNamed(services: readonly LoadedService[], name: string | undefined): LoadedService {
  const names = services.map(({ service }) => service.name);
  const [only, second] = services;
  if (name === undefined && second === undefined) return only!;
  const found = services.find(({ service, client }) => service.name === name || client.className === name);
  if (found !== undefined) return found;
  if (name === undefined)
    throw new OpenProblem(
      "service-not-chosen",
      `The WSDL has several services: ${names.join(", ")}. Choose one with service.`,
    );
  const near = nearName(name, names);
  const hint = near === undefined ? `It has ${names.join(", ")}.` : `Did you mean ${near}?`;
  throw new OpenProblem("service-unknown", `The WSDL has no service ${name}. ${hint}`);
}

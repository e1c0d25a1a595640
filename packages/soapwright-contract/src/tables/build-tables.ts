import type * as Library from "soapwright-runtime/tables";
import { usesSoapEncoding } from "../model/messages";
import type { Model, TypeId, TypeModel } from "../model/model";
import { isOfCodecs, type RuntimeValueName } from "../model/names/reserved";
import { referringMessages } from "../model/octets";
import { operationTable, serviceTable, typeTable } from "./describe-tables";
import {
  BuilderCall,
  ListedValues,
  NameCode,
  NamespaceCall,
  OperationReference,
  RuntimeValue,
  type TableCode,
  TypeReference,
} from "./table-code";

/**
 * Resolves to a service table for each client, as the printed `schemas.ts` evaluates to. `contract`: the source of the
 * tables. `onType` receives each type with its table. The run time's builders are loaded here, and its codecs for contracts
 * whose tables contain parts of them: encoded messages, identity constraints, policies.
 */
export async function buildTables(
  model: Model,
  contract?: Library.ServiceNode["contract"],
  onType?: (type: TypeModel, table: object) => void,
): Promise<Library.ServiceNode[]> {
  const isReferring = referringMessages(model);
  const isEncoded = usesSoapEncoding(model);
  const types = model.types.map((type) => ({ type, code: typeTable(type) }));
  const services = model.clients.map((client) => ({
    operations: client.operations.map((each) => ({ name: each.constant, code: operationTable(each, isReferring) })),
    code: serviceTable(client, contract, isEncoded),
  }));
  const codes = [...types, ...services, ...services.flatMap(({ operations }) => operations)].map(({ code }) => code);
  const library: RuntimeExports = await import("soapwright-runtime/tables");
  const codecs: RuntimeExports = codes.some(needsCodecs) ? await import("soapwright-runtime/codecs") : {};
  const tables = new Tables(library as typeof Library, { ...codecs, ...library });
  for (const { type, code } of types) {
    const table = tables.build(code) as object;
    tables.types.set(type.id, table);
    onType?.(type, table);
  }
  return services.map(({ operations, code }) => {
    for (const operation of operations) tables.operations.set(operation.name, tables.build(operation.code));
    return tables.build(code) as Library.ServiceNode;
  });
}

type RuntimeExports = { readonly [name: string]: unknown };

/** Whether a table contains a part of the run time's codecs. */
function needsCodecs(code: TableCode): boolean {
  if (typeof code !== "object" || code instanceof ListedValues) return false;
  if (code instanceof RuntimeValue) return isOfCodecs(code.name);
  if (code instanceof BuilderCall) return isOfCodecs(code.builder) || code.items.some(needsCodecs);
  if (code instanceof NamespaceCall) return code.items.some(needsCodecs);
  if (code instanceof NameCode || code instanceof TypeReference || code instanceof OperationReference) return false;
  const parts: Iterable<TableCode> = isList(code) ? code : code instanceof Map ? code.values() : Object.values(code);
  return [...parts].some(needsCodecs);
}

type Builder = (...items: unknown[]) => unknown;

class Tables {
  readonly types = new Map<TypeId, unknown>();
  readonly operations = new Map<string, unknown>();
  readonly #namespaces = new Map<string, ReturnType<typeof Library.namespace>>();

  constructor(
    private readonly library: typeof Library,
    private readonly values: RuntimeExports,
  ) {}

  build(code: TableCode): unknown {
    if (typeof code !== "object") return code;
    if (code instanceof BuilderCall) return (this.#value(code.builder) as Builder)(...this.#all(code.items));
    if (code instanceof NamespaceCall) {
      const builders = this.#namespace(code.namespace) as unknown as { readonly [name: string]: Builder };
      return builders[code.builder]!(...this.#all(code.items));
    }
    if (code instanceof NameCode) return this.#namespace(code.name.namespace)(code.name.local);
    if (code instanceof RuntimeValue) return this.#value(code.name);
    // Types refer to later types by functions, as in a printed file.
    if (code instanceof TypeReference) return this.types.get(code.id) ?? (() => this.types.get(code.id));
    if (code instanceof OperationReference) return this.operations.get(code.constant);
    if (code instanceof ListedValues) return code.values;
    if (isList(code)) return this.#all(code);
    const entries = code instanceof Map ? [...code] : Object.entries(code);
    const present = entries.filter(([, value]) => value !== undefined);
    return Object.fromEntries(present.map(([key, value]) => [key, this.build(value)]));
  }

  #value(name: RuntimeValueName): unknown {
    return this.values[name];
  }

  #all(items: readonly TableCode[]): unknown[] {
    return items.map((item) => this.build(item));
  }

  #namespace(uri: string): ReturnType<typeof Library.namespace> {
    const builder = this.#namespaces.get(uri) ?? this.library.namespace(uri);
    this.#namespaces.set(uri, builder);
    return builder;
  }
}

function isList(code: object): code is readonly TableCode[] {
  return Array.isArray(code);
}

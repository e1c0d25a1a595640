import type * as Library from "soapwright-runtime/tables";
import { usesSoapEncoding } from "../model/messages";
import type { Model, TypeId, TypeModel } from "../model/model";
import { type RuntimeValueName, runtimeEntryOf } from "../model/names/reserved";
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
 * Returns a service table for each client, as the printed `schemas.ts` evaluates to. `contract`: the source of the
 * tables. `onType` receives each type with its table.
 */
export function buildTables(
  model: Model,
  contract?: Library.ServiceNode["contract"],
  onType?: (type: TypeModel, table: object) => void,
): Library.ServiceNode[] {
  const tables = new Tables();
  const isReferring = referringMessages(model);
  const isEncoded = usesSoapEncoding(model);
  for (const type of model.types) {
    const table = tables.build(typeTable(type)) as object;
    tables.types.set(type.id, table);
    onType?.(type, table);
  }
  return model.clients.map((client) => {
    for (const operation of client.operations)
      tables.operations.set(operation.constant, tables.build(operationTable(operation, isReferring)));
    return tables.build(serviceTable(client, contract, isEncoded)) as Library.ServiceNode;
  });
}

type Builder = (...items: unknown[]) => unknown;

class Tables {
  readonly types = new Map<TypeId, unknown>();
  readonly operations = new Map<string, unknown>();
  /** Loaded with the first tables, because programs that only read WSDLs build none. */
  readonly #library = require("soapwright-runtime/tables") as typeof Library;
  readonly #namespaces = new Map<string, ReturnType<typeof Library.namespace>>();

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

  /** Codecs are loaded for contracts whose tables contain parts of them: encoded messages, identity constraints, policies. */
  #value(name: RuntimeValueName): unknown {
    const library: unknown = runtimeEntryOf(name) === "codecs" ? require("soapwright-runtime/codecs") : this.#library;
    return (library as { readonly [name: string]: unknown })[name];
  }

  #all(items: readonly TableCode[]): unknown[] {
    return items.map((item) => this.build(item));
  }

  #namespace(uri: string): ReturnType<typeof Library.namespace> {
    const builder = this.#namespaces.get(uri) ?? this.#library.namespace(uri);
    this.#namespaces.set(uri, builder);
    return builder;
  }
}

function isList(code: object): code is readonly TableCode[] {
  return Array.isArray(code);
}

import {
  BuilderCall,
  ListedValues,
  NameCode,
  NamespaceCall,
  OperationReference,
  RuntimeValue,
  type TableCode,
  type TypeId,
  TypeReference,
} from "soapwright-contract";
import type { NamespaceConstants } from "./emitted-namespaces";
import { array, type Code, call, object } from "./layout";
import { propertyName, quoted } from "./text";
import type { TypeScope } from "./value-type";

export interface TableScope extends TypeScope {
  readonly namespaces: NamespaceConstants;
  /** Types whose tables are declared above. */
  readonly declared: ReadonlySet<TypeId>;
}

/** Returns the text of a table. Namespaces get their constants in the order of first use. */
export function printTable(code: TableCode, scope: TableScope): Code {
  const { symbols, namespaces } = scope;
  const all = (items: readonly TableCode[]): Code[] => items.map((item) => printTable(item, scope));
  if (typeof code === "string") return quoted(code);
  if (typeof code !== "object") return String(code);
  if (code instanceof BuilderCall) return symbols.call(code.builder, all(code.items));
  if (code instanceof NamespaceCall) {
    const items = all(code.items);
    return call(`${namespaces.of(code.namespace)}.${code.builder}`, items);
  }
  if (code instanceof NameCode) return namespaces.name(code.name);
  if (code instanceof RuntimeValue) return symbols.value(code.name);
  if (code instanceof TypeReference) {
    const name = nameOf(code.id, scope);
    return scope.declared.has(code.id) ? name : `() => ${name}`;
  }
  if (code instanceof OperationReference) return code.constant;
  if (code instanceof ListedValues) return `types.${nameOf(code.type, scope)}`;
  if (isList(code)) return array(all(code));
  const entries =
    code instanceof Map
      ? [...code].map(([key, value]) => [quoted(key), value] as const)
      : Object.entries(code).map(([key, value]) => [propertyName(key), value] as const);
  return object(
    Object.fromEntries(
      entries.map(([key, value]) => [key, value === undefined ? undefined : printTable(value, scope)]),
    ),
  );
}

function nameOf(id: TypeId, { types }: TableScope): string {
  return types.get(id)?.name ?? "";
}

function isList(code: object): code is readonly TableCode[] {
  return Array.isArray(code);
}

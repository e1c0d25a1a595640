/** The content of tables: a printed file writes it, `buildTables` evaluates it. */

import type { TypeId } from "../model/model";
import type { RuntimeValueName } from "../model/names/reserved";
import type { QName } from "../xml/xml";

/** Strings, numbers and booleans are literals, undefined properties are omitted. The keys of a `Map` are data. */
export type TableCode =
  | string
  | number
  | boolean
  | undefined
  | readonly TableCode[]
  | ReadonlyMap<string, TableCode>
  | { readonly [key: string]: TableCode }
  | BuilderCall
  | NamespaceCall
  | NameCode
  | RuntimeValue
  | TypeReference
  | OperationReference
  | ListedValues;

/** `builder(items)`: a builder of the run time. */
export class BuilderCall {
  constructor(
    readonly builder: RuntimeValueName,
    readonly items: readonly TableCode[],
  ) {}
}

/** `tns.builder(items)`: an element or attribute in a namespace. */
export class NamespaceCall {
  constructor(
    readonly namespace: string,
    readonly builder: string,
    readonly items: readonly TableCode[],
  ) {}
}

/** `tns("local")`. */
export class NameCode {
  constructor(readonly name: QName) {}
}

/** A constant that the run time exports. */
export class RuntimeValue {
  constructor(readonly name: RuntimeValueName) {}
}

/** The table of a type: a constant, or a function if the table comes later in the file. */
export class TypeReference {
  constructor(readonly id: TypeId) {}
}

/** The table of an operation, by its constant. */
export class OperationReference {
  constructor(readonly constant: string) {}
}

/** The values of an enumeration, which its type exports as a list. */
export class ListedValues {
  constructor(
    readonly type: TypeId,
    readonly values: readonly string[],
  ) {}
}

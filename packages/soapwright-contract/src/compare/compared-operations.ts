import { describeOperation } from "../element-graph/descriptions";
import type { BindingOperation, Definitions } from "../wsdl/definitions";
import { compareOperation, type OperationContext } from "./compared-messages";
import { numbered } from "./judgement";

/** The services of a WSDL, or those of them to compare. */
export type ComparedServices = Pick<Definitions, "services">;

type SoapVersion = "1.1" | "1.2";

/** The bindings of an operation, in the order of the ports. */
type Bound = { readonly [version in SoapVersion]: readonly BindingOperation[] };

/** Pairs operations by name, and overloads by the names of their inputs, or in order. */
export function compareOperations(old: ComparedServices, now: ComparedServices, context: OperationContext): void {
  const [before, after] = [boundOperations(old), boundOperations(now)];
  const { changes } = context;
  for (const [key, { name, bound }] of before) {
    const other = after.get(key);
    if (other) compareBound(name, bound, other.bound, context);
    else changes.addBreaking(name, "operation removed", "callers");
  }
  for (const [key, { name }] of after) if (!before.has(key)) changes.addCompatible(name, "operation added");
}

interface KeyedOperation {
  readonly name: string;
  readonly bound: Record<SoapVersion, BindingOperation[]>;
}

function boundOperations({ services }: ComparedServices): Map<string, KeyedOperation> {
  const byOperation = new Map<unknown, KeyedOperation>();
  for (const { binding } of services.flatMap(({ ports }) => ports)) {
    for (const operation of binding.operations) {
      const entry = byOperation.get(operation.operation) ?? {
        name: describeOperation(operation.operation),
        bound: { "1.1": [], "1.2": [] },
      };
      byOperation.set(operation.operation, entry);
      entry.bound[binding.soapVersion].push(operation);
    }
  }
  return numbered(byOperation.values(), ({ name }) => name);
}

/** Compares each binding with its counterpart; if no SOAP version is common, the first bindings. */
function compareBound(where: string, old: Bound, now: Bound, context: OperationContext): void {
  const versions = (["1.1", "1.2"] as const).filter((version) => old[version].length > 0 && now[version].length > 0);
  for (const version of versions) {
    for (const [index, operation] of old[version].entries()) {
      const other = now[version][index] ?? now[version][0]!;
      compareOperation(where, operation, other, version, context);
    }
  }
  const [operation, other] = [old, now].map((each) => each["1.1"][0] ?? each["1.2"][0]);
  if (versions.length === 0 && operation && other) compareOperation(where, operation, other, undefined, context);
}

/** Operations of two WSDLs side by side. */

import { numbered } from "../../compare/judgement";
import type { Names } from "../../compare/names";
import type { TypeComparison } from "../../compare/types";
import { operationWords } from "../../payload/type-words";
import type { BindingOperation, Definitions } from "../../wsdl/definitions";
import type { Changes } from "./change";
import { MessageComparison, read, written } from "./messages";

type SoapVersion = "1.1" | "1.2";

/** An operation as its bindings put it on the wire, in the order of the ports. */
type Bound = { readonly [version in SoapVersion]: readonly BindingOperation[] };

/** What a comparison of operations needs beside them. */
export interface OperationContext {
  readonly types: TypeComparison;
  readonly names: Names;
  readonly changes: Changes;
}

/** Operations by name; overloads by the names of their inputs, or in their order. */
export function compareOperations(old: Definitions, now: Definitions, context: OperationContext): void {
  const [before, after] = [boundOperations(old), boundOperations(now)];
  const { changes } = context;
  for (const [key, { words, bound }] of before) {
    const other = after.get(key);
    if (other) compareBound(words, bound, other.bound, context);
    else changes.breaking(words, "operation removed", "callers");
  }
  for (const [key, { words }] of after) if (!before.has(key)) changes.compatible(words, "operation added");
}

interface KeyedOperation {
  readonly words: string;
  readonly bound: Record<SoapVersion, BindingOperation[]>;
}

function boundOperations({ services }: Definitions): Map<string, KeyedOperation> {
  const byOperation = new Map<unknown, KeyedOperation>();
  for (const { binding } of services.flatMap(({ ports }) => ports)) {
    for (const operation of binding.operations) {
      const known = byOperation.get(operation.operation) ?? {
        words: operationWords(operation.operation),
        bound: { "1.1": [], "1.2": [] },
      };
      byOperation.set(operation.operation, known);
      known.bound[binding.soapVersion].push(operation);
    }
  }
  return numbered(byOperation.values(), ({ words }) => words);
}

/** Each binding with the one in its place; where a SOAP version came or went, what is left with what there is. */
function compareBound(where: string, old: Bound, now: Bound, context: OperationContext): void {
  const versions = (["1.1", "1.2"] as const).filter((version) => old[version].length > 0 && now[version].length > 0);
  for (const version of versions) {
    for (const [index, operation] of old[version].entries()) {
      const other = now[version][index] ?? now[version][0]!;
      compareActions(where, operation, other, version, context.changes);
      compareOperation(where, operation, other, context);
    }
  }
  const [operation, other] = [old, now].map((each) => each["1.1"][0] ?? each["1.2"][0]);
  if (versions.length === 0 && operation && other) compareOperation(where, operation, other, context);
}

function compareOperation(
  where: string,
  old: BindingOperation,
  now: BindingOperation,
  context: OperationContext,
): void {
  const { changes } = context;
  const documentationOf = (each: BindingOperation) => each.operation.documentation ?? each.documentation;
  changes.documentation(where, documentationOf(old), documentationOf(now));
  if (old.style !== now.style || old.input.use !== now.input.use)
    changes.breaking(where, `${old.style}/${old.input.use} -> ${now.style}/${now.input.use}`, "callers");
  if ((old.output === undefined) !== (now.output === undefined))
    changes.breaking(where, now.output ? "responds from now on" : "one-way from now on", "callers");
  if (old.operation.safe !== now.operation.safe)
    changes.compatible(where, now.operation.safe ? "safe to repeat from now on" : "not safe to repeat any more");
  const messages = new MessageComparison(where, old.style, context);
  messages.compare(old.input, now.input, written);
  if (old.output && now.output) {
    if (old.output.use !== now.output.use && old.input.use === now.input.use)
      changes.breaking(`${where} result`, `${old.output.use} -> ${now.output.use}`, "callers");
    messages.compare(old.output, now.output, read);
  }
  messages.compareFaults(old.faults, now.faults);
}

/** SOAP 1.1, 6.1.1: the SOAPAction header field; SOAP 1.2: the `action` of the content type, when it is required. */
function compareActions(
  where: string,
  old: BindingOperation,
  now: BindingOperation,
  version: SoapVersion,
  changes: Changes,
): void {
  const [before, after] = [old.soapAction ?? "", now.soapAction ?? ""];
  if (before !== after) {
    const what = `SOAPAction of SOAP ${version} "${before}" -> "${after}"`;
    changes.breaking(where, what, "callers", "clients in use send the old one");
  }
  if (old.soapActionRequired === now.soapActionRequired || before === "" || after === "") return;
  if (now.soapActionRequired)
    changes.breaking(where, "soapActionRequired from now on", "callers", "clients in use do not send the action");
  else changes.compatible(where, "soapActionRequired no more", "clients in use send the action, which is allowed");
}

/** A contract as plain data for its view: services, operations, and every named type that they reach. */

import type { ContractMember, ContractType, MessageNode } from "soapwright-runtime/internal";
import { TypeOutlines } from "soapwright-runtime/internal";
import type { OperationNode, ServiceNode } from "soapwright-runtime/tables";
import { groupsOf } from "../page/groups";
import type { ContractDocumentation } from "../service-options";

export interface ContractOperation {
  readonly name: string;
  readonly method: string;
  readonly group: string;
  readonly text?: string;
  readonly style: string;
  readonly action: { readonly "1.1"?: string; readonly "1.2"?: string };
  readonly input: readonly ContractMember[];
  readonly headers: readonly ContractMember[];
  readonly output?: readonly ContractMember[];
  readonly resultHeaders: readonly ContractMember[];
  readonly faults: readonly ContractMember[];
}

export interface ContractData {
  readonly services: readonly {
    readonly name: string;
    readonly namespace: string;
    readonly ports: readonly { readonly name: string; readonly soapVersion: string; readonly address: string }[];
    readonly operations: readonly ContractOperation[];
    /** The URL of an operation's form up to the method name; undefined without a form. */
    readonly form?: string;
  }[];
  readonly types: readonly ContractType[];
  readonly namespaces: readonly string[];
}

export interface ContractSource {
  readonly service: ServiceNode;
  readonly documentation?: ContractDocumentation | undefined;
  readonly form?: string;
}

export function contractOf(sources: readonly ContractSource[]): ContractData {
  const types = new TypeOutlines(sources.map(({ documentation }) => documentation?.types ?? {}));
  const services = sources.map(({ service, documentation, form }) => {
    const { name, targetNamespace: namespace, ports, operations } = service;
    const groups = groupsOf(operations.map((operation) => operation.name));
    return {
      name,
      namespace,
      ports: ports.map((port) => ({ name: port.name, soapVersion: port.soapVersion, address: port.address })),
      operations: operations.map((operation, at) => ({
        ...operationOf(operation, types),
        group: groups[at]!,
        ...textIn(documentation?.operations, operation.name),
      })),
      ...(form === undefined ? {} : { form }),
    };
  });
  return { services, types: types.finish(), namespaces: types.namespaces };
}

function operationOf(operation: OperationNode, types: TypeOutlines): Omit<ContractOperation, "group"> {
  const { name, method, style, use, soapAction, input, output, faults } = operation;
  const bodyOf = ({ body }: MessageNode) => body.map((element) => types.element(element, -1));
  return {
    name,
    method,
    style: `${style}/${use}`,
    action: soapAction,
    input: bodyOf(input),
    headers: input.headers.map((element) => types.element(element, -1)),
    ...(output === undefined ? {} : { output: bodyOf(output) }),
    resultHeaders: output?.headers.map((element) => types.element(element, -1)) ?? [],
    faults: faults.map(({ detail }) => types.element(detail, -1)),
  };
}

function textIn(texts: Readonly<Record<string, string>> | undefined, name: string): { readonly text?: string } {
  const text = texts !== undefined && Object.hasOwn(texts, name) ? texts[name] : undefined;
  return text === undefined || text === "" ? {} : { text };
}

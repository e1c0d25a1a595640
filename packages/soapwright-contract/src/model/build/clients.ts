/** WSDL 1.1, 2.7: services, and their classes. */
import { grouped } from "../../grouped";
import type { BindingFault, BindingOperation, Definitions, Operation, Port, Service } from "../../wsdl/definitions";
import { withNeeds } from "../../wsdl/security-policy";
import { expandedName } from "../../xml/xml";
import type { ClientModel, ElementModel, FaultModel, OperationModel, PortModel } from "../model";
import { messageModel, partElement } from "./build-messages";
import type { BuildContext } from "./context";
import { policyCredentials } from "./policy-credentials";

/**
 * Returns a class for each service, or for each group of its ports that differ in more than address and SOAP version.
 */
export function clientModels(definitions: Definitions, context: BuildContext): ClientModel[] {
  return definitions.services.flatMap((service) => {
    const groups = portGroups(service);
    return groups.map((ports) => clientModel(service, ports, classBase(service, ports, groups), context));
  });
}

/** A class serves ports of one port type whose bindings differ at most in the SOAP version. */
function portGroups(service: Service): Port[][] {
  const keyOf = ({ binding }: Port): string =>
    `${expandedName(binding.portType.name)} ${binding.operations.map(manner).join(" ")}`;
  return [...grouped(service.ports, keyOf).values()];
}

function manner({ operation, style, input, output, faults }: BindingOperation): string {
  const headers = [...input.headers, ...(output?.headers ?? [])].map((block) => block.part.name);
  return [
    operation.name,
    operation.overload,
    style,
    input.use,
    output?.use,
    ...headers,
    ...faults.map(({ fault }) => fault.name),
  ].join(",");
}

function classBase(service: Service, ports: readonly Port[], groups: readonly Port[][]): string {
  if (groups.length === 1) return service.name.local;
  const portType = ports[0]!.binding.portType.name.local;
  const isShared = groups.filter((group) => group[0]!.binding.portType.name.local === portType).length > 1;
  return isShared ? ports[0]!.name : portType;
}

function clientModel(service: Service, ports: readonly Port[], name: string, context: BuildContext): ClientModel {
  const first = ports[0]!.binding;
  const wanted = context.options.operations;
  const operations = first.operations
    .map((operation, index) => ({ operation, actions: soapActions(index, ports) }))
    .filter(({ operation }) => wanted === undefined || wanted.includes(operation.operation.name))
    .map(({ operation, actions }) => operationModel(operation, actions, context));
  const documentation = service.documentation ?? first.portType.documentation;
  const policies = ports.map(({ policy }) => policy && withNeeds(policy));
  return {
    className: "",
    headersName: "",
    apiName: "",
    streamApiName: "",
    constant: "",
    name,
    targetNamespace: service.name.namespace,
    portType: first.portType.name,
    position: service.position,
    documentation,
    ports: ports.map((port, index) => ({
      name: port.name,
      soapVersion: port.binding.soapVersion,
      address: port.address,
      addressing: addressingOf(port),
      policy: policies[index],
    })),
    credentials: policyCredentials(policies),
    operations,
    headers: distinct(operations.flatMap(({ input }) => input.headers)),
  };
}

function addressingOf({ addressing }: Port): PortModel["addressing"] {
  if (addressing === undefined) return undefined;
  const { position: _position, ...properties } = addressing;
  return properties;
}

type SoapActions = Pick<OperationModel, "soapAction" | "soapActionRequired">;

/** Returns the `soapAction` for each SOAP version, of the first port with one. */
function soapActions(index: number, ports: readonly Port[]): SoapActions {
  const soapAction: { "1.1"?: string; "1.2"?: string } = {};
  for (const { binding } of ports) {
    const action = binding.operations[index]?.soapAction;
    if (action !== undefined) soapAction[binding.soapVersion] ??= action;
  }
  return { soapAction, soapActionRequired: ports.some(({ binding }) => binding.operations[index]?.soapActionRequired) };
}

function operationModel(operation: BindingOperation, actions: SoapActions, context: BuildContext): OperationModel {
  const { name, overload } = operation.operation;
  const documentation = operation.operation.documentation ?? operation.documentation;
  return {
    name,
    overload,
    method: "",
    constant: "",
    style: operation.style,
    use: operation.input.use,
    outputUse: operation.output?.use === operation.input.use ? undefined : operation.output?.use,
    ...actions,
    safe: operation.operation.safe,
    input: messageModel(operation.input, operation, name, context),
    ...(operation.output && { output: messageModel(operation.output, operation, `${name}Response`, context) }),
    faults: operation.faults.flatMap((fault) => faultModels(fault, context)),
    ...actionsOf(operation.operation),
    mtom: operation.mtom,
    anonymous: operation.anonymous,
    documentation,
    component: operation,
  };
}

/** Returns the WS-Addressing actions, and the message names, which the default action contains. */
function actionsOf({ input, output, faults }: Operation): Pick<OperationModel, "action" | "messageNames"> {
  const faultActions = faults.flatMap(({ name, action }) => (action === undefined ? [] : [[name, action] as const]));
  const action = {
    ...(input.action !== undefined && { input: input.action }),
    ...(output?.action !== undefined && { output: output.action }),
    ...(faultActions.length > 0 && { faults: Object.fromEntries(faultActions) }),
  };
  const messageNames = {
    ...(input.isNamed && { input: input.name }),
    ...(output?.isNamed && { output: output.name }),
  };
  return {
    ...(Object.keys(action).length > 0 && { action }),
    ...(Object.keys(messageNames).length > 0 && { messageNames }),
  };
}

function distinct(elements: readonly ElementModel[]): ElementModel[] {
  return [...new Map(elements.map((element) => [expandedName(element.name), element])).values()];
}

/** WSDL 1.1, section 3.6: a fault has one part. */
function faultModels({ fault, namespace }: BindingFault, context: BuildContext): FaultModel[] {
  const part = fault.message.parts[0];
  return part === undefined ? [] : [{ name: fault.name, detail: partElement(part, namespace, context) }];
}

/** The tables of a model for the run time: the values that the printed `schemas.ts` evaluates to. */

import type { FaultNode, MessageNode, OperationNode } from "soapwright-runtime/internal";
import { checkPolicy, type ServiceNode, soapEncoding } from "soapwright-runtime/tables";
import type { ClientModel, FaultModel, MessageModel, Model, OperationModel } from "../model/model";
import { referringMessages } from "../model/octets";
import { usesSoapEncoding } from "../model/walk";
import { TypeNodes } from "./type-nodes";

/** Returns a service for each client of the model. `contract`: the source of the tables. */
export function buildTables(model: Model, contract?: ServiceNode["contract"]): ServiceNode[] {
  const types = new TypeNodes(model.types);
  const isReferring = referringMessages(model);
  const encoding = usesSoapEncoding(model) ? { soapEncoding } : {};
  return model.clients.map((client) => ({ ...serviceNode(client, { types, isReferring }, contract), ...encoding }));
}

/** The state that messages share. */
interface Tables {
  readonly types: TypeNodes;
  readonly isReferring: (message: MessageModel) => boolean;
}

function serviceNode(client: ClientModel, tables: Tables, contract: ServiceNode["contract"]): ServiceNode {
  const { name, targetNamespace, portType, ports, operations } = client;
  return {
    name,
    targetNamespace,
    portType,
    ...(contract === undefined ? {} : { contract }),
    ports: ports.map(({ name: port, soapVersion, address, addressing, policy }) => ({
      name: port,
      soapVersion,
      address,
      ...(addressing && { addressing }),
      ...(policy && { policy }),
    })),
    operations: operations.map((operation) => operationNode(operation, tables)),
    ...(ports.some(({ policy }) => policy) && { checkPolicy }),
  };
}

function operationNode(operation: OperationModel, tables: Tables): OperationNode {
  const {
    name,
    method,
    style,
    use,
    outputUse,
    soapAction,
    soapActionRequired,
    safe,
    input,
    output,
    faults,
    action,
    messageNames,
    mtom,
    anonymous,
  } = operation;
  return {
    name,
    method,
    style,
    use,
    ...(outputUse && { outputUse }),
    soapAction,
    ...(soapActionRequired ? { soapActionRequired } : {}),
    safe,
    input: messageNode(input, tables),
    ...(output === undefined ? {} : { output: messageNode(output, tables) }),
    faults: faults.map((fault) => faultNode(fault, tables.types)),
    ...(action && { action }),
    ...(messageNames && { messageNames }),
    ...(mtom && { mtom }),
    ...(anonymous && { anonymous }),
  };
}

function messageNode(message: MessageModel, { types, isReferring }: Tables): MessageNode {
  const { body, unwrap, list, headers, attachments } = message;
  const beside = attachments.map((element) => ({
    ...types.element(element),
    contentTypes: element.contentTypes,
  }));
  return {
    body: body.map((element) => types.element(element)),
    unwrap,
    list: list !== false,
    headers: headers.map((header) => types.element(header)),
    attachments: beside.length > 0 ? beside : undefined,
    refersToParts: isReferring(message) || undefined,
  };
}

function faultNode({ name, detail }: FaultModel, types: TypeNodes): FaultNode {
  return { name, detail: types.element(detail) };
}

import type { ClientModel, ElementModel, Model, OperationModel } from "../../model/model";
import { type PayloadRoot, rootsOf } from "../instances/roots";
import type { Tables } from "./generated-tables";
import type { ElementTable } from "./runtime";

/** A payload that an operation carries: what the schema says of it, what the model named, and its table. */
export interface Payload {
  readonly client: ClientModel;
  readonly operation: OperationModel;
  readonly root: PayloadRoot;
  readonly model: ElementModel;
  readonly table: ElementTable;
  /** Keys from the message to the value of the method; of arguments and results. */
  readonly unwrap?: readonly string[];
  /** SOAP versions in whose encoding it goes out; none under literal use. */
  readonly encodings: readonly ("1.1" | "1.2")[];
}

interface MessageTable {
  readonly body: readonly ElementTable[];
  readonly headers: readonly ElementTable[];
  readonly unwrap: readonly string[];
}
interface OperationTable {
  readonly input: MessageTable;
  readonly output?: MessageTable;
  readonly faults: readonly { readonly detail: ElementTable }[];
}

/**
 * The payloads of every operation of every client.
 *
 * @throws Error when the tables lack one.
 */
export function payloadsOf(model: Model, tables: Tables): Payload[] {
  return model.clients.flatMap((client) =>
    client.operations.flatMap((operation) =>
      rootsOf(operation.component).map((root): Payload => {
        const table = tables[operation.constant] as OperationTable | undefined;
        const found = table && { table: tableOf(root, table), model: modelOf(root, operation) };
        if (!found?.table || !found.model) {
          throw new Error(`the tables have no ${root.role} ${root.element.name.local} of ${operation.name}`);
        }
        const unwrap = unwrapOf(root, table);
        const versions = client.ports.map(({ soapVersion }) => soapVersion);
        return {
          client,
          operation,
          root,
          model: found.model,
          table: found.table,
          ...(unwrap && { unwrap }),
          encodings: root.use === "encoded" ? [...new Set(versions)] : [],
        };
      }),
    ),
  );
}

function tableOf({ role, index }: PayloadRoot, { input, output, faults }: OperationTable): ElementTable | undefined {
  switch (role) {
    case "arguments":
      return input.body[index];
    case "header":
      return input.headers[index];
    case "result":
      return output?.body[index];
    case "result header":
      return output?.headers[index];
    case "fault":
      return faults[index]?.detail;
  }
}

function unwrapOf({ role }: PayloadRoot, table: OperationTable | undefined): readonly string[] | undefined {
  if (role === "arguments") return table?.input.unwrap;
  return role === "result" ? table?.output?.unwrap : undefined;
}

function modelOf({ role, index }: PayloadRoot, { input, output, faults }: OperationModel): ElementModel | undefined {
  switch (role) {
    case "arguments":
      return input.body[index];
    case "header":
      return input.headers[index];
    case "result":
      return output?.body[index];
    case "result header":
      return output?.headers[index];
    case "fault":
      return faults[index]?.detail;
  }
}

/** For messages and file names: `Order_GetList result`. */
export function payloadName({ operation, root }: Payload): string {
  const name = root.role.endsWith("header") ? ` ${root.element.name.local}` : root.fault ? ` ${root.fault}` : "";
  return `${operation.name} ${root.role}${name}`;
}

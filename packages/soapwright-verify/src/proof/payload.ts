import type { ElementModel, Model, OperationModel } from "soapwright-contract";
import { describeOperation, type PayloadRoot, rootsOf } from "soapwright-contract";
import type { ElementTable } from "./runtime";

/** The exports of a generated `schemas.ts`. */
export type Tables = Readonly<Record<string, unknown>>;

/** A payload of an operation, with its schema component, its model and its table. */
export interface Payload {
  readonly operation: OperationModel;
  readonly root: PayloadRoot;
  readonly model: ElementModel;
  readonly table: ElementTable;
  /** Keys from the message to the method's arguments or result; undefined for other payloads. */
  readonly unwrap: readonly string[] | undefined;
  /** SOAP versions with whose encoding the payload is sent; empty for literal use. */
  readonly encodings: readonly ("1.1" | "1.2")[];
}

/** The payloads of an operation. Model and tables have the same form. */
interface Carried<E> {
  readonly input: CarriedMessage<E>;
  readonly output?: CarriedMessage<E>;
  readonly faults: readonly { readonly detail: E }[];
}
interface CarriedMessage<E> {
  readonly body: readonly E[];
  readonly headers: readonly E[];
  readonly unwrap: readonly string[];
}
type OperationTable = Carried<ElementTable>;

/**
 * Returns the payloads of every operation.
 *
 * @throws Error when the tables lack a payload.
 */
export function payloadsOf(model: Model, tables: Tables): Payload[] {
  return model.clients.flatMap((client) =>
    client.operations.flatMap((operation) =>
      rootsOf(operation.component).map((root): Payload => {
        const table = tables[operation.constant] as OperationTable | undefined;
        const element = table && atRoot(root, table);
        const elementModel = atRoot(root, operation);
        if (!element || !elementModel)
          throw new Error(`the tables have no ${root.role} ${root.element.name.local} of ${operation.name}`);
        const versions = client.ports.map(({ soapVersion }) => soapVersion);
        return {
          operation,
          root,
          model: elementModel,
          table: element,
          unwrap: unwrapOf(root, table),
          encodings: root.use === "encoded" ? [...new Set(versions)] : [],
        };
      }),
    ),
  );
}

function unwrapOf({ role }: PayloadRoot, { input, output }: OperationTable): readonly string[] | undefined {
  if (role === "arguments") return input.unwrap;
  return role === "result" ? output?.unwrap : undefined;
}

function atRoot<E>({ role, index }: PayloadRoot, { input, output, faults }: Carried<E>): E | undefined {
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

export function payloadName({ operation, root }: Payload): string {
  const name = root.role.endsWith("header") ? ` ${root.element.name.local}` : root.fault ? ` ${root.fault}` : "";
  return `${describeOperation(operation)} ${root.role}${name}`;
}

/** The employees of a running sandbox: operations always see the data of now. */

import type { ServiceVersion } from "../employee-service";
import { ConfigurationError } from "../runtime";
import type { OperationHandler, ServiceOptions, ServiceShape } from "../sandbox/index";
import { type EditableData, lineOfSyntaxError } from "../sandbox/internal";
import { checkData } from "./check-data";
import { checkedEmployeeData, type EmployeeData } from "./employee-records";
import { type OperationSettings, operationsOf } from "./operations";

/** Holds the data and what is made of it. */
export class LiveData implements EditableData {
  #data: EmployeeData;
  readonly #operations = new Map<ServiceVersion, ReturnType<typeof operationsOf>>();

  constructor(
    private readonly versions: readonly ServiceVersion[],
    data: EmployeeData,
    private readonly shape: ServiceShape,
    private readonly settings: Omit<OperationSettings, "data">,
  ) {
    this.#data = data;
    this.#use(data);
  }

  read(): string {
    return JSON.stringify(this.#data, null, 2);
  }

  write(text: string): void {
    let content: unknown;
    try {
      content = JSON.parse(text);
    } catch (cause) {
      const message = `Line ${lineOfSyntaxError(text, cause)}: ${(cause as Error).message}.`;
      throw new ConfigurationError(message, { option: "data", cause });
    }
    const source = { name: "data", text };
    const data = checkedEmployeeData(content, source);
    checkData(this.versions, data, this.shape, source);
    this.#use(data);
  }

  /** The operations of a version, each looked up when it is called. */
  operationsOf(version: ServiceVersion): Pick<ServiceOptions, "operations" | "otherOperations"> {
    const now = (): ReturnType<typeof operationsOf> => this.#operations.get(version)!;
    const names = Object.keys(now().operations ?? {});
    const operations = names.map((name): [string, OperationHandler] => [
      name,
      (request) => now().operations?.[name]?.(request),
    ]);
    return { operations: Object.fromEntries(operations), otherOperations: (call) => now().otherOperations?.(call) };
  }

  #use(data: EmployeeData): void {
    this.#data = data;
    for (const version of this.versions)
      this.#operations.set(version, operationsOf(version, { data, ...this.settings }));
  }
}

import { requestAction } from "soapwright-features/wire";
import { Codec, ownValue, type Rename, soapEncoding } from "soapwright-runtime/codecs";
import type { OperationNode, QName } from "soapwright-runtime/tables";
import type { TreeElement } from "../asmx/element-tree";
import { configuredResult } from "./results";
import { generateResponse } from "./sample-values/made-values";
import type { HandlerContext, OperationHandler, OperationRequest, ServiceOptions } from "./service-options";
import { withOpenEnumerations } from "./table-copy";

/**
 * A service of the sandbox: its schema tables, with the namespaces moved to one base URL. Finds the operation of a
 * request, and runs its handler. Opens no connection.
 */
export class HostedService {
  readonly rename: Rename;
  readonly codec: Codec;
  /** The tables of responses, whose enumerations accept any text. */
  readonly responseTables = withOpenEnumerations();
  readonly #byAction = new Map<string, OperationNode[]>();
  readonly #byElement = new Map<string, OperationNode[]>();

  constructor(
    readonly options: ServiceOptions,
    readonly baseUrl: string,
  ) {
    this.rename = (namespace) => moved(namespace, options.declaredBaseUrl, baseUrl);
    this.codec = new Codec({ validation: "lenient", rename: this.rename, soapEncoding });
    for (const operation of options.service.operations) {
      const declared = Object.values(operation.soapAction);
      const actions = declared.length === 0 ? [""] : declared.map((each) => (each === "" ? "" : this.rename(each)));
      // Stacks with WS-Addressing send the Action as SOAPAction too, even where the WSDL has an empty one.
      for (const action of new Set([...actions, ...this.#addressedActions(operation)])) {
        addTo(this.#byAction, action, operation);
      }
      const name = operation.input.body[0]?.name;
      addTo(this.#byElement, keyOf(name && { ...name, namespace: this.rename(name.namespace) }), operation);
    }
  }

  #addressedActions(operation: OperationNode): string[] {
    const { service } = this.options;
    return service.ports.flatMap(({ soapVersion, addressing }) => {
      // JAX-WS sends a declared Action as SOAPAction, whether or not the messages have WS-Addressing headers.
      if (addressing === undefined && operation.action?.input === undefined) return [];
      const soapAction = this.rename(operation.soapAction[soapVersion] ?? "");
      const { version } = addressing ?? { version: "1.0" };
      return requestAction({ service, operation, version, rename: this.rename, soapAction }) ?? [];
    });
  }

  /** If several operations share the action (many WSDLs leave it empty), the element decides. */
  operationByAction(action: string, element: TreeElement | undefined): OperationNode | undefined {
    const candidates = this.#byAction.get(action) ?? [];
    const [first, ...others] = candidates;
    if (others.length === 0) return first;
    const named = this.#byElement.get(keyOf(element?.name)) ?? [];
    return candidates.find((candidate) => named.includes(candidate)) ?? first;
  }

  /** Returns the result of the handler, of the configured results or of `otherOperations`, or a generated one. */
  async run(operation: OperationNode, request: OperationRequest): Promise<unknown> {
    const { handlers, operations, otherOperations } = this.options;
    const handler = ownValue(handlers ?? {}, operation.method) as
      | ((args: unknown, context: HandlerContext) => unknown)
      | undefined;
    if (handler) {
      const { args, ...rest } = request;
      return handler(args, { ...rest, auth: this.#auth(operation, request.headers) });
    }
    const operationHandler = ownValue(operations ?? {}, operation.name) as OperationHandler | undefined;
    if (operationHandler) return operationHandler(request);
    const result = configuredResult(operation, this.options.results);
    if (result) return result.value;
    const call = { operation, request, rename: this.rename, soapEncoding };
    return otherOperations ? otherOperations(call) : generateResponse(call);
  }

  #auth(operation: OperationNode, headers: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    const block = headers[operation.input.headers[0]?.key ?? ""];
    return typeof block === "object" && block !== null ? (block as Readonly<Record<string, unknown>>) : {};
  }

  operationByElement(element: TreeElement | undefined): OperationNode | undefined {
    return this.#byElement.get(keyOf(element?.name))?.[0];
  }
}

/** Addresses that do not start with the declared base URL stay unchanged. */
function moved(address: string, declaredBaseUrl: string | undefined, baseUrl: string): string {
  if (declaredBaseUrl === undefined) return address;
  const isBelow = address === declaredBaseUrl || address.startsWith(`${declaredBaseUrl}/`);
  return isBelow ? baseUrl + address.slice(declaredBaseUrl.length) : address;
}

function addTo(all: Map<string, OperationNode[]>, key: string, operation: OperationNode): void {
  const operations = all.get(key);
  if (operations) operations.push(operation);
  else all.set(key, [operation]);
}

/** Operations without parts have an empty Body, and so an empty key. */
function keyOf(name: QName | undefined): string {
  return name ? `{${name.namespace}}${name.local}` : "";
}

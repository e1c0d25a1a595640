import { WSDL } from "soap/lib/wsdl";
import type { OperationPlan } from "./operation-plan";

/** The Body of a request, made before node-soap is asked to. */
export interface EncodedMessage {
  readonly body: string;
}

/** What our HTTP part hands to node-soap as "the answer": already decoded. */
export interface DecodedAnswer {
  readonly Header: undefined;
  readonly Body: { readonly result: unknown };
}

const XMLNS = 'xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

/**
 * node-soap's WSDL without a document behind it: what it would read from one is in the generated tables, and what it
 * would do with them our codecs have done. One instance belongs to one client: node-soap writes that client's options
 * into it.
 */
export class TableWsdl extends WSDL {
  constructor(service: string, plans: Iterable<OperationPlan>, targetNamespace: string, location: string) {
    super({}, "", {});
    this.definitions = definitionsOf(service, plans, targetNamespace, location);
  }

  override objectToDocumentXML(_name: string, message: EncodedMessage): string {
    return message.body;
  }

  override objectToRpcXML(_name: string, message: EncodedMessage): string {
    return message.body;
  }

  /** node-soap goes on from here to complete what it read from a document. The tables are complete, and its loops are not made for an extended `Object.prototype`. */
  override processIncludes(): void {}

  /** Never throws: node-soap would write the answer into the error. */
  override xmlToObject(answer: DecodedAnswer): DecodedAnswer {
    return answer;
  }
}

// node-soap fills this in a tick after construction, from namespaces that a WSDL declares. Requests want exactly this.
Object.defineProperty(TableWsdl.prototype, "xmlnsInEnvelope", { get: () => XMLNS, set() {} });

/** The key of a method on node-soap's client: the colon keeps it from hiding one of the client's own. */
export function methodKey(operation: string): string {
  return `operation:${operation}`;
}

export const SERVICE_KEY = "service:generated";
export const PORT_KEY = "port";

function definitionsOf(
  service: string,
  plans: Iterable<OperationPlan>,
  targetNamespace: string,
  location: string,
): WSDL["definitions"] {
  const methods: { [key: string]: unknown } = {};
  for (const { operation, soapAction } of plans) {
    methods[methodKey(operation.name)] = {
      $name: operation.name,
      soapAction,
      // The style only decides which of the two functions above is asked, and both answer the same.
      style: "document",
      input: { $name: operation.name },
      output: operation.output === undefined ? undefined : { $name: "result" },
    };
  }
  const definitions = {
    $name: service,
    $targetNamespace: targetNamespace,
    xmlns: {},
    schemas: {},
    messages: {},
    services: { [SERVICE_KEY]: { ports: { [PORT_KEY]: { location, binding: { methods } } }, postProcess() {} } },
    deleteFixedAttrs() {},
  };
  // A plain object with the part of node-soap's DefinitionsElement that its client reads.
  return definitions as unknown as WSDL["definitions"];
}

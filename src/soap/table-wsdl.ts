import type { WSDL } from "soap/lib/wsdl";
import type { OperationPlan } from "./operation-plan";

/** The Body of a request, made before node-soap is asked to. */
export interface EncodedMessage {
  readonly body: string;
}

const XMLNS = 'xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
const RESULT = "result";

/**
 * What node-soap's client asks of a WSDL, without a document behind it: what it would read from one is in the generated
 * tables, and what it would do with them our codecs do. One instance belongs to one client: node-soap writes that client's
 * options into it.
 */
export class TableWsdl {
  readonly definitions: WSDL["definitions"];
  readonly options: WSDL["options"] = {};
  readonly xmlnsInEnvelope = XMLNS;
  #whole: WSDL | undefined;

  constructor(service: string, plans: Iterable<OperationPlan>, targetNamespace: string, location: string) {
    this.definitions = definitionsOf(service, plans, targetNamespace, location);
  }

  objectToDocumentXML(_name: string, message: EncodedMessage): string {
    return message.body;
  }

  objectToRpcXML(_name: string, message: EncodedMessage): string {
    return message.body;
  }

  /** The result was decoded while the response came. Never throws: node-soap would write the response into the error. */
  xmlToObject(result: unknown): { readonly Header: undefined; readonly Body: { readonly [RESULT]: unknown } } {
    return { Header: undefined, Body: { [RESULT]: result } };
  }

  /** A header block that was given as an object: the one thing that node-soap's own WSDL is needed for. */
  objectToXML(...args: Parameters<WSDL["objectToXML"]>): string {
    this.#whole ??= this.#load();
    return this.#whole.objectToXML(...args);
  }

  #load(): WSDL {
    const { WSDL } = require("soap/lib/wsdl") as typeof import("soap/lib/wsdl");
    const whole = new WSDL({}, "", {});
    // It would complete what it has read from a document, and its loops are not made for an extended Object.prototype.
    whole.processIncludes = () => {};
    whole.definitions = this.definitions;
    Object.assign(whole.options, this.options);
    return whole;
  }
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
  for (const { operation, soapAction, methodKey } of plans) {
    methods[methodKey] = {
      $name: operation.name,
      soapAction,
      // The style only decides which of the two functions above is asked, and both answer the same.
      style: "document",
      input: { $name: operation.name },
      output: operation.output === undefined ? undefined : { $name: RESULT },
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

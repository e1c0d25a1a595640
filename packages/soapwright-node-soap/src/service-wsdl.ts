import { WSDL } from "#node-soap-wsdl";
import { bare } from "./bare";

/** What node-soap's client reads of a WSDL. A test compares it with what the two newest minor versions read. */
export const READ_MEMBERS = [
  "definitions",
  "objectToDocumentXML",
  "objectToXML",
  "options",
  "xmlToObject",
  "xmlnsInEnvelope",
  "xmlnsInHeader",
] as const;

/** An operation as node-soap's client and header functions see it. */
interface Method {
  readonly $name: string;
  soapAction: string;
  readonly style: "document";
  readonly input: { readonly $name: string };
}

/**
 * An object in the place of node-soap's WSDL, made of the tables of a service. Reading a WSDL costs 11 ms for each
 * client, throws outside of any call in a process where a package has extended `Object.prototype`, and is cached by
 * path, so that clients of different SOAP versions would share one.
 */
export class ServiceWsdl {
  readonly options = bare({});
  readonly xmlnsInEnvelope = 'xmlns:xsd="http://www.w3.org/2001/XMLSchema"';
  readonly xmlnsInHeader = undefined;
  readonly definitions: object;
  readonly #methods: { readonly [key: string]: Method };

  constructor(namespace: string, operations: readonly { readonly name: string; readonly method: string }[]) {
    const methods = operations.map(({ name: $name, method }): [string, Method] => [
      keyOf(method),
      { $name, soapAction: "", style: "document", input: { $name } },
    ]);
    this.#methods = bare(Object.fromEntries(methods));
    const services = bare({ service: { ports: bare({ port: { binding: { methods: this.#methods } } }) } });
    this.definitions = { $targetNamespace: namespace, xmlns: bare({}), schemas: bare({}), services };
  }

  /** Sets the action of an operation, which header functions receive too, and returns the operation's key. */
  setAction(method: string, action: string): string {
    const key = keyOf(method);
    this.#methods[key]!.soapAction = action;
    return key;
  }

  /** The Body is encoded by the generated tables, and travels in the options of the call. */
  objectToDocumentXML(...read: readonly unknown[]): string {
    const [, , , , , options] = read;
    return (options as { readonly body: string }).body;
  }

  /** The response has been decoded by the generated tables, and is not parsed again. */
  xmlToObject(): object {
    return PARSED;
  }

  /** Writes a header block from an object, by node-soap's rules. */
  objectToXML(value: unknown, name?: string, namespace?: string, xmlns?: string): string {
    const wsdl = new WSDL({}, "", {});
    // node-soap would complete a parsed document later.
    wsdl.processIncludes = () => {};
    wsdl.definitions = this.definitions;
    Object.assign(wsdl.options, this.options);
    return wsdl.objectToXML(value, name, namespace, xmlns, true);
  }
}

const PARSED = { Header: undefined, Body: {} };

/** No member of node-soap's client has a colon, so that no operation replaces one. */
function keyOf(method: string): string {
  return `operation:${method}`;
}

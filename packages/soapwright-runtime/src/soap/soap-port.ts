import { Codec, type ElementNode, type OperationNode, type ServiceNode, type Validation } from "../schema/codec";
import type { Address } from "../transport/address";
import type { ConnectTls } from "../transport/connector";
import type { ReaderPlan } from "../xml/xml-namespaces";
import { definitionsOf, NodeSoapAdapter } from "./node-soap-adapter";
import { headerKeys, OperationPlan, ResponsePlan, SOAP_TERMS, type SoapVersion } from "./operation-plan";
import { soapActionOf } from "./soap-action";

interface PortSettings {
  readonly address: Address;
  readonly soapVersion: SoapVersion;
  readonly rename: (namespace: string) => string;
  readonly validation: Validation;
  readonly exposeEnvelopes: boolean;
  readonly plainHeaders: readonly string[];
}

/** The request and response plans of one operation. */
export interface PortOperation {
  readonly request: OperationPlan;
  readonly response: ResponsePlan;
}

/** What the ports of a client and its `with` clients share. */
interface SharedParts {
  readonly operations: ReadonlyMap<OperationNode, PortOperation>;
  readonly reading: ReaderPlan;
  readonly exposeEnvelopes: boolean;
  readonly plainHeaders: ReadonlySet<string>;
}

/** Makes the exchange ids of all ports in this process distinct. */
let nextPortId = 0;

/** The plans of a service's operations, and the node-soap client that writes their requests to one origin. */
export class SoapPort {
  readonly id = (nextPortId++).toString(36);
  /** The number of calls so far. */
  calls = 0;
  readonly shared: SharedParts;
  readonly origin: string;
  readonly adapter: NodeSoapAdapter;
  /** Writes requests to other origins. Made on first use. */
  otherOriginAdapter: NodeSoapAdapter | undefined;

  constructor(shared: SharedParts, origin: string, adapter: NodeSoapAdapter) {
    this.shared = shared;
    this.origin = origin;
    this.adapter = adapter;
  }

  /**
   * Returns the port of a client of `with`, whose `client.soap` starts with the security object, header blocks and
   * listeners of this port's; with the listeners alone for another origin, because the others may hold credentials.
   */
  derive(origin: string): SoapPort {
    return new SoapPort(this.shared, origin, this.adapter.derive(origin !== this.origin));
  }
}

export function openPort(
  service: ServiceNode,
  settings: PortSettings,
  reading: ReaderPlan,
  setTls: (tls: ConnectTls) => void,
): SoapPort {
  const { address, soapVersion, rename, validation, exposeEnvelopes } = settings;
  const terms = SOAP_TERMS[soapVersion];
  const elements = (): ElementNode[] => globalElements(service);
  const codec = new Codec({ validation, rename, soapEncoding: service.soapEncoding, elements });
  const serviceKeys = headerKeys(service);
  const operations = new Map<OperationNode, PortOperation>();
  for (const operation of service.operations) {
    const action = soapActionOf(operation, { service, soapVersion, rename });
    operations.set(operation, {
      request: new OperationPlan(operation, codec, terms, action, serviceKeys),
      response: new ResponsePlan(operation, codec, terms, rename),
    });
  }
  const plans = [...operations.values()].map(({ request }) => request);
  const definitions = definitionsOf(service.name, rename(service.targetNamespace), plans);
  const adapter = new NodeSoapAdapter({ definitions, terms, location: address.display, exposeEnvelopes, setTls });
  const plainHeaders = new Set(settings.plainHeaders);
  return new SoapPort({ operations, reading, exposeEnvelopes, plainHeaders }, address.origin, adapter);
}

/** Returns the elements of messages in document style, headers and faults, which are global elements of the schemas. */
function globalElements({ operations }: ServiceNode): ElementNode[] {
  return operations.flatMap(({ style, input, output, faults }) => {
    const messages = output === undefined ? [input] : [input, output];
    const details = faults.map(({ detail }) => detail);
    return [
      ...messages.flatMap(({ body, headers }) => [...(style === "document" ? body : []), ...headers]),
      ...details,
    ];
  });
}

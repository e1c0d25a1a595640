import { Codec, type ElementNode, type OperationNode, type ServiceNode, type Validation } from "../schema/codec";
import type { ReaderPlan } from "../xml/xml-namespaces";
import { headerKeys, OperationPlan, ResponsePlan, SOAP_TERMS, type SoapVersion } from "./operation-plan";
import { soapActionOf } from "./soap-action";

interface PlanSettings {
  readonly soapVersion: SoapVersion;
  readonly rename: (namespace: string) => string;
  readonly validation: Validation;
  readonly exposeEnvelopes: boolean;
  readonly plainHeaders: readonly string[];
}

/** The request and response plans of one operation. */
export interface PlannedOperation {
  readonly request: OperationPlan;
  readonly response: ResponsePlan;
}

/** What the clients of one service and SOAP version share. */
export interface ServicePlan {
  readonly operations: ReadonlyMap<OperationNode, PlannedOperation>;
  readonly reading: ReaderPlan;
  readonly exposeEnvelopes: boolean;
  readonly plainHeaders: ReadonlySet<string>;
}

/** Works out once what every call of an operation needs. */
export function planService(service: ServiceNode, settings: PlanSettings, reading: ReaderPlan): ServicePlan {
  const { soapVersion, rename, validation, exposeEnvelopes } = settings;
  const terms = SOAP_TERMS[soapVersion];
  const elements = (): ElementNode[] => globalElements(service);
  const codec = new Codec({ validation, rename, soapEncoding: service.soapEncoding, elements });
  const serviceKeys = headerKeys(service);
  const operations = new Map<OperationNode, PlannedOperation>();
  for (const operation of service.operations) {
    const action = soapActionOf(operation, { service, soapVersion, rename });
    operations.set(operation, {
      request: new OperationPlan(operation, codec, terms, action, serviceKeys),
      response: new ResponsePlan(operation, codec, terms, rename),
    });
  }
  const plainHeaders = new Set(settings.plainHeaders);
  return { operations, reading, exposeEnvelopes, plainHeaders };
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

/** WSDL 1.1, section 2.5: bindings, with the SOAP binding of section 3. */

import { grouped } from "../grouped";
import type { DiagnosticReason } from "../reasons";
import { permit } from "../remedy";
import { remembered } from "../remembered";
import {
  attribute,
  childElements,
  childrenNamed,
  expandedName,
  nameOf,
  placeOf,
  type QName,
  wsdlNamespace,
  type XmlElement,
} from "../xml/xml";
import { NearQNames } from "../xsd/near-qnames";
import { isSameDefinition } from "../xsd/repeated-components";
import { type BindingContext, buildBindingMessage, requireElementName } from "./binding-message";
import type { Binding, BindingFault, BindingOperation, Message, Operation } from "./definitions";
import type { ReadPortType } from "./port-type";
import { anonymousOf } from "./wsdl-addressing";
import { documentationOf, httpNamespace, soapChild, soapNamespaces } from "./wsdl-source";

/** Returns a SOAP binding. A binding of another protocol is reported in a note, and the result is undefined. */
export function buildBinding(source: XmlElement, name: QName, context: BindingContext): Binding | undefined {
  const { diagnostics } = context;
  const portType = context.portTypes.resolve(source, "type");
  const soap = soapChild(source, "binding");
  const soapVersion = soapVersionOf(source);
  if (soapVersion === undefined) {
    diagnostics.note(source, "binding-not-soap", `${protocolOf(source)} left out: only SOAP is called`, { name });
    return undefined;
  }
  if (soap === undefined) {
    diagnostics.warning(source, "soap-binding-missing", `${source.raw} has no soap:binding`, {
      name,
      hint: "it is read as document style over HTTP, as its soap:operation says",
    });
  }
  if (portType === undefined) return undefined;
  const operations = buildOperations(source, { portType, targetNamespace: name.namespace }, soap, context);
  return {
    name,
    portType,
    soapVersion,
    transport: (soap && attribute(soap, "transport")) ?? "http://schemas.xmlsoap.org/soap/http",
    operations,
    addressing: context.addressing.declaredAt(source),
    position: source.position,
    documentation: documentationOf(source),
  };
}

function buildOperations(
  source: XmlElement,
  { portType, targetNamespace }: { readonly portType: ReadPortType; readonly targetNamespace: string },
  soap: XmlElement | undefined,
  context: BindingContext,
): BindingOperation[] {
  const style = soap && attribute(soap, "style") === "rpc" ? "rpc" : "document";
  const isMtom = context.requiresMtom(source);
  const operations = new Map<Operation, BindingOperation>();
  const sources = new Map<Operation, XmlElement>();
  const children = childrenNamed(source, wsdlNamespace, "operation");
  const named = new Set(children.map((child) => nameOf(child)));
  for (const child of children) {
    const name = nameOf(child) ?? "";
    if (context.skipOperations?.includes(name)) {
      context.diagnostics.note(child, "operation-skipped", `operation ${name} is left out: --skip-operation names it`);
      continue;
    }
    const operation = buildBindingOperation(child, portType, { bindingStyle: style, isMtom, targetNamespace }, context);
    if (operation === undefined) continue;
    const before = sources.get(operation.operation);
    if (before !== undefined && isSameDefinition(before, child)) {
      context.diagnostics.warning(
        child,
        "operation-bound-alike",
        `operation ${operation.operation.name} is bound twice alike`,
        `the first is in line ${before.position.line}; this one is left out`,
      );
    } else if (before !== undefined) {
      context.diagnostics.error(
        child,
        "operation-bound-twice",
        `operation ${operation.operation.name} is bound twice`,
        "overloads must differ in the names of their input and output",
      );
    } else {
      operations.set(operation.operation, operation);
      sources.set(operation.operation, child);
    }
  }
  for (const operation of portType.operations) {
    if (named.has(operation.name)) continue;
    context.diagnostics.warning(
      source,
      "operation-not-bound",
      `operation ${operation.name} of port type ${expandedName(portType.name)} is not bound; left out`,
    );
  }
  return [...operations.values()];
}

export function isSoapBinding(source: XmlElement): boolean {
  return soapVersionOf(source) !== undefined;
}

function soapVersionOf(source: XmlElement): "1.1" | "1.2" | undefined {
  return soapNamespaces.get(soapChild(source, "binding")?.name.namespace ?? "") ?? versionOfOperations(source);
}

/** Some WSDLs have no soap:binding, only soap:operation and soap:body. */
function versionOfOperations(source: XmlElement): "1.1" | "1.2" | undefined {
  for (const operation of childrenNamed(source, wsdlNamespace, "operation")) {
    for (const child of childElements(operation)) {
      const version = soapNamespaces.get(child.name.namespace);
      if (version !== undefined) return version;
    }
  }
  return undefined;
}

export function protocolOf(source: XmlElement): string {
  const extension = childElements(source).find((child) => child.name.namespace !== wsdlNamespace);
  if (extension?.name.namespace === httpNamespace)
    return `HTTP ${attribute(extension, "verb") ?? ""} binding`.replace("  ", " ");
  return extension === undefined ? "binding without a protocol" : `binding of ${extension.name.namespace}`;
}

function buildBindingOperation(
  source: XmlElement,
  portType: ReadPortType,
  {
    bindingStyle,
    isMtom,
    targetNamespace,
  }: { readonly bindingStyle: "document" | "rpc"; readonly isMtom: boolean; readonly targetNamespace: string },
  context: BindingContext,
): BindingOperation | undefined {
  const { diagnostics } = context;
  const operation = operationOf(source, portType, context);
  if (operation === undefined) return undefined;
  const soap = soapChild(source, "operation");
  const written = soap && attribute(soap, "style")?.trim();
  const style = written === "rpc" || written === "document" ? written : bindingStyle;
  const [inputSource] = childrenNamed(source, wsdlNamespace, "input");
  const [outputSource] = childrenNamed(source, wsdlNamespace, "output");
  const where = `operation ${operation.name}`;
  const reportUnbound = (reason: DiagnosticReason, message: string, means: string) =>
    diagnostics.report(
      context.allowMissingMessages ? "warning" : "error",
      source,
      reason,
      `${where} has an ${message} in the port type, but none in the binding`,
      context.allowMissingMessages
        ? `It is ${means}`
        : permit(`With --allow-missing-messages it is ${means}`, "--allow-missing-messages"),
    );
  if (inputSource === undefined)
    reportUnbound("binding-input-missing", "input", "bound as literal, with every part in the Body");
  if (operation.output !== undefined && outputSource === undefined)
    reportUnbound("binding-output-missing", "output", "bound as the input, with every part in the Body");
  // The port type defines the messages, so there is none for an output in the binding alone.
  if (operation.output === undefined && outputSource !== undefined) {
    diagnostics.warning(
      outputSource,
      "output-not-in-port-type",
      `${where} has no output in the port type, but one in the binding`,
      "The binding's is left out: no response is expected",
    );
  }
  if (inputSource === undefined && !context.allowMissingMessages) return undefined;
  if (style === "rpc") requireElementName(operation.name, "operation", source.position, context);
  const input = buildBindingMessage(
    inputSource ?? source,
    operation.input.message,
    { style, targetNamespace },
    context,
  );
  const output =
    operation.output &&
    (outputSource === undefined
      ? { ...input, ...unboundOutput(operation.output.message, source) }
      : buildBindingMessage(outputSource, operation.output.message, { style, targetNamespace }, context));
  const soapAction = soap && attribute(soap, "soapAction");
  // Required unless it is false: SOAP 1.2 binding (W3C submission of 2006), wsoap12:operation.
  const isRequired =
    soap !== undefined &&
    soapNamespaces.get(soap.name.namespace) === "1.2" &&
    !/^\s*(false|0)\s*$/.test(attribute(soap, "soapActionRequired") ?? "");
  return {
    operation,
    style,
    soapAction,
    soapActionRequired: (isRequired && soapAction && true) || undefined,
    mtom: isMtom || [source, inputSource ?? source].some((each) => context.requiresMtom(each)) || undefined,
    anonymous: anonymousOf(source, diagnostics),
    input,
    output,
    faults: buildFaults(source, operation, context),
    position: source.position,
    documentation: documentationOf(source),
  };
}

/** Returns the properties of an omitted output that differ from the input. */
function unboundOutput(message: Message, { position }: XmlElement) {
  return { message, parts: message.parts, headers: [], attachments: [], position };
}

/** Section 2.5: the names of input and output identify an overload. */
function operationOf(source: XmlElement, portType: ReadPortType, context: BindingContext): Operation | undefined {
  const name = attribute(source, "name")?.trim() ?? "";
  const named = portType.byName.get(name) ?? [];
  if (named.length === 1) return named[0];
  if (named.length > 1) return overloadOf(source, named, context);
  if (portType.unusable.has(name)) return undefined;
  const hint = namesOf(portType).hint({ namespace: "", local: name });
  context.diagnostics.error(
    placeOf(source, "name"),
    "operation-not-in-port-type",
    `operation ${name} is not in the port type`,
    {
      name: portType.name,
      ...hint,
    },
  );
  return undefined;
}

const namesOf = remembered(
  ({ operations }: ReadPortType) => new NearQNames(operations.map(({ name }) => ({ namespace: "", local: name }))),
);

function overloadOf(
  source: XmlElement,
  overloads: readonly Operation[],
  context: BindingContext,
): Operation | undefined {
  const nameOf = (local: string) =>
    childrenNamed(source, wsdlNamespace, local).map((child) => attribute(child, "name")?.trim())[0];
  const [input, output] = [nameOf("input"), nameOf("output")];
  const { byNames, byInput, byOutput } = overloadNames(overloads);
  const written =
    input === undefined && output === undefined
      ? overloads
      : input === undefined
        ? byOutput.get(output)
        : output === undefined
          ? byInput.get(input)
          : byNames.get(keyOf(input, output));
  // Section 2.4.5: the default names derive from the operation, so they identify an overload without names.
  const name = overloads[0]?.name ?? "";
  const byDefault = [
    ...(byNames.get(keyOf(input ?? name, undefined)) ?? []),
    ...(byNames.get(keyOf(input ?? `${name}Request`, output ?? `${name}Response`)) ?? []),
  ];
  const fitting = written?.length === 1 ? written : byDefault;
  if (fitting.length === 1) return fitting[0];
  context.diagnostics.error(
    source,
    "overload-ambiguous",
    `operation ${overloads[0]?.name} is overloaded, and the binding does not say which is meant`,
    "name input and output in the binding as in the port type",
  );
  return undefined;
}

/** Maps by the names of input and output, because a port type may have thousands of overloads. */
const overloadNames = remembered((overloads: readonly Operation[]) => ({
  byNames: grouped(overloads, ({ input, output }) => keyOf(input.name, output?.name)),
  byInput: grouped(overloads, ({ input }) => input.name),
  byOutput: grouped(overloads, ({ output }) => output?.name),
}));

function keyOf(input: string, output: string | undefined): string {
  return JSON.stringify([input, output]);
}

/** Section 3.6: the service may also return faults of the port type that the binding omits. */
function buildFaults(source: XmlElement, operation: Operation, context: BindingContext): BindingFault[] {
  const bound = new Map<string, BindingFault>();
  for (const child of childrenNamed(source, wsdlNamespace, "fault")) {
    const soap = soapChild(child, "fault");
    const name = attribute(child, "name")?.trim() ?? (soap && attribute(soap, "name")?.trim()) ?? "";
    const fault = operation.faults.find((one) => one.name === name);
    if (fault === undefined) {
      const hint = operation.faults.map((one) => one.name).join(", ") || "it has no faults";
      context.diagnostics.warning(
        child,
        "fault-not-in-port-type",
        `fault ${name} is not in the port type; left out`,
        `faults of the port type: ${hint}`,
      );
      continue;
    }
    const use = soap && attribute(soap, "use") === "encoded" ? "encoded" : "literal";
    bound.set(name, { fault, use, namespace: (soap && attribute(soap, "namespace")) ?? "" });
  }
  return operation.faults.map((fault) => bound.get(fault.name) ?? { fault, use: "literal", namespace: "" });
}

/** A WSDL written from tables, for services that come without their own, and for shapes that change the tables. */

import type { QName, ServiceNode, XmlElement } from "soapwright-runtime";
import type { ElementNode, MessageNode, OperationNode, PortNode } from "soapwright-runtime/internal";
import {
  ADDRESSING_TERMS,
  declarationsOf,
  escapeAttribute,
  faultAction,
  plainElements,
  requestAction,
  responseAction,
} from "soapwright-runtime/internal";
import type { TreeElement } from "./element-tree";
import { treeText } from "./tree-text";
import { encodingNamespace, SchemaWriter } from "./wsdl-types";

const namespaces =
  'xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/"';

const mimeNamespace = ' xmlns:mime="http://schemas.xmlsoap.org/wsdl/mime/"';

const addressingNamespaces =
  ' xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata" xmlns:wsap="http://schemas.xmlsoap.org/ws/2004/08/addressing/policy" xmlns:wsp="http://www.w3.org/ns/ws-policy"';

/** Where the WSDL says that the service is. */
export interface WsdlPlace {
  readonly address: string;
  /** Moves a namespace or action of the tables to the one on the wire. */
  rename(namespace: string): string;
  /** What wildcards let in has to be declared, as the stack writes it. */
  readonly isStrict?: boolean;
}

/** An operation, and the name that its messages start with: that of an overload is its method's. */
interface Described {
  readonly operation: OperationNode;
  readonly id: string;
  readonly isOverload: boolean;
}

/** The WSDL of a service. */
export function wsdlText(service: ServiceNode, { address, rename, isStrict }: WsdlPlace): string {
  const writer = new SchemaWriter(rename, isStrict);
  const target = rename(service.targetNamespace);
  writer.prefixOf(target);
  const operations = described(service.operations);
  const messages = operations.map((operation) => messagesOf(operation, writer)).join("");
  const ports = service.ports;
  const actions = actionsOf(service, rename);
  const content = [
    `<wsdl:types>${schemas(service, writer)}</wsdl:types>`,
    messages,
    // One port type for every binding, named after the first: so the stack has it.
    ...ports.slice(0, 1).map((port) => portType(port, operations, actions)),
    ...ports.map((port) => binding(port, ports[0]!.name, operations, rename)),
    `<wsdl:service name="${escapeAttribute(service.name)}">${ports.map((port) => portText(port, address)).join("")}</wsdl:service>`,
  ].join("");
  const isAttached = service.operations.some(({ input, output }) => input.attachments ?? output?.attachments);
  return `<?xml version="1.0" encoding="utf-8"?><wsdl:definitions ${namespaces}${isAttached ? mimeNamespace : ""}${actions === undefined ? "" : addressingNamespaces}${writer.declarations} targetNamespace="${escapeAttribute(target)}">${content}</wsdl:definitions>`;
}

function described(operations: readonly OperationNode[]): Described[] {
  return operations.map((operation) => {
    const isOverload = operations.filter(({ name }) => name === operation.name).length > 1;
    return { operation, isOverload, id: escapeAttribute(isOverload ? operation.method : operation.name) };
  });
}

function schemas({ operations }: ServiceNode, writer: SchemaWriter): string {
  for (const { input, output, faults, style } of operations) {
    // What rpc messages hold are no global elements: their parts have types.
    const bodies = style === "document" ? [...input.body, ...(output?.body ?? [])] : [];
    const headers = [...input.headers, ...(output?.headers ?? [])];
    for (const element of [...bodies, ...headers, ...faults.map(({ detail }) => detail)]) writer.global(element);
  }
  return writer.schemas();
}

function messagesOf({ operation, id }: Described, writer: SchemaWriter): string {
  const { input, output, faults, style } = operation;
  const elementPart = (part: string, { name }: ElementNode): string =>
    `<wsdl:part name="${part}" element="${writer.qualified(writer.rename(name.namespace), name.local)}" />`;
  const parts = (elements: readonly ElementNode[]): string =>
    style === "rpc"
      ? elements
          .flatMap(partsOfWrapper)
          .map(
            ({ name, type }) => `<wsdl:part name="${escapeAttribute(name.local)}" type="${writer.typeName(type)}" />`,
          )
          .join("")
      : elements.map((element, index) => elementPart(partNameAt(index, elements), element)).join("");
  const beside = ({ attachments = [] }: MessageNode): string =>
    attachments
      .map(({ name, type }) => `<wsdl:part name="${escapeAttribute(name.local)}" type="${writer.typeName(type)}" />`)
      .join("");
  const message = (suffix: string, content: string): string =>
    `<wsdl:message name="${id}${suffix}">${content}</wsdl:message>`;
  const headers = (of: MessageNode, direction: string): string =>
    headersOf(of)
      .map(({ block, name }) => message(`${direction}${name}`, elementPart(name, block)))
      .join("");
  return [
    message("SoapIn", parts(input.body) + beside(input)),
    output ? message("SoapOut", parts(output.body) + beside(output)) : "",
    headers(input, ""),
    output ? headers(output, "Out") : "",
    ...faults.map(({ name, detail }) => message(`Fault${escapeAttribute(name)}`, elementPart("parameters", detail))),
  ].join("");
}

function partNameAt(index: number, { length }: readonly ElementNode[]): string {
  return length === 1 ? "parameters" : `part${index + 1}`;
}

/** SOAP 1.1, section 7.1: an rpc message is an element with one for each part. */
function partsOfWrapper({ type }: ElementNode): readonly ElementNode[] {
  return plainElements(type) ?? declarationsOf(type).elements;
}

/** The header blocks of a message, each once, with names of their own: two may differ in their namespaces alone. */
function headersOf({ headers }: MessageNode): readonly { readonly block: ElementNode; readonly name: string }[] {
  const blocks = new Map<string, ElementNode>();
  for (const block of headers) blocks.set(`{${block.name.namespace}}${block.name.local}`, block);
  const taken = new Set<string>();
  return [...blocks.values()].map((block) => {
    const local = escapeAttribute(block.name.local);
    let name = local;
    for (let number = 2; taken.has(name); number++) name = `${local}${number}`;
    taken.add(name);
    return { block, name };
  });
}

/** WSDL 1.1, 2.4.5: overloads differ in the names of their input and output. */
function nameOf({ id, isOverload }: Described, suffix: string): string {
  return isOverload ? ` name="${id}${suffix}"` : "";
}

/** The attribute with the action of a message. */
type ActionOf = (operation: OperationNode, message: "input" | "output" | { readonly fault: string }) => string;

/** Written for every message of a service that is addressed: the port type has another name here, which actions may follow. */
function actionsOf(service: ServiceNode, rename: (namespace: string) => string): ActionOf | undefined {
  const version = service.ports.find(({ addressing }) => addressing !== undefined)?.addressing?.version;
  if (version === undefined) return undefined;
  return (operation, message) => {
    const soapAction = Object.values(operation.soapAction).find((each) => each !== "") ?? "";
    const terms = { service, operation, version, rename, soapAction: rename(soapAction) };
    const action =
      message === "input"
        ? requestAction(terms)
        : message === "output"
          ? responseAction(terms)
          : faultAction(terms, message.fault);
    return action === undefined ? "" : ` wsam:Action="${escapeAttribute(action)}"`;
  };
}

/** WS-Addressing 1.0 Metadata, 3.1: a policy of one assertion. */
function policyOf({ addressing }: PortNode): string {
  if (addressing === undefined) return "";
  const { version, required, anonymous } = addressing;
  const optional = required ? "" : ' wsp:Optional="true"';
  const inside = anonymous === "required" ? "<wsam:AnonymousResponses />" : "<wsam:NonAnonymousResponses />";
  const nested = anonymous === undefined ? "" : inside;
  return version === "1.0"
    ? `<wsp:Policy><wsam:Addressing${optional}><wsp:Policy>${nested}</wsp:Policy></wsam:Addressing></wsp:Policy>`
    : `<wsp:Policy><wsap:UsingAddressing${optional} /></wsp:Policy>`;
}

/** WS-Addressing 1.0 WSDL Binding, 3.2. */
function anonymousOf({ anonymous }: OperationNode): string {
  if (anonymous === undefined) return "";
  return `<wsaw:Anonymous xmlns:wsaw="http://www.w3.org/2006/05/addressing/wsdl">${anonymous}</wsaw:Anonymous>`;
}

function portType({ name }: PortNode, operations: readonly Described[], actions: ActionOf | undefined): string {
  const all = operations.map((each) => {
    const { operation, id } = each;
    const output = operation.output
      ? `<wsdl:output${nameOf(each, "Response")}${actions?.(operation, "output") ?? ""} message="tns:${id}SoapOut" />`
      : "";
    const faults = operation.faults.map((fault) => {
      const faultName = escapeAttribute(fault.name);
      return `<wsdl:fault name="${faultName}"${actions?.(operation, { fault: fault.name }) ?? ""} message="tns:${id}Fault${faultName}" />`;
    });
    return `<wsdl:operation name="${escapeAttribute(operation.name)}"><wsdl:input${nameOf(each, "")}${actions?.(operation, "input") ?? ""} message="tns:${id}SoapIn" />${output}${faults.join("")}</wsdl:operation>`;
  });
  return `<wsdl:portType name="${escapeAttribute(name)}">${all.join("")}</wsdl:portType>`;
}

function binding(
  port: PortNode,
  portTypeName: string,
  operations: readonly Described[],
  rename: (namespace: string) => string,
): string {
  const { name, soapVersion } = port;
  const soap = soapVersion === "1.1" ? "soap" : "soap12";
  const all = operations.map((each) => {
    const { operation, id } = each;
    const { input, output, style, use, outputUse = use } = operation;
    const action = escapeAttribute(rename(operation.soapAction[soapVersion] ?? ""));
    const body = ({ body: elements, attachments }: MessageNode, how: OperationNode["use"]): string => {
      const [wrapper] = elements;
      const names =
        style === "rpc"
          ? elements.flatMap(partsOfWrapper).map(({ name: { local } }) => local)
          : elements.map((_element, index) => partNameAt(index, elements));
      const own = attachments === undefined ? "" : ` parts="${escapeAttribute(names.join(" "))}"`;
      const written = how === "encoded" ? `use="encoded" encodingStyle="${encodingNamespace}"` : 'use="literal"';
      const around = style === "rpc" && wrapper ? rename(wrapper.name.namespace) : "";
      return `<${soap}:body${own} ${written}${around === "" ? "" : ` namespace="${escapeAttribute(around)}"`} />`;
    };
    const headers = (message: MessageNode, direction: string): string =>
      headersOf(message)
        .map(
          ({ name: part }) => `<${soap}:header message="tns:${id}${direction}${part}" part="${part}" use="literal" />`,
        )
        .join("");
    const content = (message: MessageNode, how: OperationNode["use"], direction: string): string =>
      multipart(message, body(message, how) + headers(message, direction));
    const out = output
      ? `<wsdl:output${nameOf(each, "Response")}>${content(output, outputUse, "Out")}</wsdl:output>`
      : "";
    const faults = operation.faults.map(({ name: fault }) => {
      const faultName = escapeAttribute(fault);
      return `<wsdl:fault name="${faultName}"><${soap}:fault name="${faultName}" use="literal" /></wsdl:fault>`;
    });
    return `<wsdl:operation name="${escapeAttribute(operation.name)}"><${soap}:operation soapAction="${action}" style="${style}" />${anonymousOf(operation)}<wsdl:input${nameOf(each, "")}>${content(input, use, "")}</wsdl:input>${out}${faults.join("")}</wsdl:operation>`;
  });
  return `<wsdl:binding name="${escapeAttribute(name)}" type="tns:${escapeAttribute(portTypeName)}">${policyOf(port)}<${soap}:binding transport="http://schemas.xmlsoap.org/soap/http" />${all.join("")}</wsdl:binding>`;
}

/** WSDL 1.1, section 5: `envelope` and what travels beside it. */
function multipart({ attachments }: MessageNode, envelope: string): string {
  if (attachments === undefined) return envelope;
  const parts = attachments.map(({ name, contentTypes }) => {
    const types = contentTypes.length === 0 ? ["*/*"] : contentTypes;
    const part = escapeAttribute(name.local);
    return `<mime:part>${types.map((type) => `<mime:content part="${part}" type="${escapeAttribute(type)}" />`).join("")}</mime:part>`;
  });
  return `<mime:multipartRelated><mime:part>${envelope}</mime:part>${parts.join("")}</mime:multipartRelated>`;
}

function portText({ name, soapVersion, addressing }: PortNode, address: string): string {
  const soap = soapVersion === "1.1" ? "soap" : "soap12";
  const id = escapeAttribute(name);
  const where = escapeAttribute(address);
  return `<wsdl:port name="${id}" binding="tns:${id}"><${soap}:address location="${where}" />${referenceText(addressing, where)}</wsdl:port>`;
}

/** WS-Addressing 1.0 Metadata, 4.1: what every request to the port repeats. */
function referenceText(addressing: PortNode["addressing"], address: string): string {
  const parameters = addressing?.referenceParameters ?? [];
  if (addressing === undefined || parameters.length === 0) return "";
  const { namespace } = ADDRESSING_TERMS[addressing.version];
  const repeated = parameters.map((element) => treeText(treeOf(element), namespace)).join("");
  return `<EndpointReference xmlns="${namespace}"><Address>${address}</Address><ReferenceParameters>${repeated}</ReferenceParameters></EndpointReference>`;
}

function treeOf({ name, attributes, children, prefixes = {} }: XmlElement): TreeElement {
  const named = (each: QName) => ({ ...each, raw: each.local });
  return {
    name: named(name),
    attributes: attributes.map((each) => ({ name: named(each.name), value: each.value })),
    children: children.map((child) => (typeof child === "string" ? child : treeOf(child))),
    prefixes: new Map(Object.entries(prefixes)),
    line: 0,
    column: 0,
  };
}

/** A WSDL written from tables, for services that come without their own, and for profiles that change the tables. */

import { escapeAttribute } from "../door";
import type { ElementNode, MessageNode, OperationNode, PortNode, ServiceNode } from "../schema/codec";
import { SchemaWriter } from "./wsdl-types";

const namespaces =
  'xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:soap12="http://schemas.xmlsoap.org/wsdl/soap12/"';

/** Where the WSDL says that the service is. */
export interface WsdlPlace {
  readonly address: string;
  /** Moves a namespace or action of the tables to the one on the wire. */
  rename(namespace: string): string;
}

/** The WSDL of a service. */
export function wsdlText(service: ServiceNode, { address, rename }: WsdlPlace): string {
  const writer = new SchemaWriter(rename);
  const target = rename(service.targetNamespace);
  writer.prefixOf(target);
  const messages = service.operations.map((operation) => messagesOf(operation, writer)).join("");
  const ports = service.ports;
  const content = [
    `<wsdl:types>${schemas(service, writer)}</wsdl:types>`,
    messages,
    // One port type for every binding, named after the first: so the stack has it.
    ...ports.slice(0, 1).map((port) => portType(port, service.operations)),
    ...ports.map((port) => binding(port, ports[0]!.name, service.operations, rename)),
    `<wsdl:service name="${escapeAttribute(service.name)}">${ports.map((port) => portText(port, address)).join("")}</wsdl:service>`,
  ].join("");
  return `<?xml version="1.0" encoding="utf-8"?><wsdl:definitions ${namespaces}${writer.declarations} targetNamespace="${escapeAttribute(target)}">${content}</wsdl:definitions>`;
}

function schemas({ operations }: ServiceNode, writer: SchemaWriter): string {
  for (const { input, output, faults, style } of operations) {
    const bodies = style === "document" ? [...input.body, ...(output?.body ?? [])] : [];
    for (const element of [
      ...bodies,
      ...input.headers,
      ...(output?.headers ?? []),
      ...faults.map(({ detail }) => detail),
    ]) {
      writer.global(element);
    }
    // The elements of rpc messages are no global ones, but their types have to be somewhere: the wrapper declares them.
    if (style === "rpc") for (const element of [...input.body, ...(output?.body ?? [])]) writer.global(element);
  }
  return writer.schemas();
}

function messagesOf({ name, input, output, faults }: OperationNode, writer: SchemaWriter): string {
  const parts = (elements: readonly ElementNode[]): string =>
    elements
      .map((element, index) => {
        const prefix = writer.prefixOf(writer.rename(element.name.namespace));
        const part = elements.length === 1 ? "parameters" : `part${index + 1}`;
        return `<wsdl:part name="${part}" element="${prefix}:${escapeAttribute(element.name.local)}" />`;
      })
      .join("");
  const message = (suffix: string, elements: readonly ElementNode[]): string =>
    `<wsdl:message name="${escapeAttribute(name)}${suffix}">${parts(elements)}</wsdl:message>`;
  const headers = ({ headers: blocks }: MessageNode, direction: string): string =>
    blocks
      .map((block) => {
        const prefix = writer.prefixOf(writer.rename(block.name.namespace));
        const part = `<wsdl:part name="${block.name.local}" element="${prefix}:${block.name.local}" />`;
        return `<wsdl:message name="${escapeAttribute(name)}${direction}${block.name.local}">${part}</wsdl:message>`;
      })
      .join("");
  return [
    message("SoapIn", input.body),
    output ? message("SoapOut", output.body) : "",
    headers(input, ""),
    output ? headers(output, "Out") : "",
    ...faults.map((fault) => message(`Fault${fault.name}`, [fault.detail])),
  ].join("");
}

function portType({ name }: PortNode, operations: readonly OperationNode[]): string {
  const all = operations.map((operation) => {
    const id = escapeAttribute(operation.name);
    const output = operation.output ? `<wsdl:output message="tns:${id}SoapOut" />` : "";
    const faults = operation.faults.map(
      (fault) =>
        `<wsdl:fault name="${escapeAttribute(fault.name)}" message="tns:${id}Fault${escapeAttribute(fault.name)}" />`,
    );
    return `<wsdl:operation name="${id}"><wsdl:input message="tns:${id}SoapIn" />${output}${faults.join("")}</wsdl:operation>`;
  });
  return `<wsdl:portType name="${escapeAttribute(name)}">${all.join("")}</wsdl:portType>`;
}

function binding(
  { name, soapVersion }: PortNode,
  portTypeName: string,
  operations: readonly OperationNode[],
  rename: (namespace: string) => string,
): string {
  const soap = soapVersion === "1.1" ? "soap" : "soap12";
  const all = operations.map((operation) => {
    const id = escapeAttribute(operation.name);
    const action = escapeAttribute(rename(operation.soapAction[soapVersion] ?? ""));
    const headers = ({ headers: blocks }: MessageNode, direction: string): string =>
      blocks
        .map(
          (block) =>
            `<${soap}:header message="tns:${id}${direction}${block.name.local}" part="${block.name.local}" use="literal" />`,
        )
        .join("");
    const body = `<${soap}:body use="literal" />`;
    const output = operation.output ? `<wsdl:output>${body}${headers(operation.output, "Out")}</wsdl:output>` : "";
    const faults = operation.faults.map(({ name: fault }) => {
      const faultName = escapeAttribute(fault);
      return `<wsdl:fault name="${faultName}"><${soap}:fault name="${faultName}" use="literal" /></wsdl:fault>`;
    });
    return `<wsdl:operation name="${id}"><${soap}:operation soapAction="${action}" style="document" /><wsdl:input>${body}${headers(operation.input, "")}</wsdl:input>${output}${faults.join("")}</wsdl:operation>`;
  });
  return `<wsdl:binding name="${escapeAttribute(name)}" type="tns:${escapeAttribute(portTypeName)}"><${soap}:binding transport="http://schemas.xmlsoap.org/soap/http" />${all.join("")}</wsdl:binding>`;
}

function portText({ name, soapVersion }: PortNode, address: string): string {
  const soap = soapVersion === "1.1" ? "soap" : "soap12";
  const id = escapeAttribute(name);
  return `<wsdl:port name="${id}" binding="tns:${id}"><${soap}:address location="${escapeAttribute(address)}" /></wsdl:port>`;
}

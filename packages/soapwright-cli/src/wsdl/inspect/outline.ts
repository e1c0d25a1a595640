/** The content of a WSDL as plain data: the form of `inspect --json`. */

import {
  type BindingMessage,
  type BindingOperation,
  type Definitions,
  expandedName,
  type Message,
  operationsOf,
  type Part,
  type Schemas,
  SECURITY_NEEDS,
  type SecurityPolicy,
} from "soapwright-contract";
import type { CredentialName, SecurityPlan } from "soapwright-features/security";
import { alternativesText, isSupported } from "soapwright-runtime/xsd";
import { outlineTypes } from "./type-outline";

export type Outline = ReturnType<typeof outlineOf>;
export type OperationOutline = Outline["operations"][number];

export function outlineOf(definitions: Definitions, schemas: Schemas) {
  const operations = operationsOf(definitions);
  return {
    ...(definitions.name !== undefined && { name: definitions.name }),
    targetNamespace: definitions.targetNamespace,
    ...documented(definitions),
    services: definitions.services.map((service) => ({
      name: service.name.local,
      ...documented(service),
      ports: service.ports.map(({ name, address, binding, policy }) => ({
        name,
        soapVersion: binding.soapVersion,
        address,
        binding: binding.name.local,
        portType: binding.portType.name.local,
        // The policy beyond addressing: for every message, and for operations that differ.
        ...(policy && { policy: policyText(policy) }),
      })),
    })),
    operations: operations.map((operation) => outlineOperation(operation, definitions)),
    messages: messagesOf(operations).map(outlineMessage),
    // Ignored elements of other vocabularies, policies among them.
    extensions: definitions.extensions.map(({ name, parent, required, position }) => ({
      name: expandedName(name),
      parent,
      required,
      line: position.line,
    })),
    // Named types and global elements of the WSDL's own schemas.
    types: outlineTypes(schemas),
  };
}

/** Says what each way to meet the policy asks for, what then goes out and comes back, and which option has it. */
function policyText({ alternatives, operations = {}, plans, operationPlans = {} }: SecurityPolicy): string {
  const describe = (ways: SecurityPolicy["alternatives"], ofWays: SecurityPolicy["plans"]): string =>
    ways
      .map((needs, index) => {
        const words = alternativesText([needs], SECURITY_NEEDS);
        return isSupported(needs, SECURITY_NEEDS)
          ? `${words}${planText(ofWays[index] ?? { credentials: [] })}`
          : `${words} (not supported)`;
      })
      .join("; or ");
  const names = new Set([...Object.keys(operations), ...Object.keys(operationPlans)]);
  const others = [...names].map(
    (name) => `${name}: ${describe(operations[name] ?? alternatives, operationPlans[name] ?? plans)}`,
  );
  return [describe(alternatives, plans), ...others].join(". ");
}

const CREDENTIALS: { readonly [name in CredentialName]: string } = {
  password: "username, password",
  username: "username",
  certificate: "certificate, key",
  serviceCertificate: "serviceCertificate",
  samlAssertion: "samlAssertion",
  issuer: "issuer",
};

function planText({ signature, encryption, verify, decryption, credentials }: SecurityPlan): string {
  type Part = string | { readonly name: string } | { readonly path: string };
  const partText = (part: Part): string =>
    typeof part === "string" ? part : "path" in part ? part.path.replace(/\{[^}]*\}/g, "") : part.name;
  const partsText = (parts: readonly Part[] = []): string => parts.map(partText).join(", ");
  const done = [
    signature && `signs ${partsText(signature.parts)}`,
    encryption && `encrypts ${partsText(encryption.parts)}`,
    verify && "responses are signed",
    decryption && "responses are encrypted",
  ].filter((each) => each !== undefined);
  const options = credentials.map((name) => CREDENTIALS[name]);
  const option = options.length === 0 ? [] : [`set security: { ${options.join(", ")} }`];
  const all = [...done, ...option].join("; ");
  return all === "" ? "" : ` (${all})`;
}

function outlineOperation(bound: BindingOperation, definitions: Definitions) {
  const { operation, style, input, output } = bound;
  const bindings = definitions.services.flatMap(({ ports }) => ports.map(({ binding }) => binding));
  const soapAction: Partial<Record<"1.1" | "1.2", string>> = {};
  for (const binding of bindings) {
    const same = binding.operations.find((each) => each.operation === operation);
    if (same?.soapAction !== undefined) soapAction[binding.soapVersion] ??= same.soapAction;
  }
  const portType = bindings.find((binding) => binding.portType.operations.includes(operation))?.portType;
  return {
    name: operation.name,
    // The name of the input, if other operations have the same name.
    ...(operation.overload === undefined ? {} : { overload: operation.overload }),
    portType: portType?.name.local ?? "",
    ...documented(operation.documentation === undefined ? bound : operation),
    style,
    use: input.use,
    soapAction,
    oneWay: output === undefined,
    safe: operation.safe,
    input: input.parts.map(partText),
    output: output?.parts.map(partText) ?? [],
    headers: input.headers.map(({ part }) => partText(part)),
    resultHeaders: output?.headers.map(({ part }) => partText(part)) ?? [],
    faults: bound.faults.map(({ fault }) => ({
      name: fault.name,
      detail: fault.message.parts.map(partText).join(", "),
    })),
    attachments: [input, output].flatMap((message) => message?.attachments.map(({ part }) => part.name) ?? []),
  };
}

function messagesOf(operations: readonly BindingOperation[]): readonly Message[] {
  const messages = new Set<Message>();
  const add = (message: BindingMessage | undefined): void => {
    if (!message) return;
    messages.add(message.message);
    for (const header of message.headers) messages.add(header.message);
  };
  for (const { input, output, faults } of operations) {
    add(input);
    add(output);
    for (const { fault } of faults) messages.add(fault.message);
  }
  return [...messages];
}

function outlineMessage(message: Message) {
  const parts = message.parts.map((part): { name: string; element?: string; type?: string } => {
    if (part.of === "element") return { name: part.name, element: expandedName(part.element.name) };
    return { name: part.name, type: part.type.name ? expandedName(part.type.name) : "anonymous" };
  });
  return { name: message.name.local, parts };
}

function partText(part: Part): string {
  return part.of === "element" ? part.element.name.local : `${part.name}: ${part.type.name?.local ?? "anonymous"}`;
}

function documented({ documentation }: { readonly documentation?: string | undefined }): { documentation?: string } {
  return documentation === undefined || documentation === "" ? {} : { documentation };
}

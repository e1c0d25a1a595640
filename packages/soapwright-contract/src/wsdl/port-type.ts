/** WSDL 1.1, sections 2.3 and 2.4: messages and their parts, port types and their operations. */

import type { Diagnostics } from "../diagnostics";
import { grouped } from "../grouped";
import type { LoadTerms } from "../load/load-options";
import { permit } from "../remedy";
import {
  attributeNode,
  childElements,
  childrenNamed,
  isTrue,
  nameOf,
  type QName,
  wsdlNamespace,
  type XmlElement,
} from "../xml/xml";
import { definitionKey } from "../xsd/repeated-components";
import type { References } from "../xsd/resolve-references";
import type { Message, Operation, OperationFault, OperationMessage, Part, PortType } from "./definitions";
import { type AddressingDeclarations, actionOf } from "./wsdl-addressing";
import type { MissingComponent, WsdlComponents } from "./wsdl-components";
import { documentationOf, extensionsNamespace, warnOfName } from "./wsdl-source";

/** A port type with the names of operations that cannot be called, to which bindings may refer. */
export interface ReadPortType extends PortType {
  /** Operations of the same name are overloads. */
  readonly byName: ReadonlyMap<string, readonly Operation[]>;
  readonly unusable: ReadonlySet<string>;
}

interface PortTypeContext extends LoadTerms {
  readonly messages: WsdlComponents<Message>;
  readonly addressing: AddressingDeclarations;
}

export function buildPortType(source: XmlElement, name: QName, context: PortTypeContext): ReadPortType {
  const { addressing, diagnostics } = context;
  const operations: Operation[] = [];
  const unusable = new Set<string>();
  const children = childrenNamed(source, wsdlNamespace, "operation");
  const byDefinition = new Map<string, XmlElement>();
  for (const child of children) {
    const operationName = nameOf(child) ?? "";
    const key = definitionKey(child);
    const alike = byDefinition.get(key);
    if (alike === undefined) byDefinition.set(key, child);
    else {
      diagnostics.warning(child, "operation-declared-alike", `operation ${operationName} is declared twice alike`, {
        name,
        hint: `the first is in line ${alike.position.line}; this one is left out`,
      });
      continue;
    }
    if (operationName === "") {
      diagnostics.error(child, "operation-unnamed", `${child.raw} has no name`, { name });
      continue;
    }
    warnOfName("operation", operationName, child, diagnostics);
    const operation = buildOperation(child, operationName, context);
    if (operation === undefined) unusable.add(operationName);
    else operations.push(operation);
  }
  const sameName = grouped(operations, (operation) => operation.name);
  const marked = operations.map((operation) =>
    sameName.get(operation.name)?.length === 1 ? operation : overload(operation),
  );
  return {
    name,
    operations: marked,
    byName: grouped(marked, (operation) => operation.name),
    unusable,
    addressing: addressing.declaredAt(source),
    position: source.position,
    documentation: documentationOf(source),
  };
}

/** Marks an operation of a shared name with its input's name, unless that name is the default. */
function overload(operation: Operation): Operation {
  const { name, input } = operation;
  const isDefault = input.name === `${name}Request` || input.name === name;
  return isDefault ? operation : { ...operation, overload: input.name };
}

function buildOperation(source: XmlElement, name: string, context: PortTypeContext): Operation | undefined {
  const { diagnostics } = context;
  const ends = childElements(source).filter(
    (child) => child.name.namespace === wsdlNamespace && /^(?:in|out)put$/.test(child.name.local),
  );
  const [first, second] = ends;
  const isRequest = first?.name.local === "input";
  const messageOf = (end: XmlElement, fallback: string): OperationMessage | undefined => {
    const message = messageNamed(end, "The operation is left out", context);
    const written = nameOf(end) ?? fallback;
    return (
      message && {
        name: written,
        isNamed: written !== fallback || undefined,
        message,
        action: actionOf(end),
        position: end.position,
        documentation: documentationOf(end),
      }
    );
  };
  const input = first && messageOf(first, second === undefined ? name : `${name}Request`);
  const output = second && messageOf(second, `${name}Response`);
  const faults = buildFaults(source, context);
  if (first === undefined) {
    const { severity, remedy } = missingMessage("The operation is left out", context);
    diagnostics.report(
      severity,
      source,
      "operation-without-messages",
      `operation ${name} has neither input nor output`,
      remedy,
    );
    return undefined;
  }
  if (!isRequest) {
    const pattern = second === undefined ? "a notification" : "a solicit-response";
    diagnostics.warning(
      source,
      "operation-of-service",
      `operation ${name} is ${pattern}, which the service starts; left out`,
      "a client can only call operations whose input comes first",
    );
    return undefined;
  }
  if (second?.name.local === "input") diagnostics.error(second, "input-twice", `operation ${name} has two inputs`);
  if (input === undefined || (second !== undefined && output === undefined)) return undefined;
  return {
    name,
    safe: isTrue(source, "safe", extensionsNamespace),
    input,
    output,
    faults,
    position: source.position,
    documentation: documentationOf(source),
  };
}

function messageNamed(source: XmlElement, otherwise: string, context: PortTypeContext): Message | undefined {
  return context.messages.resolve(source, "message", missingMessage(otherwise, context));
}

/** `otherwise`: the consequence if a missing message is allowed. */
function missingMessage(otherwise: string, { allowMissingMessages }: PortTypeContext): MissingComponent {
  return allowMissingMessages
    ? { severity: "warning", remedy: { hint: otherwise } }
    : {
        severity: "error",
        remedy: permit("Leave it out with --allow-missing-messages", "--allow-missing-messages"),
      };
}

function buildFaults(source: XmlElement, context: PortTypeContext): OperationFault[] {
  const faults: OperationFault[] = [];
  for (const child of childrenNamed(source, wsdlNamespace, "fault")) {
    const message = messageNamed(child, "The fault is left out", context);
    if (message === undefined) continue;
    const name = nameOf(child) ?? message.name.local;
    if (faults.some((fault) => fault.name === name)) {
      context.diagnostics.error(child, "fault-twice", `fault ${name} appears twice in one operation`);
    } else
      faults.push({
        name,
        message,
        action: actionOf(child),
        position: child.position,
        documentation: documentationOf(child),
      });
  }
  return faults;
}

export function buildMessage(
  source: XmlElement,
  name: QName,
  references: References,
  diagnostics: Diagnostics,
): Message {
  const parts: Part[] = [];
  const unusable = new Set<string>();
  for (const child of childrenNamed(source, wsdlNamespace, "part")) {
    const part = buildPart(child, name, references, diagnostics);
    if (part === undefined) {
      unusable.add(nameOf(child) ?? "");
      continue;
    }
    if (parts.some((other) => other.name === part.name)) {
      diagnostics.error(child, "part-twice", `part ${part.name} appears twice in one message`, { name });
    } else parts.push(part);
  }
  return { name, parts, unusable, position: source.position, documentation: documentationOf(source) };
}

function buildPart(
  source: XmlElement,
  message: QName,
  references: References,
  diagnostics: Diagnostics,
): Part | undefined {
  const name = nameOf(source);
  if (name === undefined || name === "") {
    diagnostics.error(source, "part-unnamed", `${source.raw} has no name`, { name: message });
    return undefined;
  }
  const common = { name, position: source.position, documentation: documentationOf(source) };
  const hasElement = attributeNode(source, "element") !== undefined;
  const hasType = attributeNode(source, "type") !== undefined;
  if (hasElement === hasType) {
    const problem = hasElement ? "both element and type" : "neither element nor type";
    diagnostics.error(source, "part-element-or-type", `part ${name} has ${problem}`, {
      name: message,
      hint: "write one of the two",
    });
    return undefined;
  }
  if (hasElement) {
    const element = references.element(source, "element");
    return element && { ...common, of: "element", element };
  }
  const type = references.type(source, "type");
  return type && { ...common, of: "type", type };
}

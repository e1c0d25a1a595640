import type { Position } from "../diagnostics";
import type { BindingMessage, BindingOperation, Definitions, HeaderBlock, Part } from "../wsdl/definitions";
import type { QName } from "../xml/xml";
import { emptyComplexType, plainElement, plainSequence } from "../xsd/built-in-types";
import type { ComplexType, ElementDeclaration, ElementUse, TypeDefinition } from "../xsd/components";
export type PayloadRole = "arguments" | "result" | "header" | "result header" | "fault";

/** An element in an envelope: a child of Body, Header, or a fault's detail. */
export interface PayloadRoot {
  readonly role: PayloadRole;
  /** The position within its role. */
  readonly index: number;
  readonly element: ElementDeclaration;
  readonly use: "literal" | "encoded";
  /** Whether the element represents an rpc message or a part with a type, so that no schema declares it. */
  readonly isSynthetic: boolean;
  /** Whether parts of the rpc message refer to elements, whose names the wrapper does not use. */
  readonly namesElements?: boolean;
  /** `wsdl:fault/@name` of a fault. */
  readonly fault?: string;
}

/** Returns distinct operations: bindings of one port type to both SOAP versions have the same. */
export function operationsOf(definitions: Pick<Definitions, "services">): readonly BindingOperation[] {
  const seen = new Map<unknown, BindingOperation>();
  for (const { ports } of definitions.services) {
    for (const { binding } of ports) {
      for (const operation of binding.operations) {
        if (!seen.has(operation.operation)) seen.set(operation.operation, operation);
      }
    }
  }
  return [...seen.values()];
}

/** Returns all payload elements of the operation, in the order of the binding. */
export function rootsOf(operation: BindingOperation): readonly PayloadRoot[] {
  const { input, output, faults } = operation;
  const roots: PayloadRoot[] = [...bodyRoots(operation, input, "arguments"), ...headerRoots(input.headers, "header")];
  if (output) {
    roots.push(...bodyRoots(operation, output, "result"), ...headerRoots(output.headers, "result header"));
  }
  for (const { fault, use, namespace } of faults) {
    const part = fault.message.parts[0];
    const index = roots.filter(({ role }) => role === "fault").length;
    if (part) roots.push({ ...partRoot(part, "fault", index, use, namespace), fault: fault.name });
  }
  return roots;
}

function bodyRoots(operation: BindingOperation, message: BindingMessage, role: PayloadRole): PayloadRoot[] {
  if (operation.style === "rpc") {
    const suffix = role === "result" ? "Response" : "";
    const name = { namespace: message.namespace, local: `${operation.operation.name}${suffix}` };
    const element = localElement(name, wrapperType(message), message.position);
    const namesElements = message.parts.some((part) => part.of === "element");
    return [{ role, index: 0, element, use: message.use, isSynthetic: true, namesElements }];
  }
  const namespace = message.use === "encoded" ? message.namespace : "";
  return message.parts.map((part, index) => partRoot(part, role, index, message.use, namespace));
}

function headerRoots(headers: readonly HeaderBlock[], role: PayloadRole): PayloadRoot[] {
  return headers.map(({ part, use, namespace }, index) => partRoot(part, role, index, use, namespace));
}

function partRoot(
  part: Part,
  role: PayloadRole,
  index: number,
  use: "literal" | "encoded",
  namespace: string,
): PayloadRoot {
  const isSynthetic = part.of === "type";
  const element = isSynthetic ? localElement({ namespace, local: part.name }, part.type, part.position) : part.element;
  return { role, index, element, use, isSynthetic };
}

/**
 * WSDL 1.1, section 3.5: returns the type of an element named after the operation, with a child for each part. A child
 * is named after the part, even if the part refers to an element, and has no namespace.
 */
function wrapperType(message: BindingMessage): ComplexType {
  const particles = message.parts.map((part): ElementUse => {
    const { position } = part;
    const name = { namespace: "", local: part.name };
    const element =
      part.of === "element"
        ? { ...part.element, name, global: false, members: [] }
        : localElement(name, part.type, position);
    return { kind: "elementUse", element, reference: false, minOccurs: 1, maxOccurs: 1, position };
  });
  const { position } = message;
  const particle = plainSequence(particles, position);
  return { ...emptyComplexType(position), content: { kind: "elementOnly", particle } };
}

/** Returns an element without a declaration in a schema. */
export function localElement(name: QName, type: TypeDefinition, position: Position): ElementDeclaration {
  return { ...plainElement(name, false, position), type };
}

/**
 * The components of WSDL 1.1, with every reference resolved. Bindings other than SOAP, and operations that a SOAP
 * client cannot call, are reported and omitted.
 */

import type { Position } from "../diagnostics";
import type { QName } from "../xml/xml";
import type { ElementDeclaration, TypeDefinition } from "../xsd/components";
import type { Extension } from "./extensions";
import type { SecurityPolicy } from "./security-policy";
import type { Addressing, AddressingChoices } from "./wsdl-addressing";

interface Described {
  readonly position: Position;
  /** Text of `wsdl:documentation`, trimmed. */
  readonly documentation?: string | undefined;
}

/** Section 2.1: the root WSDL with everything that it imports. */
export interface Definitions extends Described {
  readonly name?: string | undefined;
  readonly targetNamespace: string;
  readonly services: readonly Service[];
  /** Elements of other vocabularies, at every place. */
  readonly extensions: readonly Extension[];
  /** Set if a schema was read in place of a WSDL, so that there is no service. */
  readonly isSchema?: true;
}

/** Section 2.7: a service, with the ports that have a SOAP binding. */
export interface Service extends Described {
  readonly name: QName;
  readonly ports: readonly Port[];
}

/** Section 2.6, with `soap:address` of section 3.8. */
export interface Port extends Described {
  readonly name: string;
  readonly binding: Binding;
  /** `soap:address/@location` as written. */
  readonly address: string;
  /** The combined declarations of port, binding and port type. */
  readonly addressing?: Addressing | undefined;
  /** The requirements of the port's policies beyond addressing. */
  readonly policy?: SecurityPolicy | undefined;
}

/** Section 2.5, with `soap:binding` of section 3.3. */
export interface Binding extends Described {
  readonly name: QName;
  readonly portType: PortType;
  readonly soapVersion: "1.1" | "1.2";
  readonly transport: string;
  readonly operations: readonly BindingOperation[];
  /** The addressing declarations on the binding itself. */
  readonly addressing: AddressingChoices;
}

/** Section 3.4: an operation in a binding. */
export interface BindingOperation extends Described {
  readonly operation: Operation;
  readonly style: "document" | "rpc";
  /** Absent if the attribute is missing; `""` if it is empty. */
  readonly soapAction?: string | undefined;
  /** SOAP 1.2 only: the `action` of the content type must be sent. Absent for `soapActionRequired="false"`. */
  readonly soapActionRequired?: true | undefined;
  /** Set if a policy of the operation, its input or its binding requires MTOM. */
  readonly mtom?: true | undefined;
  /** `wsaw:Anonymous`: the allowed addresses of responses, instead of the port's. */
  readonly anonymous?: "required" | "prohibited" | undefined;
  readonly input: BindingMessage;
  /** Absent for a one-way operation. */
  readonly output?: BindingMessage | undefined;
  readonly faults: readonly BindingFault[];
}

/** Sections 3.5 and 3.7: the contents of Body and Header. */
export interface BindingMessage {
  readonly message: Message;
  readonly use: "literal" | "encoded";
  /** The parts in the Body, in the order on the wire (`parts`, `parameterOrder`, or the message's order). */
  readonly parts: readonly Part[];
  /** The namespace of the rpc wrapper element; `""` if absent. */
  readonly namespace: string;
  readonly encodingStyle?: string | undefined;
  readonly headers: readonly HeaderBlock[];
  /** Parts sent as MIME attachments instead of in the envelope. */
  readonly attachments: readonly AttachedPart[];
  readonly position: Position;
}

/** Section 5.4: a part in `mime:content`. */
export interface AttachedPart {
  readonly part: Part;
  /** Alternative media types; empty if the WSDL allows any. */
  readonly contentTypes: readonly string[];
}

/** Section 3.7: `soap:header` or `soap:headerfault`. */
export interface HeaderBlock {
  readonly message: Message;
  readonly part: Part;
  readonly use: "literal" | "encoded";
  readonly namespace: string;
  /** Section 2.5: `wsdl:required="true"`, so that callers must send it. */
  readonly required?: true | undefined;
  readonly faults: readonly HeaderBlock[];
}

/** Section 3.6: a fault in a binding. */
export interface BindingFault {
  readonly fault: OperationFault;
  readonly use: "literal" | "encoded";
  readonly namespace: string;
}

/** Section 2.4. */
export interface PortType extends Described {
  readonly name: QName;
  readonly operations: readonly Operation[];
  /** The addressing declarations on the port type itself. */
  readonly addressing: AddressingChoices;
}

/** Section 2.4: a request-response or one-way operation. The names of input and output identify overloads. */
export interface Operation extends Described {
  readonly name: string;
  /** The name of the input, if several operations have the same name and the input's name is not the default. */
  readonly overload?: string;
  /** `wsdlx:safe="true"`. */
  readonly safe: boolean;
  readonly input: OperationMessage;
  readonly output?: OperationMessage | undefined;
  readonly faults: readonly OperationFault[];
}

export interface OperationMessage extends Described {
  /** The name in the WSDL, or the default of section 2.4.5. */
  readonly name: string;
  /** Set if the name is not the default. */
  readonly isNamed?: true | undefined;
  readonly message: Message;
  /** `wsam:Action` or a predecessor of it. */
  readonly action?: string | undefined;
}
export interface OperationFault extends Described {
  readonly name: string;
  readonly message: Message;
  /** `wsam:Action` or a predecessor of it. */
  readonly action?: string | undefined;
}

/** Section 2.3. */
export interface Message extends Described {
  readonly name: QName;
  readonly parts: readonly Part[];
  /** Names of parts with an unknown element or type, which is reported, so references to the parts are not. */
  readonly unusable: ReadonlySet<string>;
}
/** Section 2.3.1: a part refers to an element or a type. */
export type Part = ElementPart | TypePart;
interface ElementPart extends Described {
  readonly name: string;
  readonly of: "element";
  readonly element: ElementDeclaration;
}
interface TypePart extends Described {
  readonly name: string;
  readonly of: "type";
  readonly type: TypeDefinition;
}

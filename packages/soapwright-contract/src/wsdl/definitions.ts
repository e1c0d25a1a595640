/**
 * The nouns of WSDL 1.1, every reference resolved. Only SOAP bindings stand here: the others are named in a note and
 * left out, as are operations that a SOAP client cannot call.
 */

import type { Position } from "../diagnostics";
import type { QName } from "../xml/qname";
import type { ElementDeclaration, TypeDefinition } from "../xsd/components";
import type { Extension } from "./extensions";
import type { SecurityPolicy } from "./security-policy";
import type { Addressing, AddressingChoices } from "./wsdl-addressing";

interface Described {
  readonly position: Position;
  /** Text of `wsdl:documentation`, trimmed. */
  readonly documentation?: string;
}

/** Section 2.1: the root WSDL with all that it imports. */
export interface Definitions extends Described {
  readonly name?: string;
  readonly targetNamespace: string;
  readonly services: readonly Service[];
  /** Elements of other vocabularies, at every place. */
  readonly extensions: readonly Extension[];
  /** A schema was read in place of a WSDL: there is no service. */
  readonly isSchema?: true;
}

/** Section 2.7. Only ports with a SOAP binding. */
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
  /** What port, binding and port type say together. */
  readonly addressing?: Addressing;
  /** What its policies ask for beyond addressing. */
  readonly policy?: SecurityPolicy;
}

/** Section 2.5, with `soap:binding` of section 3.3. */
export interface Binding extends Described {
  readonly name: QName;
  readonly portType: PortType;
  readonly soapVersion: "1.1" | "1.2";
  readonly transport: string;
  readonly operations: readonly BindingOperation[];
  /** What it says of addressing by itself. */
  readonly addressing: AddressingChoices;
}

/** Section 3.4: an operation as one binding puts it on the wire. */
export interface BindingOperation extends Described {
  readonly operation: Operation;
  readonly style: "document" | "rpc";
  /** Absent: the attribute is missing; `""`: given and empty. */
  readonly soapAction?: string;
  /** SOAP 1.2 alone: the `action` of the content type must be sent. Absent for `soapActionRequired="false"`. */
  readonly soapActionRequired?: true;
  /** A policy of it, of its input or of its binding asks for MTOM. */
  readonly mtom?: true;
  /** `wsaw:Anonymous`: where its responses may go, in the place of what is said of the port. */
  readonly anonymous?: "required" | "prohibited";
  readonly input: BindingMessage;
  /** Absent for a one-way operation. */
  readonly output?: BindingMessage;
  readonly faults: readonly BindingFault[];
}

/** Sections 3.5 and 3.7: what stands in Body and Header. */
export interface BindingMessage {
  readonly message: Message;
  readonly use: "literal" | "encoded";
  /** The parts in the Body, in the order in which they are sent (`parts`, `parameterOrder`, or that of the message). */
  readonly parts: readonly Part[];
  /** Of the rpc wrapper element; `""` when not given. */
  readonly namespace: string;
  readonly encodingStyle?: string;
  readonly headers: readonly HeaderBlock[];
  /** Parts that travel as MIME attachments and not in the envelope. */
  readonly attachments: readonly AttachedPart[];
  readonly position: Position;
}

/** Section 5.4: `mime:content`. */
export interface AttachedPart {
  readonly part: Part;
  /** Its media types are alternatives; none where the WSDL says any. */
  readonly contentTypes: readonly string[];
}

/** Section 3.7: `soap:header` or `soap:headerfault`. */
export interface HeaderBlock {
  readonly message: Message;
  readonly part: Part;
  readonly use: "literal" | "encoded";
  readonly namespace: string;
  /** Section 2.5: `wsdl:required="true"`, that who is bound has to know and send it. */
  readonly required?: true;
  readonly faults: readonly HeaderBlock[];
}

/** Section 3.6. */
export interface BindingFault {
  readonly fault: OperationFault;
  readonly use: "literal" | "encoded";
  readonly namespace: string;
}

/** Section 2.4. */
export interface PortType extends Described {
  readonly name: QName;
  readonly operations: readonly Operation[];
  /** As of a binding. */
  readonly addressing: AddressingChoices;
}

/** Section 2.4: a request-response or one-way operation. Overloads share a name and differ by the names of input and output. */
export interface Operation extends Described {
  readonly name: string;
  /** The name of its input, where the port type has several operations of the name and this is not the one by default. */
  readonly overload?: string;
  /** `wsdlx:safe="true"`. */
  readonly safe: boolean;
  readonly input: OperationMessage;
  readonly output?: OperationMessage;
  readonly faults: readonly OperationFault[];
}

export interface OperationMessage extends Described {
  /** As given, or by the defaults of section 2.4.5. */
  readonly name: string;
  /** The name is not the one by default. */
  readonly isNamed?: true;
  readonly message: Message;
  /** `wsam:Action` or a forerunner of it. */
  readonly action?: string;
}
export interface OperationFault extends Described {
  readonly name: string;
  readonly message: Message;
  /** As for messages. */
  readonly action?: string;
}

/** Section 2.3. */
export interface Message extends Described {
  readonly name: QName;
  readonly parts: readonly Part[];
  /** Names of parts whose element or type is unknown, which was told: no more is to be said where they are named. */
  readonly unusable: ReadonlySet<string>;
}
/** Section 2.3.1: a part names an element or a type. */
export type Part = ElementPart | TypePart;
export interface ElementPart extends Described {
  readonly name: string;
  readonly of: "element";
  readonly element: ElementDeclaration;
}
export interface TypePart extends Described {
  readonly name: string;
  readonly of: "type";
  readonly type: TypeDefinition;
}

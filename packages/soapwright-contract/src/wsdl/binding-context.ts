import type { Diagnostics } from "../diagnostics";
import type { XmlElement } from "../xml/tree";
import type { Message } from "./definitions";
import type { ReadPortType } from "./port-type";
import type { AddressingDeclarations } from "./wsdl-addressing";
import type { WsdlComponents } from "./wsdl-components";

export interface BindingContext {
  readonly messages: WsdlComponents<Message>;
  readonly portTypes: WsdlComponents<ReadPortType>;
  readonly addressing: AddressingDeclarations;
  readonly requiresMtom: (source: XmlElement) => boolean;
  /** Whether an output that a binding omits is bound as the input. */
  readonly allowMissingMessages?: boolean;
  readonly diagnostics: Diagnostics;
}

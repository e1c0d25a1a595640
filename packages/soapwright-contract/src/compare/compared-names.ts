import { shortName } from "../element-graph/descriptions";
import type { QName } from "../xml/qname";

/** Compares names of two WSDLs, with a rule for namespaces that the new WSDL renamed. */
export class Names {
  constructor(
    /** Returns the namespace in the new WSDL for a namespace of the old WSDL. */
    readonly moved: (old: string) => string,
    /** Returns the SOAPAction that callers of the old WSDL send. */
    readonly movedAction: (old: string) => string = (action) => action,
  ) {}

  areSame(old: QName | undefined, now: QName | undefined): boolean {
    if (old === undefined || now === undefined) return old === now;
    return old.local === now.local && this.areSameNamespaces(old.namespace, now.namespace);
  }

  areSameNamespaces(old: string, now: string): boolean {
    return old === now || this.moved(old) === now;
  }

  /** Returns `xs:int -> xs:string`, with namespaces if the local names are equal. */
  arrow(old: QName, now: QName): string {
    if (old.local !== now.local) return `${shortName(old)} -> ${shortName(now)}`;
    return `{${old.namespace}}${old.local} -> {${now.namespace}}${now.local}`;
  }
}

import { nameWords } from "../element-graph/type-words";
import type { QName } from "../xml/qname";

/** The names of two WSDLs: their two target namespaces count as equal. */
export class Names {
  readonly #old: string;
  readonly #now: string;

  constructor(old: string, now: string) {
    this.#old = old;
    this.#now = now;
  }

  areSame(old: QName | undefined, now: QName | undefined): boolean {
    if (old === undefined || now === undefined) return old === now;
    return old.local === now.local && this.areSameNamespaces(old.namespace, now.namespace);
  }

  areSameNamespaces(old: string, now: string): boolean {
    return old === now || (old === this.#old && now === this.#now);
  }

  /** The namespace in the new WSDL for a namespace of the old one. */
  moved(old: string): string {
    return old === this.#old ? this.#now : old;
  }

  /** Returns `xs:int -> xs:string`, with namespaces if the local names are equal. */
  arrow(old: QName, now: QName): string {
    if (old.local !== now.local) return `${nameWords(old)} -> ${nameWords(now)}`;
    return `{${old.namespace}}${old.local} -> {${now.namespace}}${now.local}`;
  }
}

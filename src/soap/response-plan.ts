import type { Codec, ElementNode, FaultNode, OperationNode, StreamTarget } from "../schema/codec";
import type { QName } from "../xml/names";
import type { FaultPlan } from "./fault-reader";
import { listAtEnd } from "./list-at-end";
import type { SoapVersionTerms } from "./soap-version";

/** What the response to an operation looks like, for one client. */
export class ResponsePlan implements FaultPlan {
  readonly operation: OperationNode;
  readonly codec: Codec;
  readonly terms: SoapVersionTerms;
  readonly rename: (namespace: string) => string;
  readonly faults: readonly FaultNode[];
  readonly #list: boolean;
  readonly #body: readonly ElementNode[];

  constructor(operation: OperationNode, codec: Codec, terms: SoapVersionTerms, rename: (namespace: string) => string) {
    this.operation = operation;
    this.codec = codec;
    this.terms = terms;
    this.rename = rename;
    this.faults = operation.faults;
    this.#body = operation.output?.body ?? [];
    this.#list = operation.output !== undefined && listAtEnd(operation.output);
  }

  /** The response may have nothing in its Body. */
  get emptyBody(): boolean {
    return this.#body.length === 0;
  }

  /** `use="encoded"`: values may stand elsewhere in the Body, and be referred to. */
  get encoded(): boolean {
    return this.operation.use === "encoded";
  }

  /** For messages: the elements of the Body. */
  get expected(): string {
    return this.#body.map(({ name }) => this.#shown(name)).join(" or ");
  }

  /** The declared header block of this name. */
  header(name: QName): ElementNode | undefined {
    return this.operation.output?.headers.find((element) => this.#isNamed(element, name));
  }

  /** The declaration of child number `position` of the Body, or what is wrong with it. */
  bodyElement(name: QName, position: number): ElementNode | string {
    const element = this.#body[position];
    if (element !== undefined && this.#isNamed(element, name)) return element;
    if (element === undefined) {
      return position === 0
        ? `its Body has ${shown(name)} in it, but is expected to be empty`
        : `its Body has more than ${this.expected} in it`;
    }
    if (element.name.local === name.local) {
      return (
        `its Body has ${shown(name)} where ${this.#shown(element.name)} is expected. The service responds in another ` +
        "namespace than the request: set namespace or namespaceBaseUrl (namespaces on a generated client) to the one that it uses"
      );
    }
    return `its Body has ${shown(name)} where ${this.#shown(element.name)} is expected`;
  }

  /** Where the items of a streamed result stand. */
  streamTarget(element: ElementNode, onItem: (item: unknown) => void): StreamTarget | undefined {
    const [first, ...path] = this.operation.output?.unwrap ?? [];
    return element.key === first ? { path, onItem } : undefined;
  }

  /** What the method returns: the message, unwrapped. A list that is not there is an empty one. */
  result(values: { readonly [key: string]: unknown } | undefined): unknown {
    const unwrap = this.operation.output?.unwrap;
    if (unwrap === undefined) return undefined;
    let value: unknown = unwrap.length === 0 && this.#body.length === 0 ? undefined : values;
    for (const key of unwrap) {
      if (typeof value !== "object" || value === null) {
        value = value === null && !this.#list ? null : undefined;
        break;
      }
      value = Reflect.get(value, key);
    }
    return this.#list && (value === undefined || value === null) ? [] : value;
  }

  #isNamed(element: ElementNode, name: QName): boolean {
    return element.name.local === name.local && this.rename(element.name.namespace) === name.namespace;
  }

  #shown(name: QName): string {
    return shown({ namespace: this.rename(name.namespace), local: name.local });
  }
}

function shown(name: QName): string {
  return name.namespace === "" ? name.local : `{${name.namespace}}${name.local}`;
}

/** The operations of a live contract as its SOAP bindings have them: WSDL 1.1, sections 2.4, 2.5 and 3. */
import type { QName } from "../../xml/names";
import type { Components } from "./components";
import { soapNamespaces, soapVersions, wsdlNamespace } from "./namespaces";
import { childrenOf, keyOf, nameOf, type XmlNode } from "./xml-node";

/** So many overloads of one name, parts of one message and header blocks of one operation are looked at. */
const most = { overloads: 100, parts: 1_000, headers: 1_000 };

/** A part of a message. */
export interface LivePart {
  readonly name: string;
  readonly element: QName | undefined;
  readonly type: QName | undefined;
}

/** What one message of an operation holds. */
export interface LiveMessage {
  /** Of the body, in the order of the message. */
  readonly parts: readonly LivePart[];
  /** Namespace of an rpc wrapper. */
  readonly namespace: string | undefined;
  readonly use: string;
  readonly headers: readonly LivePart[];
}

/** A fault that an operation declares. */
export interface LiveFault {
  readonly name: string;
  readonly part: LivePart | undefined;
}

/** The bindings of one contract. Only what is asked for is put together: the contract may be hostile. */
export class Bindings {
  readonly #components: Components;
  /** By SOAP version and name of the operation. */
  readonly #operations = new Map<string, LiveOperation[]>();
  readonly #portTypes = new Map<XmlNode, ReadonlyMap<string, readonly XmlNode[]>>();
  /** Names of all operations, of whatever SOAP version. */
  readonly names: ReadonlySet<string>;
  /** SOAP versions that are bound. */
  readonly soapVersions: ReadonlySet<"1.1" | "1.2">;

  constructor(components: Components) {
    this.#components = components;
    const names = new Set<string>();
    const versions = new Set<"1.1" | "1.2">();
    for (const root of components.documents.definitions) {
      for (const binding of childrenOf(root, wsdlNamespace, "binding")) {
        const version = soapVersions.find((each) => childrenOf(binding, soapNamespaces[each], "binding").length > 0);
        if (version === undefined) continue;
        versions.add(version);
        for (const bound of childrenOf(binding, wsdlNamespace, "operation")) {
          names.add(bound.attributes.get("name") ?? "");
          this.#add(binding, bound, version);
        }
      }
    }
    this.names = names;
    this.soapVersions = versions;
  }

  /** The operations of one name: several when it is overloaded, or bound several times. */
  operations(version: "1.1" | "1.2", name: string): readonly LiveOperation[] {
    return this.#operations.get(`${version} ${name}`) ?? [];
  }

  #add(binding: XmlNode, bound: XmlNode, version: "1.1" | "1.2"): void {
    const key = `${version} ${bound.attributes.get("name") ?? ""}`;
    const same = this.#operations.get(key) ?? [];
    this.#operations.set(key, same);
    if (same.length >= most.overloads) return;
    same.push(new LiveOperation(this.#components, version, binding, bound, () => this.#abstract(binding, bound)));
  }

  /** The operation of the port type: of overloads the one whose input and output have the same names, else in the same place. */
  #abstract(binding: XmlNode, bound: XmlNode): XmlNode | undefined {
    const type = nameOf(binding, "type");
    const portType = type && this.#components.wsdl("portType", type);
    if (portType === undefined) return undefined;
    const same = this.#named(portType).get(bound.attributes.get("name") ?? "") ?? [];
    if (same.length < 2) return same[0];
    const wanted = messageNames(bound);
    const alike = same.filter((operation) => messageNames(operation) === wanted);
    if (alike.length === 1) return alike[0];
    const index = bound === undefined ? -1 : childrenOf(binding, wsdlNamespace, "operation").indexOf(bound);
    const inPlace = childrenOf(portType, wsdlNamespace, "operation")[index];
    return inPlace !== undefined && same.includes(inPlace) ? inPlace : same[0];
  }

  #named(portType: XmlNode): ReadonlyMap<string, readonly XmlNode[]> {
    const known = this.#portTypes.get(portType);
    if (known !== undefined) return known;
    const operations = new Map<string, XmlNode[]>();
    for (const operation of childrenOf(portType, wsdlNamespace, "operation")) {
      const name = operation.attributes.get("name") ?? "";
      const same = operations.get(name) ?? [];
      if (same.length < most.overloads) operations.set(name, [...same, operation]);
    }
    this.#portTypes.set(portType, operations);
    return operations;
  }
}

/** An operation of one SOAP version. */
export class LiveOperation {
  readonly soapAction: string;
  readonly style: string;
  readonly #components: Components;
  readonly #soap: string;
  readonly #bound: XmlNode;
  readonly #findAbstract: () => XmlNode | undefined;

  constructor(
    components: Components,
    version: "1.1" | "1.2",
    binding: XmlNode,
    bound: XmlNode,
    findAbstract: () => XmlNode | undefined,
  ) {
    this.#components = components;
    this.#soap = soapNamespaces[version];
    this.#bound = bound;
    this.#findAbstract = findAbstract;
    const [own] = childrenOf(bound, this.#soap, "operation");
    const [around] = childrenOf(binding, this.#soap, "binding");
    this.soapAction = own?.attributes.get("soapAction") ?? "";
    this.style = own?.attributes.get("style") ?? around?.attributes.get("style") ?? "document";
  }

  /** Undefined where the operation has no such message, or the documents do not show it. */
  message(direction: "input" | "output"): LiveMessage | undefined {
    const own = this.#findAbstract();
    const [described] = own === undefined ? [] : childrenOf(own, wsdlNamespace, direction);
    const [how] = childrenOf(this.#bound, wsdlNamespace, direction);
    const message = described && nameOf(described, "message");
    if (message === undefined) return undefined;
    const body = how && this.#inside(how, "body")[0];
    const named = body?.attributes.get("parts")?.split(/\s+/).filter(Boolean);
    const headers = how === undefined ? [] : this.#inside(how, "header").slice(0, most.headers);
    // A header may be a part of the very message whose other parts are the body.
    const besides = headers
      .filter((header) => keyOf(nameOf(header, "message") ?? noName) === keyOf(message))
      .map(({ attributes }) => attributes.get("part") ?? "");
    const isOwn = ({ name }: LivePart): boolean => (named ?? [name]).includes(name) && !besides.includes(name);
    return {
      parts: this.#parts(message).filter(isOwn),
      namespace: body?.attributes.get("namespace"),
      use: body?.attributes.get("use") ?? "literal",
      headers: headers.flatMap((header) => {
        const part = header.attributes.get("part");
        return this.#parts(nameOf(header, "message")).find(({ name }) => name === part) ?? [];
      }),
    };
  }

  /** Those of the port type. */
  faults(): LiveFault[] {
    const own = this.#findAbstract();
    return (own === undefined ? [] : childrenOf(own, wsdlNamespace, "fault").slice(0, most.parts)).map((fault) => ({
      name: fault.attributes.get("name") ?? "",
      part: this.#parts(nameOf(fault, "message"))[0],
    }));
  }

  #parts(message: QName | undefined): LivePart[] {
    const node = message && this.#components.wsdl("message", message);
    const parts = node === undefined ? [] : childrenOf(node, wsdlNamespace, "part").slice(0, most.parts);
    return parts.map((part) => ({
      name: part.attributes.get("name") ?? "",
      element: nameOf(part, "element"),
      type: nameOf(part, "type"),
    }));
  }

  /** Also those inside of MIME parts: WSDL 1.1, section 5. */
  #inside(node: XmlNode, local: string): XmlNode[] {
    return node.children.flatMap((child) =>
      child.name.namespace === this.#soap && child.name.local === local ? [child] : this.#inside(child, local),
    );
  }
}

const noName: QName = { namespace: "", local: "" };

function messageNames(operation: XmlNode): string {
  return ["input", "output"]
    .map((local) => childrenOf(operation, wsdlNamespace, local)[0]?.attributes.get("name") ?? "")
    .join(" ");
}

/** Where the contract says that the service is, by SOAP version. */
export function liveAddresses({ documents }: Components): string[] {
  return documents.definitions.flatMap((root) =>
    childrenOf(root, wsdlNamespace, "service").flatMap((service) =>
      childrenOf(service, wsdlNamespace, "port").flatMap((port) =>
        soapVersions.flatMap((version) =>
          childrenOf(port, soapNamespaces[version], "address").map(
            ({ attributes }) => attributes.get("location") ?? "",
          ),
        ),
      ),
    ),
  );
}

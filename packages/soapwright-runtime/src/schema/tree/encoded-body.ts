import type { ElementDecoder } from "../decode/frame";
import { ENCODING_11, ENCODING_12, RPC_12 } from "../schema-namespaces";
import type { DecodeScope } from "../scope";
import type { ElementNode } from "../tables/nodes";
import type { QName, XmlElement } from "../tables/table-values";
import { plainElements } from "../tables/view";
import { replayReferences } from "./references";
import { TreeReader } from "./tree-reader";

/**
 * Reads the Body of an rpc/encoded response (SOAP 1.1, section 5): the response element and its siblings, which are
 * multi-reference values. The whole Body is read before any of it is decoded.
 */
export class EncodedBody {
  readonly #scope: DecodeScope;
  readonly #children: TreeReader[] = [];
  readonly #input: readonly ElementNode[];
  /** `name` is the name on the wire. */
  readonly response: { readonly element: ElementNode; readonly name: QName };

  /** @param input The elements of the request's Body. */
  constructor(response: EncodedBody["response"], input: readonly ElementNode[], scope: DecodeScope) {
    this.response = response;
    this.#input = input;
    this.#scope = scope;
  }

  next(): TreeReader {
    const reader = new TreeReader(this.#scope);
    this.#children.push(reader);
    return reader;
  }

  /** The child with the response's name, or else the first child that is a root (SOAP 1.1, 5.6). */
  get root(): XmlElement | undefined {
    const { namespace, local } = this.response.name;
    const children = this.#children.map(({ element }) => element);
    return children.find(({ name }) => name.local === local && name.namespace === namespace) ?? children.find(isRoot);
  }

  /** Resolves every reference. Throws a `ResponseError` when the value does not fit the schema. */
  decode(root: XmlElement, start: (scope: DecodeScope) => ElementDecoder): unknown {
    const { element, name } = this.response;
    const children = this.#children.map((child) => child.element);
    const body: XmlElement = { name: { namespace: "", local: "Body" }, attributes: [], children };
    const response = { ...root, name, children: namedAsDeclared(root, element, this.#input) };
    const position = this.#scope.position();
    return replayReferences(body, response, start, { position }).value;
  }
}

function isRoot({ attributes }: XmlElement): boolean {
  return !attributes.some(
    ({ name, value }) =>
      name.local === "root" &&
      (name.namespace === ENCODING_11 || name.namespace === ENCODING_12) &&
      (value === "0" || value === "false"),
  );
}

/**
 * "The name of the return value accessor is not significant" (SOAP 1.1, 7.1), so the return value is the first accessor
 * without the name of a part; SOAP::Lite calls it `s-gensym3`. Services also qualify accessors, which have no namespace
 * by the specification.
 */
function namedAsDeclared(
  response: XmlElement,
  { type }: ElementNode,
  input: readonly ElementNode[],
): readonly (string | XmlElement)[] {
  const parts = plainElements(type) ?? [];
  const parameters = input.flatMap((element) => plainElements(element.type) ?? []);
  const isParameter = ({ name }: ElementNode) => parameters.some((parameter) => parameter.name.local === name.local);
  const result = parts.find((part) => !isParameter(part)) ?? parts[0];
  const partOf = ({ name }: XmlElement) => parts.find((part) => part.name.local === name.local);
  const elements = response.children.filter((child) => typeof child !== "string");
  const unnamed =
    elements.some((child) => partOf(child) === result) || result === undefined
      ? undefined
      : elements.find((child) => partOf(child) === undefined && child.name.namespace !== RPC_12);
  return response.children.map((child) => {
    if (typeof child === "string") return child;
    const part = child === unnamed ? result : partOf(child);
    return part === undefined ? child : { ...child, name: part.name };
  });
}

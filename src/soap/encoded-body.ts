import {
  type Codec,
  type DecodeOptions,
  type DecodeScope,
  type ElementNode,
  replayReferences,
  TreeReader,
  type XmlElement,
} from "../schema/codec";

/**
 * The Body of an rpc/encoded response (SOAP 1.1, section 5): the response and, behind it, the values that it refers to. All
 * of it is read before any of it is decoded.
 */
export class EncodedBody {
  readonly #scope: DecodeScope;
  readonly #children: TreeReader[] = [];
  readonly response: ElementNode;

  constructor(response: ElementNode, scope: DecodeScope) {
    this.response = response;
    this.#scope = scope;
  }

  /** Who takes the events of the next child of the Body. */
  next(): TreeReader {
    const reader = new TreeReader(this.#scope);
    this.#children.push(reader);
    return reader;
  }

  /** The response, with every reference resolved. Throws a `ResponseError` when it does not fit the schema. */
  decode(codec: Codec, options: DecodeOptions): unknown {
    const children = this.#children.map(({ element }) => element);
    const body: XmlElement = { name: { namespace: "", local: "Body" }, attributes: [], children };
    const position = this.#scope.position();
    const start = (scope: DecodeScope) => codec.decoder(this.response, scope, options);
    return replayReferences(body, children[0]!, start, { position }).value;
  }
}

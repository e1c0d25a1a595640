import {
  type AttributeUse,
  type DrawnText,
  type ElementDeclaration,
  type Manner,
  prefixesOf,
  type Random,
  type SimpleType,
  shapeOf,
} from "soapwright-contract";
import { NoValueError } from "./instance-errors";
import type { TextInstance } from "./nouns";
import { attainableEdges, type Edge, settled } from "./simple/edges";
import { makeText } from "./simple/make";
import type { Turns } from "./turns";

const none = new Map<string, string>();

/** The generator of one document's texts: random texts and texts at the edges of facets; each ID is unique. */
export class TextMaker {
  readonly #identifiers: string[] = [];

  constructor(
    private readonly random: Random,
    private readonly turns: Turns,
    private readonly manner: Manner = "wild",
  ) {}

  /** @throws NoValueError when no value of the type was found. */
  make(type: SimpleType, holder: ElementDeclaration | AttributeUse): TextInstance {
    const fixed = holder.fixed === undefined ? undefined : settled(type, holder.fixed);
    if (fixed !== undefined) return { type, text: fixed, prefixes: none };
    // An empty element with a default has the default value, so the empty text cannot be sent.
    const isFit = ({ text }: DrawnText): boolean => text !== "" || holder.default === undefined;
    for (let attempt = 0; attempt < 20; attempt++) {
      const identified = this.#identified(type, this.#text(type));
      if (isFit(identified)) return { type, ...identified };
    }
    throw new NoValueError(type);
  }

  #text(type: SimpleType): DrawnText {
    const edges = this.manner === "tame" ? [] : attainableEdges(type);
    if (edges.length > 0 && this.random.chance(0.7)) return textOf(type, this.turns.take(edges, this.random));
    return this.#makeText(type);
  }

  #makeText(type: SimpleType): DrawnText {
    const drawn = makeText(type, this.random, this.manner);
    if (!drawn) throw new NoValueError(type);
    return drawn;
  }

  /** An ID is unique in a document, and an IDREF refers to an existing ID if possible. */
  #identified(type: SimpleType, drawn: DrawnText): DrawnText {
    const { variety } = shapeOf(type);
    if (variety.of !== "atomic") return drawn;
    if (variety.name === "IDREF" && this.#identifiers.length > 0)
      return { text: this.random.pick(this.#identifiers), prefixes: none };
    if (variety.name !== "ID") return drawn;
    const text = this.#identifiers.includes(drawn.text)
      ? settled(type, `${drawn.text}${this.#identifiers.length}`)
      : drawn.text;
    this.#identifiers.push(text ?? drawn.text);
    return { text: text ?? drawn.text, prefixes: none };
  }
}

function textOf(type: SimpleType, { text = "", prefixes = prefixesOf(shapeOf(type), text) }: Edge): DrawnText {
  return { text, prefixes };
}

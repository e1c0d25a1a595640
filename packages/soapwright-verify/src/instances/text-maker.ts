import { type AttributeUse, type ElementDeclaration, type SimpleType, shapeOf } from "soapwright-contract";
import type { DrawnText, Manner } from "../texts/drawn-text";
import type { Random } from "../texts/random";
import { InstanceError } from "./instance-errors";
import type { TextInstance } from "./nouns";
import { attainableEdges, settled } from "./simple/edges";
import { makeText } from "./simple/make";
import type { Turns } from "./turns";

const none = new Map<string, string>();

/** The generator of one document's texts: random texts and texts at the edges of facets; each ID is unique. */
export class TextMaker {
  readonly #identifiers: string[] = [];

  constructor(
    private readonly random: Random,
    private readonly turns: Turns,
    private readonly manner: Manner,
  ) {}

  /** @throws InstanceError when no value of the type was found. */
  make(type: SimpleType, holder: ElementDeclaration | AttributeUse): TextInstance {
    const fixed = holder.fixed === undefined ? undefined : settled(type, holder.fixed);
    if (fixed !== undefined) return { type, text: fixed, prefixes: none };
    for (let attempt = 0; attempt < 20; attempt++) {
      const drawn = this.#draw(type);
      if (drawn === undefined) break;
      const { text, prefixes } = this.#identified(type, drawn);
      // An empty element with a default has the default value, so the empty text cannot be sent.
      if (text !== "" || holder.default === undefined) return { type, text, prefixes };
    }
    throw new InstanceError(
      `no value of the simple type ${type.name?.local ?? `at line ${type.position.line}`} was found`,
    );
  }

  #draw(type: SimpleType): DrawnText | undefined {
    const edges = this.manner === "tame" ? [] : attainableEdges(type);
    if (edges.length > 0 && this.random.chance(0.7)) return this.turns.take(edges, this.random);
    return makeText(type, this.random, this.manner);
  }

  /** An ID is unique in a document, and an IDREF refers to an existing ID if possible. */
  #identified(type: SimpleType, drawn: DrawnText): DrawnText {
    const { variety } = shapeOf(type);
    const name = variety.of === "atomic" ? variety.name : "";
    if (name === "IDREF" && this.#identifiers.length > 0)
      return { text: this.random.pick(this.#identifiers), prefixes: none };
    if (name !== "ID") return drawn;
    const isTaken = this.#identifiers.includes(drawn.text);
    const text = (isTaken ? settled(type, `${drawn.text}${this.#identifiers.length}`) : undefined) ?? drawn.text;
    this.#identifiers.push(text);
    return { text, prefixes: none };
  }
}

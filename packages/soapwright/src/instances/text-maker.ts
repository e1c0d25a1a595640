import type { AttributeUse, ElementDeclaration, Random, SimpleType } from "soapwright-contract";
import { lengthRange, type MadeText, type Manner, prefixesOf, shapeOf } from "soapwright-contract";
import type { Coverage } from "./coverage";
import { NoValueError } from "./instance-errors";
import type { TextInstance } from "./nouns";
import { attainableEdges, type Edge, settled } from "./simple/edges";
import { makeText } from "./simple/make";
import type { Steering } from "./steering";

const none = new Map<string, string>();

/** Generates the texts of one document: unhit edges first, each identifier once. */
export class TextMaker {
  readonly #random: Random;
  readonly #coverage: Coverage;
  readonly #steering: Steering;
  readonly #manner: Manner;
  readonly #identifiers: string[] = [];

  constructor(random: Random, coverage: Coverage, steering: Steering, manner: Manner = "wild") {
    this.#manner = manner;
    this.#random = random;
    this.#coverage = coverage;
    this.#steering = steering;
  }

  /** @throws NoValueError when no value of the type was found. */
  make(type: SimpleType, holder: ElementDeclaration | AttributeUse): TextInstance {
    const fixed = holder.fixed === undefined ? undefined : settled(type, holder.fixed);
    if (fixed !== undefined) {
      this.#coverage.hitText(type, fixed);
      return { type, text: fixed, prefixes: none };
    }
    // An empty element with a default has the default value, so the empty text cannot be sent.
    const isFit = ({ text }: MadeText): boolean => text !== "" || holder.default === undefined;
    for (let attempt = 0; attempt < 20; attempt++) {
      const made = this.#identified(type, this.#text(type));
      if (!isFit(made)) continue;
      this.#coverage.hitText(type, made.text);
      return { type, ...made };
    }
    throw new NoValueError(type);
  }

  #text(type: SimpleType): MadeText {
    const way = this.#steering.take(type);
    if (typeof way === "object" && "kind" in way && way.kind === "simpleType") {
      const inner = this.#text(way);
      const text = settled(type, repeatedIn(type, inner.text));
      if (text !== undefined) return { text, prefixes: inner.prefixes };
    }
    const edges = attainableEdges(type);
    const steered = typeof way === "string" ? edges.find(({ label }) => label === way) : undefined;
    if (steered) return madeOf(type, steered);
    if (this.#manner === "tame") return this.#made(type);
    const unhit = this.#coverage.unhitOf(type, edges, ({ label }) => label);
    if (unhit.length > 0 && this.#random.chance(0.7)) return madeOf(type, this.#random.pick(unhit));
    if (edges.length > 0 && this.#random.chance(0.1)) return madeOf(type, this.#random.pick(edges));
    return this.#made(type);
  }

  #made(type: SimpleType): MadeText {
    const made = makeText(type, this.#random, this.#manner);
    if (!made) throw new NoValueError(type);
    return made;
  }

  /** An ID is unique in a document, and an IDREF refers to an existing one if possible. */
  #identified(type: SimpleType, made: MadeText): MadeText {
    const { variety } = shapeOf(type);
    if (variety.of !== "atomic") return made;
    if (variety.name === "IDREF" && this.#identifiers.length > 0)
      return { text: this.#random.pick(this.#identifiers), prefixes: none };
    if (variety.name !== "ID") return made;
    const text = this.#identifiers.includes(made.text)
      ? settled(type, `${made.text}${this.#identifiers.length}`)
      : made.text;
    this.#identifiers.push(text ?? made.text);
    return { text: text ?? made.text, prefixes: none };
  }
}

/** For a list type, the item's text repeated to the minimum length; for a union, the member's text unchanged. */
function repeatedIn(type: SimpleType, text: string): string {
  const shape = shapeOf(type);
  if (shape.variety.of !== "list") return text;
  return Array.from({ length: Math.max(1, lengthRange(shape).min) }, () => text).join(" ");
}

function madeOf(type: SimpleType, { text = "", prefixes = prefixesOf(shapeOf(type), text) }: Edge): MadeText {
  return { text, prefixes };
}

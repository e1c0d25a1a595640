import { effective, type Particle } from "soapwright-contract";
import type { ElementInstance, ParticleInstance } from "../instances/nouns";
import { type Int64, octetsOf } from "../instances/simple/typed";
import { treeOf } from "../instances/tree-of";
import { writeTree } from "../instances/write-tree";
import type { Naming } from "./naming";
import type { Payload } from "./payload";
import type { Codec, ElementTable, Runtime } from "./runtime";
import { ValueWriter } from "./typescript-value";
import { type Difference, firstDifference } from "./verify-compare";

export interface Trip {
  readonly payload: Payload;
  /** The instance as a document, written without the tables. */
  readonly document: string;
  /** The encoded value. */
  readonly value?: unknown;
  readonly encoded?: string;
  readonly failure?: Failure;
}
export interface Failure {
  readonly what: string;
  readonly difference?: Difference;
}

/** Limits protect against unknown services; instances have their own bounds. */
const limits = { maxDepth: 1000, maxAttributes: 100_000, maxNames: 1_000_000 };

/** The codec writes `item`. */
const itemNames = ["item", "Item", "return"];

/** The schema puts octets into parts: the reference text contains them. */
const attachments = {
  attach: () => undefined,
  refer: (octets: unknown) => Buffer.from(octets as Uint8Array).toString("utf8"),
};

/** Passes instances through the codec: value, document, value. */
export class RoundTrips {
  readonly #codec: Codec;
  readonly #input: ValueWriter;
  readonly #expected: ValueWriter;

  constructor(
    private readonly runtime: Runtime,
    naming: Naming,
    int64: Int64,
  ) {
    // Instances are made without regard to keys and references, as libxml2 judges them.
    this.#codec = new runtime.Codec({ validation: "strict", soapEncoding: runtime.soapEncoding, identities: false });
    this.#input = new ValueWriter(naming, "input", int64);
    this.#expected = new ValueWriter(naming, "expected", int64);
  }

  /** Returns the trip of the instance; with SOAP encoding, the first failing trip among the SOAP versions. */
  take(payload: Payload, instance: ElementInstance): Trip {
    const [first, ...others] = payload.encodings;
    let trip = this.#trip(payload, instance, first);
    for (const encoding of others) if (!trip.failure) trip = this.#trip(payload, instance, encoding);
    return trip;
  }

  #trip(payload: Payload, instance: ElementInstance, encoding: "1.1" | "1.2" | undefined): Trip {
    const document = writeTree(treeOf(instance, encoding && { soapVersion: encoding, isRoot: true, itemNames }));
    const trip = { payload, document };
    let value: unknown;
    let encoded: string;
    const path = payload.root.element.name.local;
    try {
      value = this.#input.element(instance, payload.model.type);
      encoded = this.#codec.encode(payload.table, value, path, { selfContained: true, attachments, encoding });
    } catch (error) {
      return { ...trip, value, failure: { what: `encoding fails: ${messageOf(error)}` } };
    }
    const expected = this.#expected.element(instance, payload.model.type);
    const unwrapped = payload.unwrap && unwrapProblem(payload.unwrap, payload.model.key, expected);
    const failure =
      (unwrapped === undefined ? undefined : { what: unwrapped }) ??
      this.#readBack({ payload, encoded, expected, instance }, encoded, "what was encoded") ??
      this.#readBack({ payload, encoded, expected, instance }, document, "the document of the schema");
    return { ...trip, value, encoded, ...(failure && { failure }) };
  }

  #readBack({ payload, encoded, expected, instance }: Written, document: string, what: string): Failure | undefined {
    const { table } = payload;
    const path = payload.root.element.name.local;
    let received: unknown;
    try {
      received = this.#decode(table, document);
    } catch (error) {
      return { what: `decoding ${what} fails: ${messageOf(error)}` };
    }
    const difference = firstDifference(expected, received, path);
    if (difference === undefined || (hasRepeatedName(instance) && this.#writes(table, received, path) === encoded))
      return undefined;
    return { what: `decoding ${what} gives another value`, difference };
  }

  /** Undefined for a value that cannot be encoded. */
  #writes(table: ElementTable, value: unknown, path: string): string | undefined {
    try {
      return this.#codec.encode(table, value, path, { selfContained: true, attachments });
    } catch {
      return undefined;
    }
  }

  #decode(table: ElementTable, document: string): unknown {
    // The decoder needs the reader for prefixes, and the reader needs a listener at construction.
    const reader = new this.runtime.XmlReader(
      {
        startElement: (name, attributes) => decoder.startElement(name, attributes),
        endElement: (name) => decoder.endElement(name),
        text: (text) => decoder.text(text),
      },
      { limits },
    );
    const decoder = this.#codec.decoder(table, reader);
    // There is no message with the referenced part.
    Object.assign(reader, { partOf: octetsOf });
    reader.write(document);
    reader.end();
    if (!decoder.done) throw new Error("the decoder is not done after the document");
    return decoder.value;
  }
}

/** An instance with its value and wire form. */
interface Written {
  readonly payload: Payload;
  readonly instance: ElementInstance;
  readonly encoded: string;
  readonly expected: unknown;
}

/**
 * Whether a type of the instance has one name twice in its content, so that two values have one wire form when one of the
 * elements is absent. XML Schema forbids such content (3.8.6, Unique Particle Attribution), and services have it.
 */
function hasRepeatedName({ content }: ElementInstance): boolean {
  if (content.kind === "array") return content.items.some(hasRepeatedName);
  if (content.kind !== "complex") return false;
  const names = effective(content.type).particles.flatMap(namesIn);
  return new Set(names).size < names.length || elementsIn(content.particles).some(hasRepeatedName);
}

function namesIn(particle: Particle): readonly string[] {
  if (particle.kind === "modelGroup") return particle.particles.flatMap(namesIn);
  if (particle.kind !== "elementUse") return [];
  const { namespace, local } = particle.element.name;
  return [`{${namespace}}${local}`];
}

function elementsIn(particles: readonly ParticleInstance[]): readonly ElementInstance[] {
  return particles.flatMap((particle) => {
    if (particle.kind === "group") return elementsIn(particle.occurrences.flat());
    return particle.kind === "elements" ? particle.items : [];
  });
}

/**
 * Returns the problem of the path from a message to a method's arguments or result; undefined if there is none.
 * `unwrap` are the keys in the table, beginning with the element in the Body; `value` is the element's value.
 */
function unwrapProblem(unwrap: readonly string[], element: string, value: unknown): string | undefined {
  const [first, ...rest] = unwrap;
  // Without a path, the method takes or returns an object of all elements in the Body.
  if (first === undefined) return undefined;
  if (first !== element) return `the table unwraps ${first}, the Body has ${element}`;
  let inner = value;
  for (const key of rest) {
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return undefined;
    const others = Object.keys(inner).filter((other) => other !== key);
    if (others.length > 0) return `the table unwraps ${unwrap.join(".")}, which leaves ${others.join(", ")} out`;
    inner = Reflect.get(inner, key);
  }
  return undefined;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

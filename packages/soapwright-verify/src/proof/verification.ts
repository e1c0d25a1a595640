import type { Model, Schemas } from "soapwright-contract";
import { describeOperation } from "soapwright-contract";
import { InstanceError } from "../instances/instance-errors";
import type { ElementInstance } from "../instances/nouns";
import type { Int64 } from "../instances/simple/typed";
import { Survey } from "../instances/survey";
import { Budget } from "./budget";
import { Naming } from "./naming";
import { type Payload, payloadName, payloadsOf, type Tables } from "./payload";
import { Referee, SchemaRefusedError, SlowRefereeError } from "./referee";
import { type Failure, RoundTrips, type Trip } from "./round-trip";
import type { Runtime } from "./runtime";
import { namespaceText, type SchemaSet, schemaSet } from "./schema-set";
import { refusedPayloads, unjudgedReasons } from "./unjudged";

interface Generated {
  readonly model: Model;
  readonly schemas: Schemas;
  /** The exports of the generated `schemas.ts`, with the run time that they are verified with. */
  readonly tables: Tables;
}

interface VerificationOptions {
  readonly runtime: Runtime;
  readonly instances: number;
  readonly seed: string;
  /** Type of unbounded integers in the tables. */
  readonly int64: Int64;
  /** Processor time for instances. Default: 10, and 1 for each 20 payloads. */
  readonly seconds: number | undefined;
  onProgress(text: string): void;
  onTrip(trip: Trip): void;
}

/** Instances in one request to libxml2: each request costs a round trip to its thread. */
const batchSize = 20;

/** Instances that were not generated because the time was over. */
export interface LeftOut {
  readonly seconds: number;
  readonly instances: number;
}

export interface Verification {
  readonly operations: number;
  readonly payloads: number;
  readonly instances: number;
  readonly leftOut: LeftOut;
  readonly schemas: SchemaSet;
  /** Payloads with a failure, each with its shortest failing document. */
  readonly failures: readonly Trip[];
  readonly judged: number;
  /** Names of operations that were verified by the codec alone, by reason. */
  readonly unjudged: ReadonlyMap<string, readonly string[]>;
  readonly impossible: readonly string[];
  /** Names of payloads with arrays of several dimensions, which calls refuse. */
  readonly refused: readonly string[];
  readonly tooLarge: readonly string[];
}

/**
 * Verifies the tables of a WSDL: instances of its schema pass through the codec and libxml2 and back.
 *
 * @throws MissingRefereeError when libxml2 is not installed.
 */
export async function verifyTables(generated: Generated, options: VerificationOptions): Promise<Verification> {
  // Who makes instances alone needs no client.
  const { model, schemas, tables } = generated;
  const payloads = payloadsOf(model, tables);
  const reasons = unjudgedReasons(payloads, schemas);
  const literal = payloads.filter((payload) => !reasons.has(payload));
  const set = schemaSet(
    schemas,
    literal.flatMap(({ root }) => (root.isSynthetic ? [root] : [])),
  );
  const referee = new Referee();
  try {
    const refusal = literal.length === 0 ? undefined : await refusalOf(referee, set, schemas);
    for (const payload of refusal === undefined ? [] : literal)
      reasons.set(payload, `libxml2 cannot load the schema (${refusal})`);
    const run = new Run(payloads, generated, referee, reasons, options);
    await run.all();
    const operations = operationsOf(payloads).size;
    return {
      ...run.result(),
      operations,
      payloads: payloads.length,
      schemas: set,
      judged: operations - operationsOf(reasons.keys()).size,
      unjudged: namesByReason(payloads, reasons),
    };
  } finally {
    await referee.close();
  }
}

async function refusalOf(referee: Referee, set: SchemaSet, schemas: Schemas): Promise<string | undefined> {
  try {
    await referee.load(set);
    // libxml2 loads schemas for namespaces that are not URIs, but then none of their documents.
    const namespaces = new Set(schemas.documents.map(({ targetNamespace }) => targetNamespace));
    const problems = await referee.validate([...namespaces].map((namespace) => `<a${namespaceText(namespace)}/>`));
    return problems.flat().find((problem) => problem.includes("is not a valid URI"));
  } catch (error) {
    if (error instanceof SchemaRefusedError) return error.reasons[0] ?? "no reason given";
    if (error instanceof SlowRefereeError) return error.message;
    throw error;
  }
}

function namesByReason(payloads: readonly Payload[], reasons: ReadonlyMap<Payload, string>) {
  const names = new Map<string, readonly string[]>();
  for (const payload of payloads) {
    const reason = reasons.get(payload);
    if (reason === undefined) continue;
    const key = `${reason}: verified by round trip only`;
    names.set(key, [...new Set([...(names.get(key) ?? []), describeOperation(payload.operation)])]);
  }
  return names;
}

function operationsOf(payloads: Iterable<Payload>): Set<Payload["operation"]> {
  return new Set([...payloads].map(({ operation }) => operation));
}

/** The instances of one verification, one payload after the other. */
class Run {
  readonly #survey: Survey;
  readonly #trips: RoundTrips;
  readonly #budget: Budget;
  readonly #refused: ReadonlySet<Payload>;
  readonly #failures = new Map<Payload, Trip>();
  readonly #impossible: string[] = [];
  readonly #tooLarge: string[] = [];
  #instances = 0;
  #leftInstances = 0;

  constructor(
    private readonly payloads: readonly Payload[],
    { model, schemas }: Generated,
    private readonly referee: Referee,
    private readonly reasons: Map<Payload, string>,
    private readonly options: VerificationOptions,
  ) {
    const roots = payloads.map(({ root }) => root);
    this.#survey = new Survey(roots, schemas);
    this.#refused = refusedPayloads(payloads);
    this.#trips = new RoundTrips(options.runtime, new Naming(model), options.int64);
    this.#budget = new Budget(1000 * (options.seconds ?? 10 + payloads.length / 20));
  }

  async all(): Promise<void> {
    for (const [at, payload] of this.payloads.entries()) {
      this.options.onProgress(`${at + 1} of ${this.payloads.length}: ${payloadName(payload)}`);
      await this.#verify(payload);
    }
  }

  result() {
    return {
      instances: this.#instances,
      leftOut: { seconds: this.#budget.ms / 1000, instances: this.#leftInstances },
      failures: [...this.#failures.values()],
      impossible: this.#impossible,
      refused: [...this.#refused].map(payloadName),
      tooLarge: this.#tooLarge,
    };
  }

  async #verify(payload: Payload): Promise<void> {
    const { instances } = this.options;
    if (this.#refused.has(payload)) return;
    if (!this.#survey.isPossible(payload.root)) {
      if (this.#survey.isTooLarge(payload.root)) this.#tooLarge.push(payloadName(payload));
      else this.#impossible.push(`${payloadName(payload)}: ${this.#survey.whyImpossible(payload.root)}`);
      return;
    }
    let batch: ElementInstance[] = [];
    for (let number = 0; number < instances; number++) {
      // Each payload has at least one instance.
      if (number > 0 && this.#budget.isSpent) {
        this.#leftInstances += instances - number;
        break;
      }
      const instance = this.#instance(payload, number);
      if (instance === undefined) continue;
      this.#instances++;
      batch.push(instance);
      if (batch.length < batchSize) continue;
      await this.#take(payload, batch);
      batch = [];
    }
    await this.#take(payload, batch);
  }

  #instance(payload: Payload, number: number): ElementInstance | undefined {
    try {
      return this.#survey.make(payload.root, `${this.options.seed} ${payloadName(payload)} ${number}`);
    } catch (error) {
      if (error instanceof InstanceError) return undefined;
      throw error;
    }
  }

  async #take(payload: Payload, instances: readonly ElementInstance[]): Promise<void> {
    const trips = instances.map((instance) => this.#trips.take(payload, instance));
    const problemsOf = await this.#judge(payload, trips);
    for (const trip of trips) {
      const failure = problemsOf ? judgement(trip, problemsOf) : trip.failure;
      const judged = failure ? { ...trip, failure } : trip;
      this.options.onTrip(judged);
      const shortest = this.#failures.get(payload)?.document.length ?? Infinity;
      if (failure && trip.document.length < shortest) this.#failures.set(payload, judged);
    }
  }

  /** Returns libxml2's problems of each document; undefined if libxml2 has no schema for the payload, or is too slow. */
  async #judge(payload: Payload, trips: readonly Trip[]): Promise<ReadonlyMap<string, readonly string[]> | undefined> {
    if (this.reasons.has(payload)) return undefined;
    const documents = trips.flatMap(({ encoded, document }) => [document, encoded ?? []].flat());
    try {
      const problems = await this.referee.validate(documents);
      return new Map(documents.map((document, at) => [document, (problems[at] ?? []).filter(isOfSchema)]));
    } catch (error) {
      if (!(error instanceof SlowRefereeError)) throw error;
      this.reasons.set(payload, error.message);
      return undefined;
    }
  }
}

/** Values of `xs:ENTITY` are declared in a DTD, which no SOAP message has. */
function isOfSchema(problem: string): boolean {
  return !/is not a valid value of the (?:atomic|list) type 'xs:ENTIT(?:Y|IES)'/.test(problem);
}

/** libxml2's problems take precedence: an invalid document need not be decoded. */
function judgement(trip: Trip, problemsOf: ReadonlyMap<string, readonly string[]>): Failure | undefined {
  const problems = (document = "") => (problemsOf.get(document) ?? []).join(" ");
  const [ofDocument, ofEncoded] = [problems(trip.document), problems(trip.encoded)];
  if (ofDocument !== "") return { what: `libxml2 refuses the instance as the schema has it: ${ofDocument}` };
  if (ofEncoded !== "") return { what: `libxml2 refuses what was encoded: ${ofEncoded}` };
  return trip.failure;
}

import { describeOperation, type Model, type Schemas } from "soapwright-contract";
import { InstanceError } from "../instances/instance-errors";
import type { ElementInstance } from "../instances/nouns";
import type { Int64 } from "../instances/simple/typed";
import { Survey } from "../instances/survey";
import { Budget } from "./budget";
import { loadTables } from "./generated-tables";
import { JudgedTrips } from "./judged-trips";
import { Naming } from "./naming";
import { type Payload, payloadName, payloadsOf } from "./payload";
import { Referee, SchemaRefusedError, SlowRefereeError } from "./referee";
import { RoundTrips, type Trip } from "./round-trip";
import type { Runtime } from "./runtime";
import { namespaceText, type SchemaSet, schemaSet } from "./schema-set";
import { unjudgedReasons } from "./unjudged";

interface VerificationOptions {
  readonly runtime: Runtime;
  /** Random instances of each payload. */
  readonly instances: number;
  readonly seed: string;
  /** Type of unbounded integers in the tables. Default `bigint`. */
  readonly int64?: Int64;
  /** Processor time for instances. Default: 10, and 1 for each 20 payloads. */
  readonly seconds?: number;
  onProgress?(text: string): void;
  onTrip?(trip: Trip): void;
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
  /** Number of operations that libxml2 judged. */
  readonly judged: number;
  /** Names of operations that were verified by the codec alone, by reason. */
  readonly unjudged: ReadonlyMap<string, readonly string[]>;
  readonly impossible: readonly string[];
  readonly tooLarge: readonly string[];
}

/**
 * Verifies the tables of a WSDL: instances of its schema pass through the codec and libxml2 and back.
 *
 * @throws MissingRefereeError when libxml2 is not installed.
 */
export async function verifyTables(
  {
    model,
    schemas,
    files,
  }: { readonly model: Model; readonly schemas: Schemas; readonly files: ReadonlyMap<string, string> },
  options: VerificationOptions,
): Promise<Verification> {
  const payloads = payloadsOf(model, loadTables(files, options.runtime));
  const reasons = unjudgedReasons(payloads, schemas);
  const literal = payloads.filter((payload) => reasons.get(payload) === undefined);
  const set = schemaSet(
    schemas,
    literal.flatMap(({ root }) => (root.isSynthetic ? [root] : [])),
  );
  const referee = new Referee();
  try {
    const refusal = literal.length === 0 ? undefined : await refusalOf(referee, set, schemas);
    for (const payload of refusal === undefined ? [] : literal) {
      reasons.set(payload, `libxml2 cannot load the schema (${refusal})`);
    }
    const isJudged = (payload: Payload): boolean => reasons.get(payload) === undefined;
    const trips = new JudgedTrips(
      new RoundTrips(options.runtime, new Naming(model), options.int64),
      referee,
      isJudged,
      (payload, reason) => void reasons.set(payload, reason),
    );
    const run = new Run(payloads, schemas, trips, options);
    await run.all();
    return {
      ...run.result(),
      operations: operationsOf(payloads).size,
      payloads: payloads.length,
      schemas: set,
      judged: operationsOf(payloads).size - operationsOf(payloads.filter((payload) => !isJudged(payload))).size,
      unjudged: namesByReason(reasons),
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

function namesByReason(reasons: ReadonlyMap<Payload, string | undefined>): Map<string, readonly string[]> {
  const names = new Map<string, readonly string[]>();
  for (const [{ operation }, reason] of reasons) {
    if (reason === undefined) continue;
    const key = `${reason}: verified by round trip only`;
    names.set(key, [...new Set([...(names.get(key) ?? []), describeOperation(operation)])]);
  }
  return names;
}

function operationsOf(payloads: readonly Payload[]): Set<Payload["operation"]> {
  return new Set(payloads.map(({ operation }) => operation));
}

/** The instances of one verification, one payload after the other. */
class Run {
  readonly #survey: Survey;
  readonly #failures = new Map<Payload, Trip>();
  readonly #impossible: string[] = [];
  readonly #tooLarge: string[] = [];
  readonly #budget: Budget;
  #instances = 0;
  #leftInstances = 0;

  constructor(
    private readonly payloads: readonly Payload[],
    schemas: Schemas,
    private readonly trips: JudgedTrips,
    private readonly options: VerificationOptions,
  ) {
    this.#survey = new Survey(
      payloads.map(({ root }) => root),
      schemas,
    );
    this.#budget = new Budget(1000 * (options.seconds ?? 10 + payloads.length / 20));
  }

  async all(): Promise<void> {
    for (const [at, payload] of this.payloads.entries()) {
      this.options.onProgress?.(`${at + 1} of ${this.payloads.length}: ${payloadName(payload)}`);
      await this.#verify(payload);
    }
  }

  result(): Pick<Verification, "instances" | "leftOut" | "failures" | "impossible" | "tooLarge"> {
    return {
      instances: this.#instances,
      leftOut: { seconds: this.#budget.ms / 1000, instances: this.#leftInstances },
      failures: [...this.#failures.values()],
      impossible: this.#impossible,
      tooLarge: this.#tooLarge,
    };
  }

  async #verify(payload: Payload): Promise<void> {
    const { instances, seed } = this.options;
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
      const instance = this.#make(() => this.#survey.make(payload.root, `${seed} ${payloadName(payload)} ${number}`));
      if (instance === undefined) continue;
      this.#instances++;
      batch.push(instance);
      if (batch.length < batchSize) continue;
      await this.#take(payload, batch);
      batch = [];
    }
    await this.#take(payload, batch);
  }

  #make<T>(make: () => T): T | undefined {
    try {
      return make();
    } catch (error) {
      if (error instanceof InstanceError) return undefined;
      throw error;
    }
  }

  async #take(payload: Payload, instances: readonly ElementInstance[]): Promise<void> {
    for (const trip of await this.trips.takeAll(payload, instances)) {
      this.options.onTrip?.(trip);
      if (!trip.failure) continue;
      const shortest = this.#failures.get(payload);
      if (shortest === undefined || trip.document.length < shortest.document.length) this.#failures.set(payload, trip);
    }
  }
}

import type { ElementInstance } from "../instances/nouns";
import type { Payload } from "./payload";
import { type Referee, SlowRefereeError } from "./referee";
import type { Failure, RoundTrips, Trip } from "./round-trip";

/** Passes instances through the codec, and validates them with libxml2 if it has a schema for them. */
export class JudgedTrips {
  /** `onSlow` gets payloads for which libxml2 took too long; `isJudged` must return false for them afterwards. */
  constructor(
    private readonly trips: RoundTrips,
    private readonly referee: Referee,
    private readonly isJudged: (payload: Payload) => boolean,
    private readonly onSlow: (payload: Payload, reason: string) => void,
  ) {}

  async takeAll(payload: Payload, instances: readonly ElementInstance[]): Promise<readonly Trip[]> {
    const trips = instances.map((instance) => this.trips.take(payload, instance));
    if (!this.isJudged(payload)) return trips;
    const documents = trips.flatMap(({ encoded, document }) =>
      encoded === undefined ? [document] : [document, encoded],
    );
    const problems = await this.#problemsOf(payload, documents);
    if (problems === undefined) return trips;
    const problemsOf = new Map(documents.map((document, at) => [document, (problems[at] ?? []).filter(isOfSchema)]));
    return trips.map((trip) => {
      const failure = judgement(trip, problemsOf);
      return failure ? { ...trip, failure } : trip;
    });
  }

  async #problemsOf(
    payload: Payload,
    documents: readonly string[],
  ): Promise<readonly (readonly string[])[] | undefined> {
    try {
      return await this.referee.validate(documents);
    } catch (error) {
      if (!(error instanceof SlowRefereeError)) throw error;
      this.onSlow(payload, error.message);
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
  const ofDocument = problemsOf.get(trip.document) ?? [];
  if (ofDocument.length > 0)
    return { what: `libxml2 refuses the instance as the schema has it: ${ofDocument.join(" ")}` };
  const encoded = trip.encoded === undefined ? [] : (problemsOf.get(trip.encoded) ?? []);
  if (encoded.length > 0) return { what: `libxml2 refuses what was encoded: ${encoded.join(" ")}` };
  return trip.failure;
}

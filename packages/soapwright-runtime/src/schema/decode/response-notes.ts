/** Where a response departs from its schema, and what lenient validation read there. */

/**
 * A departure of a response from its schema that was read, mostly by `validation: "lenient"`. Contradictions of headers
 * and bytes are noted at every level, with the path `Envelope`.
 */
export interface ResponseNote {
  /** Path of the element, for example `Envelope/Body/…/Order[2]/Due`; an attribute is the last step, as in `@id`. */
  readonly path: string;
  /**
   * The text that the response has there, with the call's credentials masked, cut after 100 characters; empty where it
   * has none.
   */
  readonly came: string;
  /** What was read: the text of the value, or words such as `undefined` or `the text as it came`. */
  readonly read: string;
  /** How often this departure occurred at this place, for all items of a list together. `path` is the first. */
  readonly count: number;
}

/** What a decoder reports. `place` is the path without indexes, by which departures are counted together. */
export interface Noted {
  readonly place: string;
  readonly came: string;
  readonly read: string;
  /** Computes the path with indexes, which only the first departure at a place needs. */
  path(): string;
}

/** Number of notes of one response. Further departures are counted in one more note. */
const MAX_NOTES = 100;

/** Length of a text that is kept, in UTF-16 code units. It is longer than what is shown, so that secrets are masked whole. */
const MAX_KEPT = 2_000;

export interface NoteTaker {
  note(note: Noted): void;
}

/** Collects the notes of one response. Their number does not depend on the length of the response. */
export class ResponseNotes implements NoteTaker {
  private readonly byPlace = new Map<string, { -readonly [K in keyof ResponseNote]: ResponseNote[K] }>();
  private more = 0;

  note({ place, came, read, path }: Noted): void {
    const key = `${place} ${came === "" ? "" : "+"}${came === read ? "" : read.slice(0, 1)}`;
    const before = this.byPlace.get(key);
    if (before !== undefined) before.count++;
    else if (this.byPlace.size >= MAX_NOTES) this.more++;
    else
      this.byPlace.set(key, { path: path(), came: came.slice(0, MAX_KEPT), read: read.slice(0, MAX_KEPT), count: 1 });
  }

  get list(): readonly ResponseNote[] {
    const rest = { path: "", came: "", read: "further departures", count: this.more };
    return [...this.byPlace.values(), ...(this.more > 0 ? [rest] : [])];
  }
}

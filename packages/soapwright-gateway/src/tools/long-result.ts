/** Results that are too long for an assistant: parts of a list inside of a record, and what is cut. */
import { ToolProblem } from "./tool-error";

type Json = unknown;
type Members = Readonly<Record<string, Json>>;

/** What an assistant gets of a result. */
export interface ResultPart {
  readonly json: Json;
  /** Where the next part begins: the pointer of the list, a colon, and the number of items before. */
  readonly next?: string;
  /** What is left out, as a sentence. */
  readonly cut?: string;
}

/** How many items are before a part of a list, by its JSON pointer. */
interface Place {
  readonly pointer: string;
  readonly skip: number;
}

/** A list inside of objects, by its JSON pointer. */
interface InnerList {
  readonly pointer: string;
  readonly items: readonly Json[];
}

/** Lists keep so many first items, texts so many first characters, by the first step after which a result is short enough. */
const STEPS = [
  { items: 100, characters: 4_000 },
  { items: 20, characters: 1_000 },
  { items: 5, characters: 200 },
  { items: 1, characters: 200 },
  // Longer than any date, which would be none when it is cut.
  { items: 1, characters: 60 },
] as const;
const MOST_PLACES = 5;

/**
 * Returns the part of a result that begins at `place`: the longest list that is in no other one has as many items as the
 * limit leaves it. What is too long even so is cut.
 *
 * @throws ToolProblem for a place that is in no list of the result.
 */
export function partOf(result: Json, limit: number, place: Place | undefined): ResultPart {
  const begun = place === undefined ? result : withList(result, place.pointer, (items) => items.slice(place.skip));
  const length = lengthOf(begun);
  if (length <= limit) return { json: begun };
  const list = listsOf(begun, "")
    .filter(({ pointer }) => place === undefined || pointer === place.pointer)
    .map((each) => ({ ...each, length: lengthOf(each.items) }))
    .reduce<(InnerList & { length: number }) | undefined>(
      (best, each) => (best === undefined || each.length > best.length ? each : best),
      undefined,
    );
  if (list === undefined || list.items.length < 2) return cutTo(begun, limit);
  const kept = countThatFits(list.items, limit - (length - list.length));
  const part = cutTo(
    withList(begun, list.pointer, (items) => items.slice(0, kept)),
    limit,
  );
  return kept === list.items.length ? part : { ...part, next: `${list.pointer}:${(place?.skip ?? 0) + kept}` };
}

/** Returns the JSON, and what was left out of it for it to have at most `limit` characters. */
export function cutTo(json: Json, limit: number): ResultPart {
  const length = lengthOf(json);
  if (length <= limit) return { json };
  let made: ResultPart = { json };
  for (const step of STEPS) {
    const places: string[] = [];
    const shorter = cutBy(json, step, "", places);
    if (places.length === 0) continue;
    made = { json: shorter, cut: cutText(places, length, limit) };
    if (lengthOf(shorter) <= limit) break;
  }
  return made;
}

function cutText(places: readonly string[], length: number, limit: number): string {
  const more = places.length > MOST_PLACES ? ` and ${places.length - MOST_PLACES} more` : "";
  return `The result has ${length} characters, which is more than ${limit}. Left out: ${places.slice(0, MOST_PLACES).join("; ")}${more}.`;
}

function cutBy(json: Json, step: (typeof STEPS)[number], pointer: string, places: string[]): Json {
  if (typeof json === "string") {
    if (json.length <= step.characters) return json;
    places.push(`characters of ${pointer || "/"} after ${step.characters} of ${json.length}`);
    // Half of a pair of surrogates is no text.
    return json.slice(0, step.characters).replace(/[\ud800-\udbff]$/, "");
  }
  if (Array.isArray(json)) {
    if (json.length > step.items) places.push(`items of ${pointer || "/"} after ${step.items} of ${json.length}`);
    return json.slice(0, step.items).map((item, at) => cutBy(item, step, `${pointer}/${at}`, places));
  }
  if (!isObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => [key, cutBy(value, step, `${pointer}/${escaped(key)}`, places)]),
  );
}

/** At least one item, so that each part goes on. */
function countThatFits(items: readonly Json[], room: number): number {
  let [count, length] = [0, 2];
  for (const item of items) {
    length += lengthOf(item) + 1;
    if (count > 0 && length > room) break;
    count++;
  }
  return count;
}

function listsOf(json: Json, pointer: string): readonly InnerList[] {
  if (Array.isArray(json)) return [{ pointer, items: json }];
  if (!isObject(json)) return [];
  return Object.entries(json).flatMap(([key, value]) => listsOf(value, `${pointer}/${escaped(key)}`));
}

/** Returns the place that is the `next` of a part before. Throws `ToolProblem`. */
export function readPlace(next: unknown): Place {
  const [, pointer, skip] = typeof next === "string" ? (/^((?:\/[^:]*)?):(\d{1,15})$/s.exec(next) ?? []) : [];
  if (pointer === undefined) throw strangePlace();
  return { pointer, skip: Number(skip) };
}

function strangePlace(): ToolProblem {
  return new ToolProblem("The result has no part at this value of next. Take it from the result before.");
}

/** Returns the JSON with another list at the pointer. Throws `ToolProblem` if it has none there. */
function withList(json: Json, pointer: string, change: (items: readonly Json[]) => readonly Json[]): Json {
  const keys = pointer.split("/").slice(1).map(unescaped);
  const replace = (value: Json, at: number): Json => {
    if (at === keys.length) {
      if (!Array.isArray(value)) throw strangePlace();
      return change(value);
    }
    const key = keys[at]!;
    if (!isObject(value) || !Object.hasOwn(value, key)) throw strangePlace();
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, name === key ? replace(inner, at + 1) : inner]),
    );
  };
  return replace(json, 0);
}

function isObject(json: Json): json is Members {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

function lengthOf(json: Json): number {
  return JSON.stringify(json)?.length ?? 0;
}

function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

function unescaped(key: string): string {
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}

/** `--lines.0.code A`: parses the arguments of an operation from the command line. */
import {
  enumerationOf,
  isNillable,
  ownValue,
  setOwn,
  simpleTypeOf,
  typedPropertiesOf,
  valueOfJson,
  valueOfProperty,
  valueOfText,
} from "soapwright-runtime/internal";
import { nearName } from "soapwright-runtime/xsd";
import type { ArgumentPlaces, Place } from "./places";
import { UsageError } from "./usage-error";

export interface GivenOption {
  /** The name has no dashes: `lines.0.code`. */
  readonly name: string;
  /** The text is absent for an option at the end, or before another option. */
  readonly text: string | undefined;
}

/** The boolean says whether a value follows the option. */
export type OwnOptions = Readonly<{ [name: string]: boolean }>;

export function splitWords(
  args: readonly string[],
  options: OwnOptions,
): { readonly ownWords: readonly string[]; readonly options: readonly GivenOption[] } {
  const ownWords: string[] = [];
  const found: GivenOption[] = [];
  for (let at = 0; at < args.length; at++) {
    const word = args[at]!;
    if (!/^--[^-]/.test(word)) {
      throw new UsageError(`'${word}' is not an option. Write arguments as --name value.`);
    }
    const [name = "", ...rest] = word.slice(2).split("=");
    const attached = rest.length === 0 ? undefined : rest.join("=");
    const takesValue = options[name] ?? true;
    const next = args[at + 1];
    const follows = attached === undefined && takesValue && next !== undefined && !/^--[^-]/.test(next);
    const text = follows ? next : attached;
    if (follows) at++;
    if (!Object.hasOwn(options, name)) found.push({ name, text });
    else if (takesValue && text === undefined) throw new UsageError(`option '--${name}' has no value after it.`);
    else ownWords.push(text === undefined ? `--${name}` : `--${name}=${text}`);
  }
  return { ownWords, options: found };
}

/** `employee-id`, `EmployeeID` and `Employee Id` are one name. */
export function isSameName(one: string, other: string): boolean {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return plain(one) === plain(other);
}

/** `CountryISOCode` -> `country-iso-code`. */
export function optionName(key: string): string {
  const keyWords = key
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1-$2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1-$2")
    .toLowerCase();
  return keyWords.replace(/[^\p{L}\p{N}$-]+/gu, "-");
}

/**
 * An option is the place's name in lower case with dashes, or its exact name if that is taken. Places that only JSON
 * can set have none.
 */
export function optionNames(places: readonly Place[], taken: Iterable<string> = []): ReadonlyMap<Place, string> {
  const names = new Map<Place, string>();
  const used = new Set(taken);
  for (const place of places) {
    const name = [optionName(place.key), place.key].find(
      (one) => !used.has(one) && /^[^\s=.,|<[-][^\s=.,|<[]*$/.test(one),
    );
    if (name === undefined) continue;
    used.add(name);
    names.set(place, name);
  }
  return names;
}

type Value = { [key: string]: unknown };

/**
 * Options take precedence over `json`. Throws `UsageError`, which suggests similar options for an unknown one, the
 * command's `ownOptions` included.
 */
export function argumentsOf(
  target: ArgumentPlaces,
  options: readonly GivenOption[],
  json: unknown,
  ownOptions: readonly string[] = [],
): unknown {
  const { places, isWhole } = target;
  const [only] = places;
  const start: Value = isWhole && json !== undefined && only !== undefined ? { [only.key]: json } : asObject(json);
  const root = readPlaces(places, start);
  for (const option of options) setValue(root, places, option.name.split("."), option, ownOptions);
  return isWhole && only !== undefined ? ownValue(root, only.key) : root;
}

function asObject(json: unknown): Value {
  if (json === undefined) return {};
  if (typeof json === "object" && json !== null && !Array.isArray(json)) return json as Value;
  throw new UsageError("--json-args takes a JSON object with the arguments by name.");
}

function readPlaces(places: readonly Place[], json: Value): Value {
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => {
      const place = places.find((candidate) => candidate.key === key);
      return [key, place === undefined ? value : valueOfProperty(place, value)];
    }),
  );
}

function setValue(
  object: Value,
  places: readonly Place[],
  path: readonly string[],
  option: GivenOption,
  ownOptions: readonly string[] = [],
): void {
  const [segment = "", ...rest] = path;
  const place =
    places.find(({ key }) => key === segment) ?? places.find(({ key }) => optionName(key) === segment.toLowerCase());
  if (place === undefined) throw unknown(path, places, option, ownOptions);
  const { key } = place;
  if (place.list) {
    setItem(object, place, rest, option);
    return;
  }
  const before = ownValue(object, key);
  if (rest.length === 0 && before !== undefined)
    throw new UsageError(`option '--${option.name}' is given twice, or in --json-args too.`);
  setOwn(object, key, pathValue(place, before, rest, option));
}

/** The value is the whole, nil, or `before` with a part of it set. */
function pathValue(place: Place, before: unknown, path: readonly string[], option: GivenOption): unknown {
  if (path.length === 0) return readValue(place, option);
  if (isNilWord(place, path)) return null;
  const inner = before ?? {};
  setValue(innerOf(inner, option), innerPlaces(place, option), path, option);
  return inner;
}

function setItem(object: Value, place: Place, path: readonly string[], option: GivenOption): void {
  const { key } = place;
  const list = (ownValue(object, key) ?? []) as unknown[];
  if (!Array.isArray(list)) throw new UsageError(`--${option.name} is for a list, but --json-args has none there.`);
  setOwn(object, key, list);
  const [segment, ...rest] = path;
  if (segment === undefined) {
    list.push(readValue(place, option));
    return;
  }
  if (!/^\d{1,5}$/.test(segment)) {
    const name = option.name.slice(0, option.name.length - path.join(".").length - 1);
    throw new UsageError(`${key} is a list. Say which item: --${name}.0.${path.join(".")}`);
  }
  const index = Number(segment);
  if (index > list.length) throw new UsageError(`--${option.name}: item ${list.length} comes before item ${index}.`);
  list[index] = pathValue(place, list[index], rest, option);
}

function isNilWord({ type }: Place, [segment, next]: readonly string[]): boolean {
  return segment === "nil" && next === undefined && isNillable(type);
}

function innerOf(value: unknown, option: GivenOption): Value {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Value;
  throw new UsageError(`--${option.name} is for a part of a record, but another value is given for it too.`);
}

function innerPlaces(place: Place, option: GivenOption): readonly Place[] {
  const places = typedPropertiesOf(place.type);
  if (places.length > 0) return places;
  throw new UsageError(`${place.key} has no parts: --${option.name} cannot be set.`);
}

function readValue(place: Place, { name, text }: GivenOption): unknown {
  const simple = simpleTypeOf(place.type);
  if (simple !== undefined) {
    if (text === undefined) {
      const found = valueOfText(simple, "true", "closed");
      if ("value" in found && found.value === true) return true;
      throw new UsageError(`option '--${name}' has no value after it.`);
    }
    const found = valueOfText(simple, text, "closed");
    if ("value" in found) return found.value;
    throw new UsageError(`option '--${name}' takes ${takes(place, found.expected)}.`);
  }
  try {
    return valueOfJson(place.type, JSON.parse(text ?? ""));
  } catch {
    throw new UsageError(`option '--${name}' takes JSON, or its parts one by one: --${name}.part value`);
  }
}

function takes({ type }: Place, expected: string): string {
  const values = enumerationOf(type);
  return values === undefined ? expected : `one of ${values.slice(0, 12).join(", ")}`;
}

function unknown(
  [segment = "", ...rest]: readonly string[],
  places: readonly Place[],
  { name }: GivenOption,
  ownOptions: readonly string[],
): UsageError {
  const above = name.slice(0, name.length - [segment, ...rest].join(".").length);
  const names = [...optionNames(places).values()];
  const near = nearName(segment, [...names, ...ownOptions]);
  const shown = names.slice(0, 12).map((each) => `--${above}${each}`);
  const list = shown.length === 0 ? "The operation takes no arguments." : `There is ${shown.join(", ")}.`;
  return new UsageError(
    `unknown option '--${above}${segment}'. ${near === undefined ? list : `Did you mean --${above}${near}?`}`,
  );
}

import {
  compileSimple,
  enumerationOf,
  isAnyType,
  isNillable,
  ownValue,
  type SimpleRef,
  setOwn,
  simpleTypeOf,
  typedPropertiesOf,
  valueOfText,
} from "soapwright-runtime/codecs";
import { fromJson, parseJsonText, toJson } from "soapwright-runtime/json";
import { unknownName } from "../commands/unknown-name";
import { UsageError } from "../end/command-end";
import { type ArgumentPlaces, type Place, takesRecord } from "./places";

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

/** JSON of an option, which messages name. */
export interface GivenJson {
  readonly option: string;
  readonly json: unknown;
}

/**
 * Returns the arguments of an operation, of which required ones may be missing. Options take precedence over `json`.
 *
 * @throws UsageError which suggests similar options for an unknown one, the command's `ownOptions` included.
 * @throws ArgumentError for JSON that does not fit.
 */
export function argumentsOf(
  target: ArgumentPlaces,
  options: readonly GivenOption[],
  given: GivenJson | undefined,
  ownOptions: readonly string[] = [],
): unknown {
  const { places, isWhole, operation } = target;
  const [only] = places;
  const source = given?.option ?? "";
  const root: Value =
    isWhole && given !== undefined && only !== undefined ? { [only.key]: given.json } : asObject(given);
  for (const { name, text } of options)
    setValue(root, places, { name, text, source, path: name.split("."), ownOptions, depth: 0 });
  const read = (json: unknown): unknown =>
    fromJson(operation.input, json, { name: operation.name, partial: true, numbers: true });
  const values = takesRecord(operation)
    ? (read(root) as Value)
    : Object.fromEntries(Object.entries(root).map(([key, json]) => [key, read(json)]));
  return isWhole && only !== undefined ? ownValue(values, only.key) : values;
}

function asObject(given: GivenJson | undefined): Value {
  if (given === undefined) return {};
  const { json, option } = given;
  const isObject = Object.prototype.toString.call(json) === "[object Object]";
  if (isObject) return json as Value;
  throw new UsageError(`${option} takes a JSON object with the arguments by name.`);
}

/** An option, and how many segments of its name lead to the current record or list. */
interface PathOption extends GivenOption {
  readonly path: readonly string[];
  readonly depth: number;
  readonly ownOptions: readonly string[];
  /** The option with JSON, if there is one. */
  readonly source: string;
}

function setValue(object: Value, places: readonly Place[], option: PathOption): void {
  const { path, depth } = option;
  const segment = path[depth] ?? "";
  const place =
    places.find(({ key }) => key === segment) ?? places.find(({ key }) => optionName(key) === segment.toLowerCase());
  if (place === undefined) throw unknown(segment, places, option);
  const { key, list } = place;
  const before = ownValue(object, key);
  const inner = { ...option, depth: depth + 1 };
  if (list) {
    setOwn(object, key, withItem(place, before ?? [], inner));
    return;
  }
  if (inner.depth === path.length && before !== undefined)
    throw new UsageError(`option '--${option.name}' is given twice${beside(option, "or in", "too")}.`);
  setOwn(object, key, pathValue(place, before, inner));
}

/** The value is the whole, nil, or `before` with a part of it set. */
function pathValue(place: Place, before: unknown, option: PathOption): unknown {
  const { name, path, depth } = option;
  const [segment, next] = path.slice(depth);
  if (segment === undefined) return readValue(place, option);
  if (segment === "nil" && next === undefined && isNillable(place.type)) return null;
  const record = before ?? {};
  if (typeof record !== "object" || Array.isArray(record))
    throw new UsageError(`--${name} is for a part of a record, but another value is given for it too.`);
  const places = typedPropertiesOf(place.type);
  if (places.length === 0) throw new UsageError(`${place.key} has no parts: --${name} cannot be set.`);
  setValue(record as Value, places, { ...option, ownOptions: [] });
  return record;
}

function withItem(place: Place, list: unknown, option: PathOption): unknown[] {
  const { name, path, depth } = option;
  if (!Array.isArray(list)) throw new UsageError(`--${name} is for a list${beside(option, "but", "has none there")}.`);
  const segment = path[depth];
  if (segment === undefined) return [...list, readValue(place, option)];
  if (!/^\d{1,5}$/.test(segment)) {
    const [above, below] = [path.slice(0, depth), path.slice(depth)].map((part) => part.join("."));
    throw new UsageError(`${place.key} is a list. Say which item: --${above}.0.${below}`);
  }
  const index = Number(segment);
  if (index > list.length) throw new UsageError(`--${name}: item ${list.length} comes before item ${index}.`);
  list[index] = pathValue(place, list[index], { ...option, depth: depth + 1 });
  return list;
}

function beside({ source }: PathOption, before: string, after: string): string {
  return source === "" ? "" : `, ${before} ${source} ${after}`;
}

function readValue(place: Place, { name, text }: GivenOption): unknown {
  const simple = simpleTypeOf(place.type);
  if (simple !== undefined) {
    // Prefixes have no meaning on a command line.
    const [, namespace, local] = isQName(simple) ? (/^\{([^{}]*)\}([^{}:\s]+)$/.exec(text ?? "") ?? []) : [];
    if (namespace !== undefined) return { namespace, local };
    const found = valueOfText(simple, text ?? "true", "closed");
    // Only a boolean may be without a value.
    if (text === undefined && !("value" in found && found.value === true))
      throw new UsageError(`option '--${name}' has no value after it.`);
    // A union writes a text as it is, but 7 for the number that it reads in 007.
    if ("value" in found && text !== undefined && compileSimple(simple).variety === "union") return text;
    if ("value" in found) return toJson(simple, found.value);
    const form = isQName(simple) ? ", as {namespace}name" : "";
    throw new UsageError(`option '--${name}' takes ${takes(place, found.expected)}${form}.`);
  }
  const isAny = isAnyType(place.type);
  if (isAny && text?.startsWith("<")) return text;
  const json = parseJsonText(text ?? "");
  if ("value" in json) return json.value;
  if (isAny) throw new UsageError(`option '--${name}' takes the XML text of one element.`);
  const parts = typedPropertiesOf(place.type).length === 0 ? "" : `, or its parts one by one: --${name}.part value`;
  throw new UsageError(`option '--${name}' takes JSON${parts}. Its text is no JSON: ${json.problem}.`);
}

function isQName(type: SimpleRef): boolean {
  return compileSimple(type).builtIns[0] === "QName";
}

function takes({ type }: Place, expected: string): string {
  const values = enumerationOf(type);
  return values === undefined ? expected : `one of ${values.slice(0, 12).join(", ")}`;
}

function unknown(segment: string, places: readonly Place[], { path, depth, ownOptions }: PathOption): UsageError {
  const above = path
    .slice(0, depth)
    .map((each) => `${each}.`)
    .join("");
  const shown = (names: Iterable<string>): string[] => [...names].map((name) => `--${above}${name}`);
  return new UsageError(
    unknownName("option", `--${above}${segment}`, shown(optionNames(places).values()), {
      most: 1,
      further: shown(ownOptions),
      none: "The operation takes no arguments.",
    }),
  );
}

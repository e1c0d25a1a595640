/**
 * The comparer: compares a decoded value, or an encoded document, with what the judge has read in the original.
 *
 * A value is JSON in which `{ $number }`, `{ $date }`, `{ $bytes }` and `{ $name }` hold values that JSON cannot
 * represent. A system may arrange elements, attributes and text in its objects in any way: they are found by name.
 */
import type { Leaf, Tree } from "./board";

export interface Difference {
  readonly kind: "wrong value" | "silent loss";
  readonly reason: string;
}

type Fields = { readonly [key: string]: unknown };
const lost = (reason: string): Difference => ({ kind: "silent loss", reason });
const wrong = (reason: string): Difference => ({ kind: "wrong value", reason });
/** Returns a name without the changes that stacks make to fit their language. */
const plain = (name: string): string =>
  name
    .replace(/^\{.*\}/, "")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const special = ["$number", "$date", "$bytes", "$name"];

/** Returns the difference between the decoded value and the document; undefined if there is none. */
export function valueDifference(expected: Tree, value: unknown, path = plain(expected.name)): Difference | undefined {
  if (expected.isNil) return isNothing(value) ? undefined : wrong(`${path}: nil became ${shown(value)}`);
  if (expected.isOpen) return missingText(textsOf(expected), value, path);
  const attributes = Object.entries(expected.attributes).filter(([, leaf]) => !leaf.isDefault);
  const keys = (child: Tree): string[] => [plain(child.name), plain(child.head ?? child.name)];
  const declared = expected.children.filter(({ isWild }) => !isWild);
  const names = new Set([...attributes.map(([name]) => plain(name)), ...declared.flatMap(keys)]);
  for (const [name, leaf] of attributes) {
    const [found] = named(value, plain(name), names, true);
    const difference = leaf.isWild
      ? missingText([leaf.text], value, `${path}/@${plain(name)}`)
      : leafDifference(leaf, found, `${path}/@${plain(name)}`);
    if (difference) return difference;
  }
  if (expected.text) return leafDifference(expected.text, textOf(value, names), path);
  for (const child of expected.children.filter(({ isWild }) => isWild)) {
    const difference = missingText(textsOf(child), value, `${path}/${plain(child.name)}`);
    if (difference) return difference;
  }
  // An element that substitutes a head may have its own name or that of the head. Another element may have either too.
  const isNamed = (name: string): boolean => named(value, name, names, false).length > 0;
  const arranged = (first: "own" | "head"): Difference | undefined => {
    const groups = new Map<string, Tree[]>();
    for (const child of declared) {
      const [own = "", head = ""] = keys(child);
      const key = first === "own" ? (isNamed(own) ? own : head) : isNamed(head) ? head : own;
      groups.set(key, [...(groups.get(key) ?? []), child]);
    }
    return [...groups]
      .map(([name, children]) => childrenDifference(children, named(value, name, names, false), `${path}/${name}`))
      .find((each) => each !== undefined);
  };
  const difference = arranged("own");
  return difference && declared.some(({ head }) => head !== undefined) && !arranged("head") ? undefined : difference;
}

function childrenDifference(
  children: readonly Tree[],
  entries: readonly unknown[],
  path: string,
): Difference | undefined {
  if (entries.length === 0) return children.every(({ isNil }) => isNil) ? undefined : lost(`${path} is lost`);
  // The array of an xs:list is one value.
  const isItems =
    children[0]?.text?.type === "list" &&
    !(children[0].isList && Array.isArray(entries[0]) && entries[0].every(Array.isArray));
  const values = isItems ? entries : entries.flat();
  if (values.length < children.length) return lost(`${path}: ${children.length} became ${values.length}`);
  if (values.length > children.length) return wrong(`${path}: ${children.length} became ${values.length}`);
  if (children[0]?.isList && children.length === 1 && entries.length === 1 && !Array.isArray(entries[0]))
    return wrong(`${path}: a list of one became no list`);
  return children.map((child, at) => valueDifference(child, values[at], path)).find((each) => each !== undefined);
}

/**
 * Returns values by name, in the object or in objects inside that only group. Objects with a name of the schema are not
 * searched.
 */
function named(value: unknown, name: string, names: ReadonlySet<string>, isAttribute: boolean): unknown[] {
  if (Array.isArray(value)) return value.flatMap((each) => named(each, name, names, isAttribute));
  if (!isFields(value) || special.some((key) => key in value)) return [];
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  const direct = entries
    .filter(([key, each]) => plain(key) === name && !(isAttribute && isFields(each) && Object.keys(each).length > 1))
    .map(([, each]) => each);
  if (direct.length > 0) return direct;
  return entries.filter(([key]) => !names.has(plain(key))).flatMap(([, each]) => named(each, name, names, isAttribute));
}

/** Returns the text of an element that may also have attributes. */
function textOf(value: unknown, names: ReadonlySet<string>): unknown {
  if (!isFields(value) || special.some((key) => key in value)) return value;
  const others = Object.entries(value).filter(
    ([key]) => !names.has(plain(key)) && !/^(?:attributes|\$attributes|\$type|xsiType)$/.test(key),
  );
  return others.length === 1 ? others[0]?.[1] : others.find(([key]) => /value|text|_|content/i.test(key))?.[1];
}

const textsOf = (tree: Tree): string[] =>
  [...Object.values(tree.attributes).filter((leaf) => !leaf.isDefault), ...(tree.text ? [tree.text] : [])]
    .map((leaf) => leaf.text)
    .concat(tree.children.flatMap(textsOf));

/**
 * Returns a difference unless each word of the texts is somewhere in the value. The schema allows any content there.
 */
function missingText(texts: readonly string[], value: unknown, path: string): Difference | undefined {
  const bare = (text: string): string => text.replace(/[^\p{L}\p{N}]/gu, "").toLowerCase();
  const dump = bare(JSON.stringify(value) ?? "");
  const missing = texts.flatMap((text) => text.split(/\s+/)).find((text) => !dump.includes(bare(text)));
  return missing === undefined ? undefined : lost(`${path}: "${missing}" is lost`);
}

function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === "" || value === true || value === "true") return true;
  return isFields(value) && Object.entries(value).every(([key, each]) => /^\$?type$/.test(key) || isNothing(each));
}

function leafDifference(leaf: Leaf, value: unknown, path: string): Difference | undefined {
  if (value === undefined) return lost(`${path} is lost`);
  if (leaf.type === "list" && Array.isArray(value)) {
    if (value.length !== leaf.items?.length) return lost(`${path}: ${leaf.items?.length} items became ${value.length}`);
    return leaf.items
      .map((item, at) => leafDifference(item, value[at], `${path}[${at}]`))
      .find((each) => each !== undefined);
  }
  const single = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return isSameValue(leaf, single)
    ? undefined
    : wrong(`${path}: ${leaf.type} "${leaf.text.slice(0, 60)}" became ${shown(single)}`);
}

function isSameValue(leaf: Leaf, value: unknown): boolean {
  if (isFields(value) && "$date" in value) return isSameInstant(leaf, String(value.$date));
  if (isFields(value) && "$bytes" in value)
    return (
      canonical({ ...leaf, type: leaf.type === "hexBinary" ? leaf.type : "base64Binary" }) ===
      (leaf.type === "hexBinary" ? Buffer.from(String(value.$bytes), "base64").toString("hex") : String(value.$bytes))
    );
  if (isFields(value) && "$name" in value) return value.$name === (leaf.name ?? leaf.text);
  if (isFields(value) && "$number" in value)
    return isNumeric(leaf) && canonical({ ...leaf, text: numberText(String(value.$number), leaf) }) === canonical(leaf);
  if (typeof value === "boolean") return leaf.type === "boolean" && canonical(leaf) === String(value);
  // A string is not a boolean: "false" is true in a condition.
  if (leaf.type === "boolean" || typeof value !== "string") return false;
  return (
    value === leaf.text || (leaf.type !== "string" && canonical({ ...leaf, text: value.trim() }) === canonical(leaf))
  );
}

const isNumeric = ({ type }: Leaf): boolean => ["integer", "decimal", "float", "double", "any"].includes(type);
/** Returns a number in the form of XML Schema. */
const numberText = (text: string, { type }: Leaf): string => {
  if (type === "float" || type === "double")
    return text.replace(/^(-?)[Ii]nf(?:inity)?$/, "$1INF").replace(/^nan$/i, "NaN");
  const [, sign = "", whole = "", fraction = "", power = ""] =
    /^([-+]?)(\d*)\.?(\d*)(?:[eE]([-+]?\d+))?$/.exec(text) ?? [];
  if (power === "") return text;
  const digits = whole + fraction;
  const point = whole.length + Number(power);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  return `${sign}${digits.padEnd(point, "0").slice(0, point)}.${digits.slice(point)}`;
};

function isSameInstant(leaf: Leaf, iso: string): boolean {
  if (leaf.type === "date") return new Date(iso).toISOString().slice(0, 10) === leaf.text.slice(0, 10);
  if (leaf.type === "time") return iso.includes(leaf.text.replace(/(?:Z|[-+]\d\d:\d\d)$/, ""));
  return (
    leaf.type === "dateTime" &&
    canonical({ type: "dateTime", text: iso }) ===
      canonical({ type: "dateTime", text: /(?:Z|[-+]\d\d:\d\d)$/.test(leaf.text) ? leaf.text : `${leaf.text}Z` })
  );
}

/** Returns the same text for each lexical form of a value (XML Schema Part 2, 3.2). */
export function canonical({ type, text, items, name }: Leaf): string {
  switch (type) {
    case "boolean":
      return text === "1" ? "true" : text === "0" ? "false" : text;
    case "integer":
    case "decimal": {
      const [, sign, whole = "", fraction = ""] = /^([-+]?)0*(\d*)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
      if (sign === undefined) return text;
      const digits = `${whole || "0"}${fraction ? `.${fraction}` : ""}`;
      return sign === "-" && digits !== "0" ? `-${digits}` : digits;
    }
    case "float":
    case "double": {
      const number = Number(text.replace("INF", "Infinity"));
      return String(Object.is(number, -0) ? 0 : type === "float" ? Math.fround(number) : number);
    }
    case "dateTime": {
      const [, day, clock, fraction = "", zone = ""] =
        /^(-?\d{4,}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.(\d*?)0*)?(Z|[-+]\d\d:\d\d)?$/.exec(text) ?? [];
      if (day === undefined) return text;
      const isMidnight = clock === "24:00:00";
      const at = Date.parse(`${day}T${isMidnight ? "00:00:00" : clock}${zone || "Z"}`) + (isMidnight ? 86_400_000 : 0);
      return Number.isNaN(at) ? text : `${new Date(at).toISOString().slice(0, 19)}.${fraction}${zone && "Z"}`;
    }
    case "time":
    case "date":
      return text
        .replace(/(\.\d*?)0+(?=Z|[-+]|$)/, "$1")
        .replace(/\.(?=Z|[-+]|$)/, "")
        .replace(/[-+]00:00$/, "Z");
    case "base64Binary":
      return text.replaceAll(/\s/g, "");
    case "hexBinary":
      return text.toLowerCase();
    case "list":
      return (items ?? []).map(canonical).join(" ") || text;
    case "QName":
    case "NOTATION":
      return name ?? text;
    default:
      return text;
  }
}

/** Returns the difference between the encoded document, as the judge reads it, and the original. */
export function treeDifference(expected: Tree, actual: Tree, path = plain(expected.name)): Difference | undefined {
  if (expected.name !== actual.name) return wrong(`${path}: ${expected.name} became ${actual.name}`);
  if (expected.isNil !== actual.isNil)
    return wrong(`${path}: ${expected.isNil ? "nil" : "a value"} became ${expected.isNil ? "none" : "nil"}`);
  if (expected.xsiType !== actual.xsiType)
    return wrong(`${path}: type ${expected.xsiType ?? "as declared"} became ${actual.xsiType ?? "the declared one"}`);
  for (const [name, leaf] of Object.entries(expected.attributes)) {
    const other = actual.attributes[name];
    if (other === undefined) return lost(`${path}/@${plain(name)} is lost`);
    if (canonical(leaf) !== canonical(other))
      return wrong(`${path}/@${plain(name)}: "${leaf.text}" became "${other.text}"`);
  }
  const added = Object.keys(actual.attributes).find((name) => !(name in expected.attributes));
  if (added !== undefined) return wrong(`${path}/@${plain(added)} was added`);
  if (expected.text && !actual.text && canonical(expected.text) !== "")
    return lost(`${path}: "${expected.text.text.slice(0, 60)}" is lost`);
  if (expected.text && actual.text && canonical(expected.text) !== canonical(actual.text))
    return wrong(`${path}: "${expected.text.text.slice(0, 60)}" became "${actual.text.text.slice(0, 60)}"`);
  const sorted = (tree: Tree): readonly Tree[] =>
    expected.isUnordered ? tree.children.toSorted((a, b) => a.name.localeCompare(b.name)) : tree.children;
  const [ours, theirs] = [sorted(expected), sorted(actual)];
  if (theirs.length < ours.length) return lost(`${path}: ${ours.length} children became ${theirs.length}`);
  if (theirs.length > ours.length) return wrong(`${path}: ${ours.length} children became ${theirs.length}`);
  return ours
    .map((child, at) => treeDifference(child, theirs[at] as Tree, `${path}/${plain(child.name)}`))
    .find((each) => each !== undefined);
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 80);
}

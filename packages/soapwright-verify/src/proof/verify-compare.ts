export interface Difference {
  readonly path: string;
  readonly expected: unknown;
  readonly received: unknown;
}

/** Returns the first difference between values; an absent property, `undefined` and an empty list are equal. */
export function firstDifference(expected: unknown, received: unknown, path: string): Difference | undefined {
  if (isAbsent(expected) && isAbsent(received)) return undefined;
  if (Object.is(expected, received) || (expected === 0 && received === 0)) return undefined;
  if (expected instanceof Uint8Array && received instanceof Uint8Array) {
    return Buffer.compare(expected, received) === 0 ? undefined : { path, expected, received };
  }
  if (Array.isArray(expected) && Array.isArray(received)) return listDifference(expected, received, path);
  if (isPlain(expected) && isPlain(received)) return objectDifference(expected, received, path);
  return { path, expected, received };
}

function listDifference(
  expected: readonly unknown[],
  received: readonly unknown[],
  path: string,
): Difference | undefined {
  for (let at = 0; at < Math.max(expected.length, received.length); at++) {
    const difference = firstDifference(expected[at], received[at], `${path}[${at}]`);
    if (difference) return difference;
  }
  return undefined;
}

type Plain = Readonly<Record<string, unknown>>;

function objectDifference(expected: Plain, received: Plain, path: string): Difference | undefined {
  const isTree = isXmlElement(expected) && isXmlElement(received);
  const [left, right] = isTree ? [treeForm(expected), treeForm(received)] : [expected, received];
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    const difference = firstDifference(ownProperty(left, key), ownProperty(right, key), `${path}.${key}`);
    if (difference) return difference;
  }
  return undefined;
}

export function ownProperty(object: Plain, key: string): unknown {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

function isPlain(value: unknown): value is Plain {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}

function isXmlElement(value: Plain): boolean {
  return isPlain(value.name) && Array.isArray(value.attributes) && Array.isArray(value.children);
}

/** Attributes have no order, and prefixes alone do not change the value. */
function treeForm({ name, attributes, children }: Plain): Plain {
  const keyOf = (attribute: unknown): string => JSON.stringify((attribute as Plain).name);
  const sorted = [...(attributes as readonly unknown[])].sort((a, b) => keyOf(a).localeCompare(keyOf(b)));
  return { name, attributes: sorted, children };
}

/** What the two largest assistants take as a tool. The page docs/decisions/gateway.md has the sources. */
import type { Tool } from "@modelcontextprotocol/client";

type Schema = Readonly<Record<string, unknown>>;

const COMBINATORS = ["allOf", "anyOf", "oneOf", "not", "enum", "const", "if"];
/** `mcp__some_server__`, which hosts put before the name of a tool. */
const HOST_PREFIX = 20;
const MOST_NAME = 64;

/** Returns the hard rules that a tool breaks: a request that has such a tool is refused as a whole. */
export function brokenRules({ name, inputSchema }: Tool): readonly string[] {
  const root: Schema = inputSchema;
  return [
    ...(root.type === "object" ? [] : ["the root is no object"]),
    ...COMBINATORS.filter((keyword) => Object.hasOwn(root, keyword)).map((keyword) => `${keyword} at the root`),
    ...(/^[a-zA-Z0-9_-]+$/.test(name) ? [] : ["characters of the name"]),
    ...(name.length + HOST_PREFIX <= MOST_NAME ? [] : ["length of the name"]),
  ];
}

/** Returns names that several tools have once they are cut. */
export function sharedNames(tools: readonly Tool[]): readonly string[] {
  const names = tools.map(({ name }) => name.slice(0, MOST_NAME - HOST_PREFIX));
  return names.filter((name, at) => names.indexOf(name) !== at);
}

interface Counts {
  properties: number;
  optional: number;
  unions: number;
  enumValues: number;
  characters: number;
  isRecursive: boolean;
  readonly keywords: Set<string>;
}

/** Returns the limits of strict modes that the arguments of a tool exceed, which is then called without strict mode. */
export function strictLimits({ inputSchema }: Tool): { readonly openai: string[]; readonly anthropic: string[] } {
  const counts = countsOf(inputSchema as Schema);
  const has = (...keywords: readonly string[]) => keywords.filter((keyword) => counts.keywords.has(keyword));
  const over = (what: string, count: number, most: number) => (count > most ? [`${what}: ${count} of ${most}`] : []);
  return {
    openai: [
      ...over("optional properties", counts.optional, 0),
      ...over("properties", counts.properties, 5_000),
      ...over("values of enumerations", counts.enumValues, 1_000),
      ...over("characters of names and values", counts.characters, 120_000),
      ...has("allOf", "not", "oneOf", "if"),
    ],
    anthropic: [
      ...over("optional properties", counts.optional, 24),
      ...over("unions", counts.unions, 16),
      ...(counts.isRecursive ? ["recursion"] : []),
      ...has(
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "minLength",
        "maxLength",
        "maxItems",
        "oneOf",
        "not",
      ),
    ],
  };
}

function countsOf(schema: Schema): Counts {
  const counts: Counts = {
    properties: 0,
    optional: 0,
    unions: 0,
    enumValues: 0,
    characters: 0,
    isRecursive: false,
    keywords: new Set(),
  };
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) walk(each);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    for (const [keyword, inner] of Object.entries(value)) {
      counts.keywords.add(keyword);
      if (keyword === "enum" || keyword === "const") {
        const values = [inner].flat();
        counts.enumValues += values.length;
        counts.characters += values.join("").length;
      } else if (keyword === "properties" || keyword === "$defs") {
        const names = Object.keys(inner as object);
        counts.characters += names.join("").length;
        if (keyword === "properties") {
          counts.properties += names.length;
          const { required } = value as { readonly required?: readonly string[] };
          counts.optional += names.length - (required?.length ?? 0);
        }
        for (const each of Object.values(inner as object)) walk(each);
      } else {
        if (keyword === "anyOf") counts.unions++;
        walk(inner);
      }
    }
  };
  walk(schema);
  const definitions = (schema.$defs ?? {}) as Readonly<Record<string, unknown>>;
  counts.isRecursive = Object.keys(definitions).some((name) => reaches(definitions, name));
  return counts;
}

/** Whether a definition leads back to itself. */
function reaches(definitions: Readonly<Record<string, unknown>>, name: string): boolean {
  const referred = (from: string): string[] =>
    [...JSON.stringify(definitions[from] ?? {}).matchAll(/"\$ref":"#\/\$defs\/([^"]+)"/g)].map(([, each]) =>
      decodeURIComponent(each!).replaceAll("~1", "/").replaceAll("~0", "~"),
    );
  const seen = new Set(referred(name));
  for (const each of seen) for (const next of referred(each)) seen.add(next);
  return seen.has(name);
}

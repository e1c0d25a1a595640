/** Where options that few callers set are given: as members of one object for each subject. */
import { ConfigurationError } from "../errors/configuration-error";
import { checkKnown, checkObject, ownValue } from "./option-checks";
import { OPTIONS, type OptionName, type OptionPlace } from "./option-table";

/** The objects that hold options. The key of a setting in one of them is that of `OPTIONS`. */
export const GROUPS = {
  limits: {
    requestBytes: "maxRequestBytes",
    responseBytes: "maxResponseBytes",
    streamBytes: "maxStreamBytes",
    streamIdleMs: "streamIdleMs",
    depth: "maxDepth",
    textLength: "maxTextLength",
    queued: "maxQueued",
  },
  retries: { max: "retries", timeouts: "retryTimeouts", delayMs: "retryDelayMs", budget: "retryBudget" },
  connections: {
    max: "connections",
    connectTimeoutMs: "connectTimeoutMs",
    keepAliveMs: "keepAliveMs",
    maxAgeMs: "maxConnectionAgeMs",
  },
  quirks: {
    namespaces: "namespaces",
    forceSoapVersion: "forceSoapVersion",
    safeOperations: "safeOperations",
    errorKind: "errorKind",
    allowControlCharacters: "allowControlCharacters",
    policy: "policy",
  },
  expose: { faultText: "faultText", envelopes: "exposeEnvelopes" },
} as const satisfies { readonly [group: string]: { readonly [member: string]: OptionName } };

export type GroupName = keyof typeof GROUPS;

const MEMBERS = Object.entries(GROUPS).flatMap(([group, members]) =>
  Object.entries<OptionName>(members).map(([member, setting]) => ({ group, member, setting })),
);

/** A group whose most common member may stand in its place: `retries: 3` is `retries: { max: 3 }`. */
function isShort(group: string): group is OptionName {
  return Object.hasOwn(OPTIONS, group);
}

/** The names of settings that are members of a group, as users write them: `limits.responseBytes`. */
const PATHS: ReadonlyMap<string, string> = new Map(
  MEMBERS.map(({ group, member, setting }) => [
    setting,
    isShort(group) && setting === group ? group : `${group}.${member}`,
  ]),
);

/** Returns the option as users name it, for example `limits.responseBytes`. */
export function pathOf(setting: OptionName): string {
  return PATHS.get(setting) ?? setting;
}

/** What to write instead of an option that has another place, by the name that it had on the client. */
export const MOVED: ReadonlyMap<string, string> = new Map([
  ...MEMBERS.filter(({ group, setting }) => setting !== group).map(
    ({ group, member, setting }) => [setting, `${group}: { ${member} }`] as const,
  ),
  ["fairness", "admission: [fairness({ … })]"],
]);

/** Returns the names that options at one of `places` may have: settings, and groups with such a setting. */
export function namesAt(...places: readonly OptionPlace[]): readonly string[] {
  const names = settingsAt(...places).map((setting) => PATHS.get(setting)?.split(".", 1)[0] ?? setting);
  return [...new Set(names)];
}

export function settingsAt(...places: readonly OptionPlace[]): readonly OptionName[] {
  return (Object.keys(OPTIONS) as OptionName[]).filter((name) => places.includes(OPTIONS[name].place));
}

/** The names of all options of a client and of calls, which no credential of a service may take. */
export const clientOptionNames: readonly string[] = [...namesAt("client", "with", "both", "call"), ...MOVED.keys()];

/** Throws a `ConfigurationError` with the new place of the first option that has moved. */
export function refuseMoved(options: object): void {
  for (const name of Object.keys(options)) {
    const instead = MOVED.get(name);
    if (instead === undefined || Reflect.get(options, name) === undefined) continue;
    throw new ConfigurationError(`${name} has moved: give ${instead} instead.`, { option: name });
  }
}

/**
 * Returns `options` with the members of their groups as settings: `options` themselves if they have no group. Throws a
 * `ConfigurationError` for a member that may not be set at `places`.
 */
export function openGroups(options: object, places: readonly OptionPlace[], whose: string): object {
  let opened: { [name: string]: unknown } | undefined;
  for (const [group, members] of Object.entries<{ readonly [member: string]: OptionName }>(GROUPS)) {
    const given = ownValue(options, group);
    if (given === undefined || (isShort(group) && !isRecord(given))) continue;
    const object = checkObject(group, given);
    const allowed = Object.keys(members).filter((member) => places.includes(OPTIONS[members[member]!].place));
    checkKnown(object, new Set(allowed), `${group} of ${whose}`, [], `${group}.`);
    opened ??= { ...options };
    delete opened[group];
    for (const member of allowed) {
      const value = ownValue(object, member);
      if (value !== undefined) opened[members[member]!] = value;
    }
  }
  return opened ?? options;
}

function isRecord(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

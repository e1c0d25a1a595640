/** The options as users write them: by place, and the objects that hold those of one subject. Derived from `OPTIONS`. */
import { checkKnown, checkObject, ownValue } from "./option-checks";
import { OPTIONS, type OptionName, type OptionPlace } from "./option-table";

const SETTINGS = Object.keys(OPTIONS) as OptionName[];

/** The settings by group and member: `GROUPS.limits.depth` is `maxDepth`. A setting with the path of a group is its `max`. */
export const GROUPS: { readonly [group: string]: { readonly [member: string]: OptionName } } = readGroups();

function readGroups(): typeof GROUPS {
  const groups: { [group: string]: { [member: string]: OptionName } } = {};
  const dotted = SETTINGS.filter((name) => OPTIONS[name].path.includes("."));
  for (const name of dotted) {
    const [group = "", member = ""] = OPTIONS[name].path.split(".");
    groups[group] ??= isShort(group) ? { max: group } : {};
    groups[group][member] = name;
  }
  return groups;
}

/** A group whose most common member may stand in its place: `retries: 3` is `retries: { max: 3 }`. */
function isShort(group: string): group is OptionName {
  return Object.hasOwn(OPTIONS, group);
}

export function settingsAt(place: OptionPlace): readonly OptionName[] {
  return SETTINGS.filter((name) => isAt(name, place));
}

function isAt(name: OptionName, place: OptionPlace): boolean {
  return (OPTIONS[name].places as readonly OptionPlace[]).includes(place);
}

/** Returns the names that options at `place` may have: settings, and groups with such a setting. */
function namesAt(place: OptionPlace): readonly string[] {
  return [...new Set(settingsAt(place).map((name) => OPTIONS[name].path.split(".", 1)[0]!))];
}

/** The names of all options of a client and of calls, which no credential of a service may take. */
export const clientOptionNames: readonly string[] = [...new Set([...namesAt("client"), ...namesAt("with")])];

function membersAt(group: string, place: OptionPlace): string[] {
  const members = GROUPS[group] ?? {};
  return Object.keys(members).filter((member) => isAt(members[member]!, place));
}

const WHOSE: { readonly [place in OptionPlace]: string } = {
  client: "a client",
  with: "client.with()",
  call: "a call",
};

/** The names that are known at a place, made once, because every call checks its options. */
const KNOWN: { readonly [place in OptionPlace]: ReadonlySet<string> } = {
  client: new Set([...namesAt("client"), "features"]),
  with: new Set([...namesAt("with"), "features"]),
  call: new Set(namesAt("call")),
};

/** Throws a `ConfigurationError` for the first property that is neither an option at `place` nor one of `more`. */
export function checkNames(options: object, place: OptionPlace, more: readonly PropertyKey[]): void {
  checkKnown(options, KNOWN[place], WHOSE[place], {
    more,
    placed(name) {
      const groups = Object.keys(GROUPS);
      // `keepAliveMs` belongs into `connections`. Two groups have a member `max`.
      const around = groups.find((group) => name !== "max" && membersAt(group, place).includes(name));
      if (around !== undefined) return `${around}: { ${name} }`;
      return groups.find((group) => singular(group) === singular(name) && membersAt(group, place).length > 0);
    },
    shown(name) {
      const members = membersAt(name, place);
      if (members.length === 0) return name;
      return `${name}: ${isShort(name) ? "a number or " : ""}{ ${members.join(", ")} }`;
    },
  });
}

/** `retry` is meant for `retries`, which has too many other letters to be a slip. */
function singular(name: string): string {
  return name.replace(/(?:ies|y|s)$/, "");
}

/**
 * Returns `options` with the members of their groups as settings: `options` themselves if they have no group. Throws a
 * `ConfigurationError` for a member that may not be set at `place`.
 */
export function openGroups(options: object, place: OptionPlace): object {
  let opened: { [name: string]: unknown } | undefined;
  for (const [group, members] of Object.entries(GROUPS)) {
    const given = ownValue(options, group);
    if (given === undefined || (isShort(group) && !isRecord(given))) continue;
    const object = checkObject(group, given);
    const allowed = membersAt(group, place);
    checkKnown(object, new Set(allowed), `${group} of ${WHOSE[place]}`, { prefix: `${group}.` });
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

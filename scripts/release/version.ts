/** Semantic versions, as far as a release needs them. */
import { ReleaseError } from "./release-error";

/** The size of a step from one version to the next. */
export type Level = "major" | "minor" | "patch";

/** A version without a suffix. */
export interface Version {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
}

/** @throws ReleaseError when it is not three numbers: releases have no suffix. */
export function parseVersion(text: string): Version {
  const found = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(text);
  if (found === null) throw new ReleaseError(`${text} is not a version. Give three numbers, for example 1.2.0.`);
  return { major: Number(found[1]), minor: Number(found[2]), patch: Number(found[3]) };
}

export function isVersion(text: string): boolean {
  return /^\d+\.\d+\.\d+$/.test(text);
}

/** Negative when `a` is lower than `b`, 0 when they are the same. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  return left.major - right.major || left.minor - right.minor || left.patch - right.patch;
}

/** The highest of them; undefined of none. Those with a suffix do not count. */
export function highest(versions: readonly string[]): string | undefined {
  return versions.filter(isVersion).sort(compareVersions).at(-1);
}

/** The next version that `level` calls for. */
export function nextVersion(version: string, level: Level): string {
  const { major, minor, patch } = parseVersion(version);
  if (level === "major") return `${major + 1}.0.0`;
  if (level === "minor") return `${major}.${minor + 1}.0`;
  return `${major}.${minor}.${patch + 1}`;
}

/** The step from one version to a later one. */
export function levelBetween(before: string, after: string): Level {
  const [old, now] = [parseVersion(before), parseVersion(after)];
  if (now.major !== old.major) return "major";
  return now.minor !== old.minor ? "minor" : "patch";
}

/** What changed since the last release, judged for callers, and the version that it calls for. */
import { ReleaseError } from "./release-error";
import { compareVersions, type Level, levelBetween, nextVersion } from "./version";

export type Severity = "breaking" | "compatible" | "documentation";

/** One change, in words for callers. */
export interface Change {
  readonly severity: Severity;
  /** The operation, type or name that changed. */
  readonly place: string;
  readonly words: string;
}

const levels: Readonly<Record<Severity, Level>> = { breaking: "major", compatible: "minor", documentation: "patch" };
const order: readonly Level[] = ["patch", "minor", "major"];

/** The smallest step that the changes call for: without any it is a patch. */
export function levelOf(changes: readonly Change[]): Level {
  return changes.reduce<Level>((level, { severity }) => higher(level, levels[severity]), "patch");
}

function higher(a: Level, b: Level): Level {
  return order.indexOf(a) >= order.indexOf(b) ? a : b;
}

/**
 * The version of the next release: the wanted one, or the one that the changes call for.
 *
 * @throws ReleaseError when the wanted one is not higher than the last, or is a smaller step than the changes call for.
 */
export function decideVersion(last: string, changes: readonly Change[], wanted?: string): string {
  const level = levelOf(changes);
  if (wanted === undefined) return nextVersion(last, level);
  if (compareVersions(wanted, last) <= 0) {
    throw new ReleaseError(
      `VERSION ${wanted} is not higher than the last release, ${last}. Choose a higher one, or leave it out.`,
    );
  }
  if (order.indexOf(levelBetween(last, wanted)) < order.indexOf(level)) {
    const reasons = changes.filter(({ severity }) => levels[severity] === level);
    throw new ReleaseError(
      [
        `VERSION ${wanted} is too small a step from ${last}: ${reasons.length} of the changes need a ${level} version, ${nextVersion(last, level)} or higher.`,
        ...reasons.map(changeLine),
      ].join("\n"),
    );
  }
  return wanted;
}

/** `- Order.Code: …` */
export function changeLine({ place, words }: Change): string {
  return `- ${words.startsWith(place) ? words : `${place}: ${words}`}`;
}

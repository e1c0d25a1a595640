/** The release that today's tree is compared with. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Registry } from "./registry";
import { ReleaseError } from "./release-error";
import { filesAt, isTagged, lastTag } from "./repository";
import { compareVersions, highest } from "./version";

/** What callers had before. */
export interface LastRelease {
  readonly version: string;
  readonly from: "registry" | "tag";
  /** By path: `wsdl/…` and `api/…`. */
  readonly files: ReadonlyMap<string, string>;
}

/** What is known of earlier releases. */
export interface History {
  /** Undefined: this is the first release. */
  readonly last: LastRelease | undefined;
  /** Published without its tag: the release that was interrupted, if this tree makes the same. */
  readonly untagged: string | undefined;
}

/** Looks into the registry and at the tags. The published package goes first: it is what callers have. */
export function findHistory(root: string, registry: Registry, scratch: string): History {
  const { name } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { name: string };
  const published = registry.versions(name);
  const tag = lastTag(root);
  const newest = highest(published);
  const tagged = highest(published.filter((version) => isTagged(root, version)));
  const untagged = newest !== undefined && newest !== tagged ? newest : undefined;
  if (tagged !== undefined && (tag === undefined || compareVersions(tagged, tag) >= 0)) {
    const files = [...registry.files(name, tagged, scratch)].filter(([path]) => isContract(path));
    const texts = new Map(files.map(([path, { text }]) => [path, text]));
    return { last: { version: tagged, from: "registry", files: texts }, untagged };
  }
  if (tag === undefined) return { last: undefined, untagged };
  const files = new Map([...filesAt(root, `v${tag}`, "wsdl"), ...filesAt(root, `v${tag}`, "api")]);
  return { last: { version: tag, from: "tag", files }, untagged };
}

function isContract(path: string): boolean {
  return /^(wsdl|api)\//.test(path);
}

/** The sentence for a published version whose tag is missing and which this tree does not make. */
export function missingTag(name: string, version: string): ReleaseError {
  return new ReleaseError(
    `${name}@${version} is published, has no tag v${version}, and is not what this tree makes. Find its commit and tag it: git tag v${version} COMMIT.`,
  );
}

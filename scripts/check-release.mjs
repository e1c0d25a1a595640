// What a job that may publish or write takes from the jobs that have run the code of packages: files whose digests a second
// job got too, of the packages that the checked-out commit has, and nothing else.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";

export function stop(message) {
  console.error(`error: ${message}`);
  process.exit(1);
}

const json = (path) => JSON.parse(readFileSync(path, "utf8"));
export const client = json("package.json");

/** The published packages of the commit: their ids and registries. */
export function ownPackages() {
  const folders = existsSync("packages") ? readdirSync("packages").map((name) => `packages/${name}`) : [];
  return [".", ...folders]
    .filter((folder) => existsSync(`${folder}/package.json`))
    .map((folder) => json(`${folder}/package.json`))
    .filter((manifest) => !manifest.private)
    .map(({ name, version, publishConfig }) => ({ id: `${name}@${version}`, name, version, ...publishConfig }));
}

/** Stops unless the root's manifest names the project's addresses, and a workflow's own repository. */
export function checkRepository() {
  const { repository, homepage, bugs } = client;
  const absent = Object.entries({ "repository.url": repository?.url, homepage, "bugs.url": bugs?.url });
  const names = absent.filter(([, value]) => !value).map(([key]) => key);
  if (names.length > 0) stop(`package.json does not name ${names.join(", ")}. Set them: docs/repository.md says how.`);
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: own } = process.env;
  if (own && repository.url !== `git+${server}/${own}.git`)
    stop(`package.json names the repository ${repository.url}, but this workflow runs in git+${server}/${own}.git.`);
}

/** Returns the packages to publish, after the comparison with `reports/again`, which a workflow must have. */
export function checkRelease(folder = "reports/release", again = "reports/again") {
  const { packed, files } = json(`${folder}/packed.json`);
  const second = existsSync(`${again}/packed.json`) ? json(`${again}/packed.json`).files : undefined;
  if (second === undefined && process.env.GITHUB_ACTIONS) stop(`${again} has no digests of a second build.`);
  const own = ownPackages();
  for (const { id, filename, registry } of packed) {
    const ours = own.find((one) => one.id === id);
    if (ours === undefined) stop(`${id} is not a package of this commit.`);
    if (filename !== `${ours.name}-${ours.version}.tgz`) stop(`${filename} is not the file of ${id}.`);
    if (registry !== ours.registry)
      stop(`${id} is to be published to ${registry}, but its manifest names ${ours.registry}.`);
  }
  for (const { id } of own) if (!packed.some((one) => one.id === id)) stop(`${id} is not in ${folder}.`);
  const expected = { ...files };
  for (const { filename, integrity } of packed)
    if (files[filename] !== integrity) stop(`${filename} has two digests in packed.json.`);
  for (const { name, isFile } of readdirSync(folder, { withFileTypes: true }).map((one) => ({
    name: one.name,
    isFile: one.isFile(),
  }))) {
    if (name === "packed.json") continue;
    if (!isFile || !/^[\w.-]+\.(?:tgz|cdx\.json)$/.test(name) || !Object.hasOwn(files, name))
      stop(`${name} is not of this release.`);
    const digest = `sha512-${createHash("sha512")
      .update(readFileSync(`${folder}/${name}`))
      .digest("base64")}`;
    if (digest !== files[name]) stop(`${name} is not the file that was packed: its digest is another.`);
    if (second !== undefined && digest !== second[name]) stop(`${name} differs from the file of the second build.`);
    delete expected[name];
  }
  const [missing] = Object.keys(expected);
  if (missing !== undefined) stop(`${missing} is missing in ${folder}.`);
  return packed;
}

/** Entry points that are gone: Node.js names the one that is asked for, and the log of changes says where each is now. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "../..");
const log = readFileSync(join(root, "CHANGELOG.md"), "utf8");
const moved = [...log.matchAll(/`(employee-service-client\/[\w/-]+)` is now `([\w/-]+)`/g)].map(
  ([, gone = "", now = ""]): [gone: string, now: string] => [gone, now],
);

function entryPoint(specifier: string): { readonly entries: readonly string[]; readonly subpath: string } {
  const [name = "", ...rest] = specifier.split("/");
  const folder = name === "employee-service-client" ? root : join(root, "packages", name);
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { exports: object };
  return { entries: Object.keys(exports), subpath: rest.length === 0 ? "." : `./${rest.join("/")}` };
}

/** What Node.js says about each import, by the specifier. */
const said = JSON.parse(
  execFileSync(
    process.execPath,
    [
      "--input-type=module",
      "--eval",
      `const said = {};
       for (const each of ${JSON.stringify(moved.map(([gone]) => gone))})
         said[each] = await import(each).then(() => "imported", ({ message }) => message);
       console.log(JSON.stringify(said));`,
    ],
    { cwd: root, encoding: "utf8" },
  ),
) as { readonly [specifier: string]: string };

test("the log says where eight entry points are now", () => {
  expect(moved).toHaveLength(8);
});

test.each(moved)("%s is gone, which its import says, and is now %s", (gone, now) => {
  const [before, after] = [entryPoint(gone), entryPoint(now)];
  expect(before.entries).not.toContain(before.subpath);
  expect(said[gone]).toMatch(/^Package subpath '\.\/[\w-]+' is not defined by "exports" in \S+package\.json/);
  expect(said[gone]).toContain(`'${before.subpath}'`);
  expect(after.entries).toContain(after.subpath);
});

import { readFileSync } from "node:fs";
import { readWorkspaces } from "../../scripts/workspaces";

interface Entry {
  readonly resolved?: string;
  readonly link?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}
const manifests = readWorkspaces(".").map(({ manifest }) => manifest);
const dependenciesOf = (name: string) => manifests.find((each) => each.name === name)?.dependencies ?? {};

test("the run-time dependencies are those of docs/dependencies.md", () => {
  const foreign = (name: string) => Object.keys(dependenciesOf(name)).filter((each) => !each.startsWith("soapwright"));
  expect(foreign("employee-service-client")).toEqual(["commander"]);
  expect(foreign("soapwright-runtime").sort()).toEqual(["soap", "undici"]);
  for (const name of ["security", "contract", "sandbox", "export", "doctor"])
    expect([name, foreign(`soapwright-${name}`)]).toEqual([name, []]);
  const page = readFileSync("docs/dependencies.md", "utf8");
  const names = manifests.flatMap(({ dependencies = {} }) => Object.keys(dependencies));
  const listed = [...page.matchAll(/^\| ([^|]*) \|/gm)].flatMap(
    ([, cell]) => cell!.match(/(?<=`)[\w@/-]+(?=`)/g) ?? [],
  );
  expect(listed).toEqual(expect.arrayContaining(names));
});

test.each(["package-lock.json", "docs/package-lock.json"])("%s names no registry", (file) => {
  const { packages } = JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, Entry> };
  expect(Object.values(packages).filter((p) => p.resolved !== undefined && !p.link)).toEqual([]);
});

test("every package says where it is published, and to whom", () => {
  for (const { name, publishConfig } of manifests)
    expect([name, publishConfig]).toEqual([
      name,
      { registry: expect.stringMatching(/^https:\/\/.*\/$/), access: "public" },
    ]);
});

test("node-soap is pinned to one minor version", () => {
  expect(dependenciesOf("soapwright-runtime").soap).toMatch(/^~1\.13\./);
});

test.each(["package-lock.json", "docs/package-lock.json", "examples/package-lock.json"])(
  "%s has every platform's optional packages, so that it installs anywhere",
  (file) => {
    const { packages } = JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, Entry> };
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
      ),
    );
    expect(missing).toEqual([]);
  },
);

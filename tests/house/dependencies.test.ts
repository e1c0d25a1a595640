import { readFileSync } from "node:fs";
import { installedFor, type Locked } from "../../scripts/release/bill-of-materials";
import { readPackages } from "../../scripts/release/packages";

interface Entry extends Locked {
  readonly license?: string;
  readonly hasInstallScript?: boolean;
}
const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Entry> };
interface Manifest {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
}
const manifests = readPackages(".").map(
  ({ folder }) => JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as Manifest,
);
const own = new Set(manifests.map(({ name }) => name));
const dependenciesOf = (name: string) => manifests.find((each) => each.name === name)!.dependencies;

/** What comes with the packages, with all that it needs in turn. */
const installed = [
  ...installedFor(
    lock.packages,
    manifests.flatMap(({ dependencies }) => Object.keys(dependencies)),
  ),
].filter(([path]) => !own.has(path.replace("node_modules/", "")));

test("the run-time dependencies are those of docs/dependencies.md", () => {
  expect(Object.keys(dependenciesOf("employee-service-client")).sort()).toEqual(["commander", "soapwright-runtime"]);
  expect(Object.keys(dependenciesOf("soapwright-runtime")).sort()).toEqual(["soap", "undici"]);
  const page = readFileSync("docs/dependencies.md", "utf8");
  const names = manifests.flatMap(({ dependencies }) => Object.keys(dependencies));
  for (const name of names) expect(page).toContain(`| \`${name}\``);
});

test("nothing of the generator comes with a service", () => {
  const names = Object.keys(dependenciesOf("soapwright"));
  for (const name of ["ts-morph", "saxes"]) {
    expect(names).toContain(name);
    const service = ["employee-service-client", "soapwright-runtime"].flatMap((each) =>
      Object.keys(dependenciesOf(each)),
    );
    expect([...installedFor(lock.packages, service).keys()]).not.toContain(`node_modules/${name}`);
  }
});

test("nothing that a user installs runs a script", () => {
  expect(installed.length).toBeGreaterThan(20);
  expect(installed.filter(([, p]) => p.hasInstallScript).map(([path]) => path)).toEqual([]);
  const scripts = manifests.flatMap(({ scripts = {} }) => Object.keys(scripts));
  expect(scripts.filter((name) => /install|prepare/.test(name))).toEqual([]);
});

test("everything that a user installs has a permissive licence", () => {
  const permissive = new Set(["MIT", "ISC", "BSD-2-Clause", "BSD-3-Clause", "Apache-2.0", "BlueOak-1.0.0", "0BSD"]);
  const others = installed
    .filter(([, p]) => !permissive.has(p.license ?? ""))
    .map(([path, p]) => `${path}: ${p.license}`);
  // dev-null 0.1.1 states its licence (MIT) in an older form that the lock file does not carry.
  expect(others.filter((line) => !line.startsWith("node_modules/dev-null:"))).toEqual([]);
});

test("the lock file names no registry", () => {
  expect(Object.values(lock.packages).filter((p) => p.resolved !== undefined && !p.link)).toEqual([]);
});

test("node-soap is pinned to one minor version", () => {
  expect(dependenciesOf("soapwright-runtime").soap).toMatch(/^~1\.13\./);
});

test.each(["package-lock.json", "examples/package-lock.json"])(
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

import { readFileSync } from "node:fs";

interface Locked {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly peer?: boolean;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly resolved?: string;
  readonly optionalDependencies?: { readonly [name: string]: string };
}
const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Locked> };
const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  dependencies: { readonly [name: string]: string; readonly soap: string };
  scripts: Record<string, string>;
};
const installed = Object.entries(lock.packages).filter(
  ([path, p]) => path !== "" && !p.dev && !p.devOptional && !p.peer,
);

test("the run-time dependencies are the three of docs/dependencies.md", () => {
  const names = Object.keys(manifest.dependencies).sort();
  expect(names).toEqual(["commander", "soap", "undici"]);
  const page = readFileSync("docs/dependencies.md", "utf8");
  for (const name of names) expect(page).toContain(`| \`${name}\``);
});

test("nothing that a user installs runs a script", () => {
  expect(installed.length).toBeGreaterThan(20);
  expect(installed.filter(([, p]) => p.hasInstallScript).map(([path]) => path)).toEqual([]);
  expect(Object.keys(manifest.scripts).filter((name) => /install|prepare/.test(name))).toEqual([]);
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
  expect(Object.values(lock.packages).filter((p) => p.resolved !== undefined)).toEqual([]);
});

test("node-soap is pinned to one minor version", () => {
  expect(manifest.dependencies.soap).toMatch(/^~1\.13\./);
});

test.each(["package-lock.json", "examples/package-lock.json"])(
  "%s has every platform's optional packages, so that it installs anywhere",
  (file) => {
    const { packages } = JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, Locked> };
    const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
      ),
    );
    expect(missing).toEqual([]);
  },
);

/** A built copy of a package in another version beside the core, as npm leaves one behind: which two met, and the line that mends it. */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const features = "packages/soapwright-features";
const { version } = JSON.parse(readFileSync(`${features}/package.json`, "utf8")) as { version: string };
const folder = mkdtempSync(join(tmpdir(), "foreign-copy-"));
const copy = join(folder, "node_modules/soapwright-features");

beforeEach(() => {
  if (!existsSync(`${features}/dist`)) throw new Error("dist/ is absent: run `make build` first");
  rmSync(folder, { recursive: true });
  cpSync(join(features, "dist"), join(copy, "dist"), { recursive: true });
  symlinkSync(resolve("packages/soapwright-runtime"), join(folder, "node_modules/soapwright-runtime"));
  const manifest = readFileSync(`${features}/package.json`, "utf8");
  writeFileSync(join(copy, "package.json"), manifest.replace(`"version": "${version}"`, '"version": "9.9.9"'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Rewrites the built files of the copy. Fails when there is nothing to rewrite. */
function rewrite(from: RegExp, to: string): void {
  const files = readdirSync(join(copy, "dist"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".js"),
  );
  const changed = files.filter((name) => {
    const text = readFileSync(join(copy, "dist", name), "utf8");
    const other = text.replace(from, to);
    writeFileSync(join(copy, "dist", name), other);
    return other !== text;
  });
  expect(changed).not.toEqual([]);
}

/** What a client says to a feature of the copy. */
function met(feature: string): string {
  const program = `
    const { createEmployeeServiceV3 } = require(${JSON.stringify(resolve("dist/index.js"))});
    const features = [require("soapwright-features").${feature}()];
    try {
      createEmployeeServiceV3({ baseUrl: "https://service.example", domain: "d", features });
      console.log("taken");
    } catch (error) {
      console.log(error.code, error.option, error.message);
    }`;
  return execFileSync(process.execPath, ["-e", program], { cwd: folder, encoding: "utf8" }).trim();
}

test("a copy whose features have the same interface is taken", () => {
  expect(met("addressing")).toBe("taken");
});

test("a copy whose features have another interface is named at its first use, with the line that mends it", () => {
  rewrite(new RegExp(`"${version.replaceAll(".", "\\.")}"`, "g"), '"9.9.9"');
  rewrite(/\bversion: 1,(?=\s+madeBy)/g, "version: 2,");
  for (const feature of ["addressing", "attachments"])
    expect(met(feature)).toBe(
      `CONFIGURATION features features[0], ${feature} of soapwright-features 9.9.9, is of version 2 of the interface of features, and this client is of soapwright-runtime ${version}, which takes version 1. Install both in one version: npm install soapwright-features@${version} soapwright-runtime@${version}`,
    );
});
